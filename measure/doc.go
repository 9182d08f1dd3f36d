// Package measure computes exact figures of one quorum system, each with a certificate by which a
// stranger can check it.
//
//	figure        certificate
//	load          a strategy (its busiest node is asked with that probability) and node
//	              weights (no quorum weighs less)
//	resilience    a smallest transversal, and why there is no smaller one
//	live sets     counted by size; availability follows at every p
//	domination    nondominated, or a set that shows that it is not
//	degree        as many disjoint quorums, and why there are no more
//
// No figure is ever rounded unless it is marked as an estimate: where an exact answer is out of
// reach, the best known interval comes back, with the cause.
//
// Measure finds all of them for one system, as `coterie measure` prints them. The other functions
// answer one question each about any quorum.Quorums: a family, a formula, a system, or the result
// of construct.Build. Every method has a limit of work, and its error says when that is reached.
//
// # The table of figures
//
// The table figures in report.go has an entry for each figure: the group that a caller asks for,
// the parts that have it (families, cartels, group systems, systems), its keys in JSON, how it is
// found or known by a theorem, and how it enters the facts of package bounds. Measure walks the
// table, for systems and cartels, listed or not.
//
// A new figure touches three files: report.go gets the entry and a field with the JSON key, a file
// of its own the function that finds it, and internal/words/report/figures.go an entry with the
// words and the limits beside them. A whole number needs there no line and no rows of its own, only
// number and words. The glossary, the help of measure and the list of keys in cmd/coterie follow.
//
// # Domination
//
// JudgeDomination looks for a proof by sizes (every set of some size is a quorum), then for a
// witness by conditional expectations (Erdős and Selfridge 1973), which finds one whenever Σ 2^-|Q|
// over both sides is below 1: planes, grids and billiards take microseconds at hundreds of nodes.
// If the question is still open, live sets are counted on decision diagrams (a coterie is ND iff
// half of all sets are live) and a SAT solver looks for a witness, side by side. Majorities to 21
// nodes, trees of 31 nodes and triangle lattices of 10 rows as lists take up to some seconds; it
// gives up at 2 million diagram nodes and 20 seconds of the solver for each cartel.
//
// # Read-once formulas
//
// Majorities, votes, walls, trees and compositions of them are formulas in which every node occurs
// once (construct.Build, quorum.Formula). Where quorums are not listed the functions take the
// formula, and recur over its gates: majority of 1001 nodes or a tree of 1023 takes less than a
// second or so. They stop at 4,000 nodes for the strategy of a load, at 2,100 for live sets, and,
// for the load of gates with general votes, at 2,000 minimal coalitions. Beyond 4,000 nodes the
// load comes without its strategy, and beyond 2,100 the availability at each p without live sets.
// Domination and the smallest transversal have no limit but the one on the sums of general votes.
//
// # Errors
//
// Where work ends before an answer, at the end of a context or at a limit, the error is a
// *quorum.LimitError, with the proved interval where there is one; the value beside it is the best
// known. A question that does not fit the system gives a *quorum.InputError.
//
// # Limits
//
// Compare takes the limits whose hypotheses are known to hold, from the facts of package bounds,
// and sets each beside the exact figure with the exact slack.
package measure
