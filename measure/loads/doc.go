// Package loads computes how busy the busiest node has to be. It finds the load of a family of
// quorums, or of cartels under a mix of requests, with a strategy and node weights that prove it.
//
// # Method and reach
//
// Find and FindMixed solve the linear program of Naor and Wool (1998), scaled to a packing. Nodes
// and quorums that colour refinement cannot tell apart are merged first (Grohe, Kersting, Mladenov
// and Selman 2014): a plane, a majority or a square grid becomes one row and one column. The
// remaining program is solved by a simplex method in floating point, and its last basis is made
// exact: internal/solve/lp says how. No result is trusted: Check adds up every certificate from the
// definition before it is returned.
//
// On one core of 2.5 GHz: PG(2,11) 1 ms with its symmetry and 8 ms without, all 6435 majorities of
// 15 nodes 4 ms, 77689 quorums of the triangular lattice on 45 nodes 50 ms, a folded plane without
// symmetry on 200, 400 and 800 nodes 30 ms, 0.25 s and 2 s, a million random quorums of 12 of 200
// nodes 2 s. The time grows with the third to fourth power of the nodes that look different: a
// minute for 1500 of them in a folded plane, two for 2500 in a grid whose symmetry is not used.
// Beyond that (Options.MaxRows), and where the list of quorums does not fit into memory, the search
// stops. Whatever stops it, the *quorum.LimitError has a proved interval.
package loads
