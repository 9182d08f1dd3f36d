package fleet

import (
	"math/big"
	"slices"
)

// Life says how often something crashes, and how long it is then down.
type Life struct {
	Rates []Rate // by ascending age, the first from 0 on; nil where a probability is given
	// Repair is the mean time for which it is then down, in seconds; nil: for ever. With repairs
	// there is one rate.
	Repair *big.Rat
}

// Rate is how often something that is up crashes in a second, from an age on, in seconds.
type Rate struct{ From, Often *big.Rat }

// crashes reports whether it ever does.
func (l Life) crashes() bool {
	return slices.ContainsFunc(l.Rates, func(r Rate) bool { return r.Often.Sign() > 0 })
}

// down returns the probability that it is down in the long run, if it is repaired; else 0.
func (l Life) down() *big.Rat {
	if l.Repair == nil {
		return new(big.Rat)
	}
	x := new(big.Rat).Mul(l.Rates[0].Often, l.Repair)
	return x.Quo(x, new(big.Rat).Add(one, x))
}
