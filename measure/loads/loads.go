package loads

import (
	"encoding/json"

	"coterie/bounds"
	"coterie/quorum"
)

// Chosen is a quorum with the probability that a strategy gives it.
type Chosen struct {
	// Quorum is the index of the quorum in the listed family; -1 where no family was listed.
	Quorum quorum.Index
	Nodes  quorum.Set
	Weight bounds.Fraction
}

// MarshalJSON returns {"quorum": 1, "nodes": [1,2,3], "weight": "1/7"}; the index of the quorum is
// null where no family was listed.
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

// Mixed is the load of a group system when the groups are active in given shares.
//
// Under Strategies[g], drawn by group g with probability Mix[g], no node is asked with a
// probability above Value: for every node x, Σ_g Mix[g]·P_g(x) <= Value. NodeWeights
// (>= 0, sum 1) prove that nothing is better: Σ_g Mix[g]·(weight of the lightest quorum
// of cartel g) >= Value.
type Mixed struct {
	Value       bounds.Fraction
	Mix         []bounds.Fraction
	Strategies  [][]Chosen // for each cartel; weights sum to 1 in each, also where its share is 0
	NodeWeights []bounds.Fraction
	Method      string
}
