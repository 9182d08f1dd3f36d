package measure

import (
	"math/big"

	"coterie/quorum"
)

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
