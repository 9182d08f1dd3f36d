// Package measure computes exact figures of one quorum system, each with what a
// stranger needs to check it.
//
//	figure        certificate
//	load          a strategy (its busiest node is asked with that probability) and node
//	              weights (no quorum weighs less)
//	resilience    a smallest transversal, and why there is no smaller one
//	live sets     counted by size; availability follows at every p
//	domination    nondominated, or a set that shows that it is not
//	degree        as many disjoint quorums, and why there are no more
//
// No figure is ever rounded unless it is marked as an estimate: where an exact answer
// is out of reach, the best known interval comes back, with the cause.
//
// # Read-once formulas
//
// Majorities, votes, walls, trees and compositions of them are formulas in which every node occurs
// once (construct.Instance.Formulas, quorum.Formula). MeasureFormula finds all their figures by
// recursion over the gates, without a list: majority of 1001 nodes or a tree of 1023 takes less than a
// second or so. It stops at 4,000 nodes for the load, whose strategy is written out, at 2,100 for live
// sets, and, for the load of gates with general votes, at 2,000 minimal coalitions. Counts, sizes,
// domination and the smallest transversal have no limit but that of the sums of general votes.
package measure
