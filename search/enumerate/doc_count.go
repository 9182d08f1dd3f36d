// # Counting
//
// The nondominated coteries on n nodes are the self-dual monotone functions of n variables; the
// coteries on n nodes are those on n+1, less one. They are counted by splitting on the last four
// nodes: a sum over functions e, A, B, C of the others of products of four intervals of the
// lattice. The same with three nodes, and with two, checks it.
//
// Proof: docs/theorems/self-dual-functions.md, docs/theorems/coteries-and-self-duality.md,
// docs/theorems/splitting-on-four-nodes.md.
package enumerate
