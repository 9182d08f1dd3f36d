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
	return LoadFromSharing(n, 2, func(int) *big.Rat { return bigRat(1) })
}

// LoadFromSharing returns a lower bound on the load of every quorum system of n nodes whose quorums
// have at least least nodes, and of which a quorum of s nodes shares at least share(s) nodes with
// each other one: LoadFromWholeSizes is the case of two nodes and of one. The caller must have
// checked that share(s) < s and that share(s)/(s-share(s)) falls strictly with s >= least and is
// convex, as it is for a constant. It is 1 if n <= least, and panics if n < 1.
//
// Cost: O(log n) fractions for each of a few s, those between share(s)/L and nL+1.
//
// Proof: docs/theorems/whole-size-load.md.
func LoadFromSharing(n, least int, share func(size int) *big.Rat) *big.Rat {
	needAtLeast("n", n, 1)
	best := bigRat(1)
	of := func(s int) *big.Rat { return new(big.Rat).Quo(share(s), bigRat(s)) }
	// No value of s is less than (s-1)/n and of(s): sizes further away give no smaller value.
	start := least + sort.Search(max(n-least, 0), func(i int) bool { return of(least+i).Cmp(fraction(least+i, n)) <= 0 })
	for s := start; fraction(s-1, n).Cmp(best) < 0; s++ {
		best = minRat(best, wholeSizesLoad(n, s, least, share))
	}
	for s := start - 1; s >= least && of(s).Cmp(best) < 0; s-- {
		best = minRat(best, wholeSizesLoad(n, s, least, share))
	}
	return best
}

// wholeSizesLoad returns the least over a of the greatest of the three numbers for s.
func wholeSizesLoad(n, s, least int, share func(size int) *big.Rat) *big.Rat {
	ratio := func(size int) *big.Rat { // share/(size-share)
		x := share(size)
		return x.Quo(x, new(big.Rat).Sub(bigRat(size), x))
	}
	large, small := ratio(s), new(big.Rat)
	if s > least {
		small = ratio(s - 1)
	}
	times := func(a int, x *big.Rat) *big.Rat { return new(big.Rat).Mul(bigRat(a), x) }
	beside := func(num, den int, x *big.Rat) *big.Rat { // (num+x)/(den+x)
		return x.Quo(new(big.Rat).Add(bigRat(num), x), new(big.Rat).Add(bigRat(den), x))
	}
	weights := func(a int) *big.Rat {
		x := times(a, small)
		return beside(1, n, x.Add(x, times(n-a, large)))
	}
	cost := func(a int) *big.Rat { return beside(s, n+a, times(a, small)) }
	at := func(a int) *big.Rat { return maxRat(maxRat(weights(a), cost(a)), fraction(s-1, n)) }
	best := at(0)
	if s == least {
		return best
	}
	// The first grows with a, and the second is monotone. If it falls, the two cross once.
	// Otherwise a = 0 is best.
	if a := sort.Search(n-1, func(a int) bool { return weights(a).Cmp(cost(a)) >= 0 }); a > 0 {
		best = minRat(best, minRat(at(a), at(a-1)))
	}
	return best
}

// minRat returns the smaller of two rationals.
func minRat(x, y *big.Rat) *big.Rat {
	if x.Cmp(y) <= 0 {
		return x
	}
	return y
}
