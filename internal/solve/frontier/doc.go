// Package frontier counts the live sets of lattices by size, without a list of quorums. It decides
// the nodes one after the other. A state is all that matters of those decided: which cells of the
// frontier between them and the others are connected, and which sides their components touch. For
// each state it keeps the number of its sets of each size. The number of states grows with the
// width of the lattice, not with its area (transfer matrices, as for the reliability of networks).
//
// Proof: docs/theorems/lattice-live-sets.md.
package frontier
