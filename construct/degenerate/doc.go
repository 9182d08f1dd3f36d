// Package degenerate folds a projective plane to fewer nodes than it has points: Method 1 of
// Maekawa (1985), section 7, the degenerate projective planes. [ReplaceNodes] applies it to any
// system with a site assignment, with given replacements. A [Degeneration] is a choice of
// everything that the method leaves free. [Literal] is Maekawa's own choice; [Search] returns the
// choice with the most equal responsibilities that a local search finds. Package construct has the
// family degenerate-fpp of such systems.
//
// M. Maekawa, A √N algorithm for mutual exclusion in decentralized systems, ACM Trans. Comput.
// Syst. 3, 1985, doi:10.1145/214438.214445.
//
// Proof: docs/theorems/degenerate-planes.md.
package degenerate
