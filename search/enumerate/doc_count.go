// # Counting
//
// The nondominated coteries on n nodes are the self-dual monotone functions of n variables; the
// coteries on n nodes are those on n+1, less one. They are counted by splitting on the last four
// nodes: a sum over functions e, A, B, C of the others of products of four intervals of the
// lattice. The same with three nodes, and with two, checks it.
//
// What is counted was counted by others, too: nondominated coteries on 9 nodes by Brouwer, Mills,
// Mills and Verbeek 2013, and again, with the classes on 8 nodes, by B. Pawelski and A.
// Szepietowski, Counting self-dual monotone Boolean functions, Journal of Integer Sequences 28,
// 2025, 25.6.5.
//
// Proof: docs/theorems/self-dual-functions.md, docs/theorems/coteries-and-self-duality.md,
// docs/theorems/splitting-on-four-nodes.md.
package enumerate
