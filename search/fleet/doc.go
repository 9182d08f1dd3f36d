// Package fleet plans: which quorum system for these servers, and how far that is proven.
//
// [Plan] takes a fleet as package coterie/fleet has it. Where all systems on so many nodes can be
// gone through, the best is proven by the branch and bound of package intervals; beyond, package
// propose makes good systems and package floor a bound that holds for every system, so that the gap
// between both is known. Where the same quorums are required for reads and writes, the search is
// over self-dual functions, the nondominated coteries. What everybody deploys, a majority, is
// always among the answers.
package fleet
