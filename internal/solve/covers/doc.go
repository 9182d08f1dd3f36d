// Package covers decides by exhaustive search whether a finite group has a difference cover of K
// elements: a set D such that every element is a quotient xy⁻¹ of two elements of D. It is the
// engine of packages search/cyclic, over Z_n, and search/cover, over any group.
//
// A [Space] holds the facts about a group that the search needs: the class {g, g⁻¹} of the quotient
// of two elements, and the symmetries x -> α(x)g, α an automorphism, which take covers to covers.
//
// Proof: docs/theorems/cyclic-search.md.
package covers
