// Package transversal holds the exact searches behind transversals.Smallest and
// transversals.MaxDisjoint: a smallest set that meets every quorum of a family, and a largest list
// of pairwise disjoint quorums. Each bounds the other.
//
// Quorums and nodes are held as bit masks of each other. Bounds come first, then a table of all
// sets for few nodes, or a branch and bound; results do not depend on workers or clocks.
package transversal
