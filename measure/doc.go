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
package measure
