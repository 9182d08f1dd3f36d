package transversals

import "coterie/quorum"

// Transversal is a small set that meets every quorum, with the known bounds on the size of a
// smallest one.
type Transversal struct {
	Set   quorum.Set
	Size  int // |Set|
	Lower int // no transversal is smaller; Size == Lower means that Set is a smallest one

	// LowerBy says why no transversal is smaller than Lower, in a few words: "load" (⌈1/load⌉, see
	// loads.Load), "packing" (Packing holds Lower pairwise disjoint quorums), "search" (every
	// smaller set was excluded), ...
	LowerBy string
	Packing []quorum.Index
}

// Exact reports whether Set is proved to be a smallest transversal.
func (t Transversal) Exact() bool { return t.Size == t.Lower }

// Packing is a list of pairwise disjoint quorums, with the known upper bound on the length of a
// longest one.
type Packing struct {
	Quorums []quorum.Index // pairwise disjoint, ascending
	Sets    []quorum.Set   // the same where the quorums are not listed, and Quorums is nil
	Upper   int            // no list is longer

	// UpperBy says why no list is longer than Upper, in a few words: "transversal" (Transversal has
	// Upper nodes and meets every quorum), "sizes" (⌊n/c⌋ for the smallest quorum size c),
	// "search", ...
	UpperBy     string
	Transversal quorum.Set
}

// Size returns how many quorums the list has.
func (p Packing) Size() int { return len(p.Quorums) + len(p.Sets) }

// Exact reports whether the list is proved to be a longest one.
func (p Packing) Exact() bool { return p.Size() == p.Upper }
