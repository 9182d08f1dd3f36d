// Package dominating asks a SAT solver for a k-coterie that dominates a given one: another one on
// its nodes, each quorum of the given one containing a quorum of it. All k-properties are asked of
// it, since a set that is added can break non-intersection: the witness of domination is a whole
// k-coterie.
//
// Proof: docs/theorems/k-coterie-domination.md.
package dominating
