// Package atlas measures all nondominated coteries on up to eight nodes, one of each class of those
// that differ by a renaming of the nodes: load, resilience, live sets, automorphisms, quorums, and
// the votes that make them, or that none do. There are 6,001,501 classes on eight nodes, and each
// takes some microseconds.
//
// # What proves the figures
//
// A [Class] carries an optimal strategy and node weights, whole numbers with small sums. The
// busiest node of the strategy and the lightest quorum under the weights give the same fraction,
// which is the load. A load above 1/2 comes with votes of the least total: the least odd number
// that is at least 1/(2·load-1) bounds it from below. Where the load is at most 1/2 the strategy is
// a list of quorums in which every node occurs in at most half, so that no votes can have more than
// half on each of them (docs/theorems/votes-and-load.md). [Class.Check] adds all of it up, before a
// class is handed on, and again when it comes from another machine.
//
// Availability follows from the live sets by size: where each node crashes with probability p, a
// quorum survives with probability Σ Live[s]·(1-p)^s·p^(n-s).
//
// # Elsewhere
//
// The slices of a listing are the parts of a job ([Work]). The classes are those of
// [enumerate.List], in its order, whoever measures them.
package atlas
