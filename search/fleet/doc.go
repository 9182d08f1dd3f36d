// Package fleet plans: which quorum system for these servers, and how far that is proven.
//
// [Plan] takes a fleet as package coterie/fleet has it. Proposals come from heuristics
// (proposals.go, package propose), which prove nothing. Proofs (proofs.go) are of two kinds:
// package floor bounds every system without looking for one, and the branch and bound of package
// intervals goes through all systems where they are few enough, and beyond raises the bound as far
// as it gets. So the gap between the best system and the bound is always known. Where the same
// quorums are required for reads and writes, the search is over self-dual functions, the
// nondominated coteries. What everybody deploys, a majority, is always among the answers.
//
// Where nodes may lie, all of this is done for the honest fleet whose systems stand for those that
// bear them (fleet.Fleet.Honest), and systems are turned back before they are judged.
//
// The best systems of the shapes that software can be configured for (shapes.go) are found among
// all systems of the shape, where these can be gone through: the prices that prove the best
// strategy of one system bound those of all others, so that few linear programs are solved.
package fleet
