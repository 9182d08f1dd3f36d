// Package covers decides by exhaustive search whether a finite group has a difference cover of K
// elements: a set D such that every element is a quotient xy⁻¹ of two elements of D. It is the
// engine of packages search/cyclic, over Z_n, and search/cover, over any group.
//
// A [Space] is what the search has to know of a group: which class {g, g⁻¹} the quotient of two
// elements is in, and the symmetries x -> α(x)g, α an automorphism, which take covers to covers.
//
// Proof: docs/theorems/cyclic-search.md.
package covers
