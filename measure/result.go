package measure

import (
	"encoding/json"
	"math/big"

	"coterie/bounds"
	"coterie/quorum"
)

// Chosen is a quorum with the probability that a strategy gives it.
type Chosen struct {
	// Quorum is the place of the quorum in the listed family; -1 where none was listed.
	Quorum quorum.Index
	Nodes  quorum.Set
	Weight bounds.Fraction
}

// MarshalJSON returns {"quorum": 1, "nodes": [1,2,3], "weight": "1/7"}; the place of the quorum is
// null where none was listed.
func (c Chosen) MarshalJSON() ([]byte, error) {
	entry := struct {
		Quorum *quorum.Index   `json:"quorum"`
		Nodes  quorum.Set      `json:"nodes"`
		Weight bounds.Fraction `json:"weight"`
	}{Nodes: c.Nodes, Weight: c.Weight}
	if c.Quorum >= 0 {
		entry.Quorum = &c.Quorum
	}
	return json.Marshal(entry)
}

// Load is the load of a family of quorums with both sides of its proof.
//
// Strategy is a probability distribution on quorums (weights positive, sum 1) under
// which no node is asked with a probability above Value. NodeWeights has a weight
// >= 0 for each node, sum 1, and every quorum weighs at least Value; so under every
// strategy some node is asked with at least that probability (Naor and Wool 1998,
// by linear-programming duality).
type Load struct {
	Value       bounds.Fraction
	Strategy    []Chosen          // only quorums of positive weight, in the order of the family
	NodeWeights []bounds.Fraction // one for each node
	Method      string            // how it was found, in a few words
}

// MixLoad is the load of a group system when the groups are active in given shares.
//
// Under Strategies[g], drawn by group g with probability Mix[g], no node is asked with a
// probability above Value: for every node x, Σ_g Mix[g]·P_g(x) <= Value. NodeWeights
// (>= 0, sum 1) prove that nothing is better: Σ_g Mix[g]·(weight of the lightest quorum
// of cartel g) >= Value.
type MixLoad struct {
	Value       bounds.Fraction
	Mix         []bounds.Fraction
	Strategies  [][]Chosen // for each cartel; weights sum to 1 in each, also where its share is 0
	NodeWeights []bounds.Fraction
	Method      string
}

// Transversal is a small set that meets every quorum, and what is known of the size
// of a smallest one.
type Transversal struct {
	Set   quorum.Set
	Size  int // |Set|
	Lower int // no transversal is smaller; Size == Lower means that Set is a smallest one

	// LowerBy says why, in a few words: "load" (⌈1/load⌉, see Load), "packing" (Packing holds
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
