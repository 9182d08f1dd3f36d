package measure

import (
	"math/big"

	"coterie/quorum"
)

// Transversal is a small set that meets every quorum, and what is known of the size
// of a smallest one.
type Transversal struct {
	Set   quorum.Set
	Size  int // |Set|
	Lower int // no transversal is smaller; Size == Lower means that Set is a smallest one

	// LowerBy says why, in a few words: "load" (⌈1/load⌉, see loads.Load), "packing" (Packing holds
	// Lower pairwise disjoint quorums), "search" (every smaller set was excluded), ...
	LowerBy string
	Packing []quorum.Index
}

// Exact reports whether Set is proved to be a smallest transversal.
func (t Transversal) Exact() bool { return t.Size == t.Lower }

// Packing is a list of pairwise disjoint quorums, and what is known of the longest.
type Packing struct {
	Quorums []quorum.Index // pairwise disjoint, ascending
	Sets    []quorum.Set   // the same where the quorums are not listed, and Quorums is nil
	Upper   int            // there are no more than so many

	// UpperBy says why, in a few words: "transversal" (Transversal has Upper nodes and meets
	// every quorum), "sizes" (⌊n/c⌋ for the smallest quorum size c), "search", ...
	UpperBy     string
	Transversal quorum.Set
}

// Exact reports whether the list is proved to be a longest one.
func (p Packing) Exact() bool { return len(p.Quorums)+len(p.Sets) == p.Upper }

// LiveSets are the numbers of live node sets by size: Counts[s] of the (n choose s) sets of s
// nodes contain a quorum. The failure polynomial, and the availability at any p, follow.
type LiveSets struct {
	Counts []*big.Int // n+1 numbers
	Method string
}

// Estimate is a figure found by sampling: Value is the share of live samples, and with the
// stated confidence the true figure is in [Low, High].
type Estimate struct {
	Value      float64 `json:"value"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
	Samples    int     `json:"samples"`
	Live       int     `json:"live"`
	Seed       uint64  `json:"seed"`
}

// Domination says of a coterie, or of a group quorum system, that it is dominated, or that it is
// not.
type Domination struct {
	// Witness shows that it is dominated: a set that meets every quorum of all the other cartels
	// (of an ordinary system: every quorum) and contains none of cartel Cartel. Empty where the
	// system is nondominated.
	Witness quorum.Set
	Cartel  quorum.Index // 0 for an ordinary system
	Method  string       // how it was decided: "sat", "counting", ...
}

// Dominated reports whether there is a witness.
func (d Domination) Dominated() bool { return !d.Witness.Empty() }
