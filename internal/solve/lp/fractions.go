package lp

import (
	"math"
	"math/big"
)

// MaxDenominator bounds the common denominator of the shares of a program, so that the exact solver
// of linear equations can work in 64-bit words (see padicSystem).
const MaxDenominator = 1_000_000_000

// CommonDenominator returns the least common multiple of the denominators.
func CommonDenominator(numbers []*big.Rat) *big.Int {
	lcm, gcd := big.NewInt(1), new(big.Int)
	var last *big.Int
	for _, r := range numbers {
		d := r.Denom()
		// Many numbers with one denominator are the common case.
		if last != nil && d.Cmp(last) == 0 {
			continue
		}
		last = d
		gcd.GCD(nil, nil, lcm, d)
		lcm.Mul(lcm, new(big.Int).Quo(d, gcd))
	}
	return lcm
}

// Integers returns the numerators of numbers over their common denominator.
func Integers(numbers []*big.Rat) (numerators []*big.Int, denominator *big.Int) {
	numerators, denominator = make([]*big.Int, len(numbers)), CommonDenominator(numbers)
	// Many weights are the same number: the quotient is computed once for a run of one denominator.
	var last, factor *big.Int
	for i, r := range numbers {
		if last == nil || r.Denom().Cmp(last) != 0 {
			last = r.Denom()
			factor = new(big.Int).Quo(denominator, last)
		}
		numerators[i] = new(big.Int).Mul(r.Num(), factor)
	}
	return numerators, denominator
}

// simplest returns the first convergent of the continued fraction of x that is within 2·10⁻¹¹ of
// it, relatively where x is above 1; nil where its denominator is above 150000, when the true
// number may well be another one.
func simplest(x float64) *big.Rat {
	const near, largest = 2e-11, 150_000
	tolerance := near * max(1, math.Abs(x))
	if math.Abs(x) < tolerance {
		return new(big.Rat)
	}
	if math.Abs(x) > 1e12 || math.IsNaN(x) {
		return nil
	}
	// h/k are the convergents: h_i = a_i·h_{i-1} + h_{i-2}, and so for k.
	h0, k0, h1, k1 := int64(0), int64(1), int64(1), int64(0)
	for rest := x; ; {
		a := math.Floor(rest)
		if a > 1e12 {
			return nil
		}
		h0, k0, h1, k1 = h1, k1, int64(a)*h1+h0, int64(a)*k1+k0
		if k1 > largest {
			return nil
		}
		if math.Abs(x-float64(h1)/float64(k1)) <= tolerance {
			return big.NewRat(h1, k1)
		}
		rest = 1 / (rest - a)
	}
}
