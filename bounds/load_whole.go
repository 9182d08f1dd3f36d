package bounds

import (
	"math/big"
	"sort"
)

// LoadFromWholeSizes returns a lower bound on the load of every quorum system of n nodes:
// PlaneLoad, sharpened by the fact that the size of a quorum is a whole number. The caller must
// have checked that every two quorums meet. The bound is 1 for n <= 2, and otherwise the least,
// over whole numbers s >= 2 and 0 <= a < n (a = 0 if s = 2), of the greatest of the three numbers
//
//	((s-2)(n+s-1) + a) / (n·s(s-2) + a),   (s(s-2) + a) / (n(s-2) + a(s-1)),   (s-1)/n,
//
// where for s = 2 the first is (n+1)/(2n) and the second 2/n. It is never less than PlaneLoad, and
// equal to it at n = q²+q+1; it is 3/5 for n = 4, 5/9 for n = 5 and 1/2 for n = 6.
//
// The bound is reached for n <= 7 and wherever there is a projective plane. It panics if n < 1.
// Cost: O(log n) fractions for each of a few s, those between 1/L and nL+1.
//
// Proof: docs/theorems/whole-size-load.md.
func LoadFromWholeSizes(n int) *big.Rat {
	needAtLeast("n", n, 1)
	best := bigRat(1)
	if n <= 2 {
		return best
	}
	// The first number is more than 1/s, and the third is (s-1)/n: sizes further away give no
	// smaller value.
	start := MaekawaSize(n)
	for s := start; fraction(s-1, n).Cmp(best) < 0; s++ {
		best = minRat(best, wholeSizesLoad(n, s))
	}
	for s := start - 1; s >= 2 && fraction(1, s).Cmp(best) < 0; s-- {
		best = minRat(best, wholeSizesLoad(n, s))
	}
	return best
}

// wholeSizesLoad returns the least over a of the greatest of the three numbers for s.
func wholeSizesLoad(n, s int) *big.Rat {
	if s == 2 {
		return maxRat(fraction(2, n), new(big.Rat).SetFrac(bigInt(n+1), multiply(2, n)))
	}
	weights := func(a int) *big.Rat {
		num := multiply(s-2, n+s-1)
		den := multiply(n, s, s-2)
		return new(big.Rat).SetFrac(num.Add(num, bigInt(a)), den.Add(den, bigInt(a)))
	}
	cost := func(a int) *big.Rat {
		num := multiply(s, s-2)
		den := multiply(n, s-2)
		return new(big.Rat).SetFrac(num.Add(num, bigInt(a)), den.Add(den, multiply(a, s-1)))
	}
	at := func(a int) *big.Rat { return maxRat(maxRat(weights(a), cost(a)), fraction(s-1, n)) }
	// The first grows with a, for it is at most 1. If n < s(s-1) the second falls, so that the two
	// cross once. Otherwise it does not fall, and a = 0 is best.
	a := sort.Search(n-1, func(a int) bool { return weights(a).Cmp(cost(a)) >= 0 })
	best := at(a)
	if a > 0 {
		best = minRat(best, at(a-1))
	}
	return minRat(best, at(0))
}

// minRat returns the smaller of two rationals.
func minRat(x, y *big.Rat) *big.Rat {
	if x.Cmp(y) <= 0 {
		return x
	}
	return y
}
