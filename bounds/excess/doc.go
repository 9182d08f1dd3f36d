// Package excess is about near-planes: n pairwise meeting sets on n nodes whose sizes and
// responsibilities are at most K, where n = K(K-1)+1-e is slightly less than for a projective
// plane.
//
// # The excess graph
//
// For e <= K-2 all sizes and responsibilities are K. With the incidence matrix A, a row for each
// set, AAᵀ = (K-1)I + J + E, where E counts the nodes that two sets share beyond one: a symmetric
// matrix of integers >= 0 with a zero diagonal and row sums e, the excess graph. For the columns,
// AᵀA = (K-1)I + J + E' defines its dual E'. It has the same spectrum, AE' = EA, and entries >= -1,
// for two nodes need not have a set in common. If E has no double edge, E' is a graph without
// double edges, too, and sets and nodes are the two sides of a bipartite graph of degree K and
// diameter 3, with 2e nodes less than Moore's bound.
//
//   - e = 1: E and E' are perfect matchings, and A is a matrix over the group ring of Z_2.
//   - e = 2 and K >= 4: E and E' are unions of cycles of the same lengths (a double edge is a cycle
//     of length 2), and every block of A between two cycles solves a wave equation, which few
//     blocks do.
//   - e >= 3: E' can have entries -1. For a given graph E the determinant and the theorem of Hasse
//     and Minkowski give conditions. This package does not use them: it enumerates no graph.
//
// [Decide] returns the cases that arithmetic leaves, without a SAT solver or a search among sets.
// It excludes K = 6 for 29 nodes, K = 7 for 41 and K = 8 for 55.
//
// # What others have
//
// The bipartite graphs of degree K and diameter 3 with defect 2 or 4, the cases in which no two
// sets share three nodes:
//
//   - C. Delorme, L. K. Jørgensen, M. Miller, G. Pineda-Villavicencio, On bipartite graphs of
//     diameter 3 and defect 2, J. Graph Theory 61 (2009): K or K-2 is a square for e = 1, and there
//     are none for K = 5..10, so none for 30 and 72 nodes.
//   - R. Feria-Purón, M. Miller, G. Pineda-Villavicencio, On large bipartite graphs of diameter 3,
//     Discrete Math. 313 (2013), arXiv:1203.3588: for e = 2 there are none for K = 6 and 7, and 40
//     and 95 sets are reached for K = 7 and 11.
//   - R. C. Bose, W. S. Connor, Combinatorial properties of group divisible incomplete block
//     designs, Ann. Math. Statist. 23 (1952): the rational conditions of matchings.
//
// These papers do not treat the case in which two sets share three nodes while two other nodes need
// not have a set in common.
package excess
