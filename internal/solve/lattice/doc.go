// Package lattice searches the triangular lattice, of at most 64 nodes, for the minimal connected
// sets of nodes that touch all three sides, the quorums of construct.TriangleLattice. It also
// searches a square lattice and its dual for the minimal sets of edges that cross both, the quorums
// of construct.Paths. Sets are masks, bit v standing for node v; nodes are numbered row by row from
// the top.
package lattice
