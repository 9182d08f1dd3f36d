package bounds

import (
	"math/big"
	"slices"
)

// LoadFromSize returns max(1/c, c/n): a lower bound on the load of a quorum system of n nodes whose
// smallest quorum has c members. The caller must have checked that every two quorums meet (1/c
// needs it; c/n holds for any family).
//
// Source: Naor and Wool 1998. It panics unless 1 ≤ c ≤ n.
//
// Proof: docs/theorems/load-floors.md.
func LoadFromSize(n, c int) *big.Rat {
	needAtLeast("n", n, 1)
	need("c", c, 1, n)
	return maxRat(fraction(1, c), fraction(c, n))
}

// LoadFromIntersection returns max(t/c, c/n): a lower bound on the load of a quorum system of n
// nodes whose smallest quorum has c members, and of which every two quorums, a quorum and itself
// among them, share t nodes. It is at least √(t/n): t = b+1 where b nodes may lie and data is
// signed, and 2b+1 where liars are masked.
//
// Source: Malkhi, Reiter and Wool 2000, of masking. It panics unless 1 ≤ t ≤ c ≤ n.
//
// Proof: docs/theorems/liars.md.
func LoadFromIntersection(n, c, t int) *big.Rat {
	needAtLeast("n", n, 1)
	need("c", c, 1, n)
	need("t", t, 1, c)
	return maxRat(fraction(t, c), fraction(c, n))
}

// OpaqueLoad returns 1/2: a lower bound on the load of every opaque system, whichever nodes may
// lie.
//
// Source: Malkhi and Reiter 1998, section 5.
//
// Proof: docs/theorems/liars.md.
func OpaqueLoad() *big.Rat { return fraction(1, 2) }

// LoadFromNodes returns 1/√n: a lower bound on the load of every quorum system of n nodes. The
// caller must have checked that every two quorums meet: the 2-element subsets of 5 nodes have load
// 2/5 < 1/√5.
//
// Source: Naor and Wool 1998. PlaneLoad is greater for every n > 1. It panics if n < 1.
//
// Proof: docs/theorems/load-floors.md.
func LoadFromNodes(n int) Surd {
	needAtLeast("n", n, 1)
	return squareRoot(fraction(1, n))
}

// PlaneLoad returns (1+√(4n-3))/(2n), the positive root L of nL(nL-1)+1 = n: a lower bound on the
// load of every quorum system of n nodes. The caller must have checked that every two quorums meet.
// It is Maekawa's inequality with nL, the mean number of nodes asked if all were equally busy, in
// the place of K, and without his hypothesis on responsibilities. It improves 1/√n for every n > 1,
// and projective planes reach it: their load is (q+1)/(q²+q+1).
//
// It panics if n < 1.
//
// Proof: docs/theorems/plane-load.md.
func PlaneLoad(n int) Surd {
	needAtLeast("n", n, 1)
	square := multiply(n, n)
	radicand := meanSizeRadicand(n) // (4n-3)/4
	radicand.Quo(radicand, new(big.Rat).SetInt(square))
	half := new(big.Rat).SetFrac(big.NewInt(1), multiply(2, n))
	return NewSurd(half, radicand)
}

// LoadFromLargest returns max((n+r-1)/(n·r), r/(r²-r+1)): a lower bound on the load of a quorum
// system of n nodes in which no quorum has more than r members. The caller must have checked that
// every two quorums meet. For a system with quorums of one size r the first is (r-1)/(nr) more than
// the 1/r of LoadFromSize; the second, which does not know n, is greater for n > r²-r+1. Projective
// planes reach both.
//
// Source of the second: Füredi 1981. It panics unless 1 ≤ r ≤ n.
//
// Proof: docs/theorems/plane-load.md, docs/theorems/fractional-matchings.md.
func LoadFromLargest(n, r int) *big.Rat {
	needAtLeast("n", n, 1)
	need("r", r, 1, n)
	bound := fraction(1, r)
	bound.Add(bound, new(big.Rat).SetFrac(bigInt(r-1), multiply(n, r)))
	plane := multiply(r, r-1)
	return maxRat(bound, new(big.Rat).SetFrac(bigInt(r), plane.Add(plane, bigInt(1))))
}

// CartelLoad returns a lower bound on the load of cartel i of a group quorum system of n nodes:
// sizes[j] is the size of the smallest quorum of cartel j, i is 0-based. The load is that of the
// cartel alone, if only its group is active. The bound is
//
//	max( c_i/n, 1/min_{j≠i} c_j ),
//
// and c_i/n if there is only one cartel. Quorums within a cartel need not meet, so 1/c_i is no
// bound (two singletons have load 1/2).
//
// It panics if i is no index, or a size is not in 1..n.
//
// Proof: docs/theorems/load-floors.md.
func CartelLoad(n int, sizes []int, i int) *big.Rat {
	needSizes(n, sizes, i)
	bound := fraction(sizes[i], n)
	if others, ok := leastOther(sizes, i); ok {
		bound = maxRat(bound, fraction(1, others))
	}
	return bound
}

// needSizes panics unless i indexes sizes and every size is in 1..n.
func needSizes(n int, sizes []int, i int) {
	needAtLeast("n", n, 1)
	need("i", i, 0, len(sizes)-1)
	for _, c := range sizes {
		need("c", c, 1, n)
	}
}

// leastOther returns the least of sizes[j] over j ≠ i; there is none if i is the only index.
func leastOther(sizes []int, i int) (least int, ok bool) {
	for j, c := range sizes {
		if j != i && (!ok || c < least) {
			least, ok = c, true
		}
	}
	return least, ok
}

// LoadProduct returns 1/n: a lower bound on the product of the loads of two different cartels of a
// group quorum system of n nodes. So the busier of the two has load at least 1/√n.
//
// It panics if n < 1.
//
// Proof: docs/theorems/load-floors.md.
func LoadProduct(n int) *big.Rat {
	needAtLeast("n", n, 1)
	return fraction(1, n)
}

// MixLoad returns a lower bound on the load of a group quorum system of n nodes under a mix of
// groups: an entry is by group i with probability mix[i] (positive or 0, sum 1), each group has its
// own strategy, and the load is that of the busiest node over all entries. With the t heaviest
// groups of the mix, for the t ≥ 2 that makes it greatest, the bound is
//
//	√( (t/(t-1))·((Σ mix[i])² - Σ mix[i]²) / n ),
//
// which is 1/√n for equal groups, and 0 if one group makes all entries.
//
// It panics if n < 1, a share is negative, or they do not sum to 1.
//
// Proof: docs/theorems/load-floors.md.
func MixLoad(n int, mix []*big.Rat) Surd {
	needAtLeast("n", n, 1)
	needMix(mix)
	heaviest := slices.SortedFunc(slices.Values(mix), func(x, y *big.Rat) int { return y.Cmp(x) })
	best, sum, squares := new(big.Rat), new(big.Rat), new(big.Rat)
	for t, share := range heaviest {
		sum.Add(sum, share)
		squares.Add(squares, new(big.Rat).Mul(share, share))
		if t == 0 {
			continue
		}
		candidate := new(big.Rat).Mul(sum, sum)
		candidate.Sub(candidate, squares)
		candidate.Mul(candidate, fraction(t+1, t))
		best = maxRat(best, candidate)
	}
	return squareRoot(best.Mul(best, fraction(1, n)))
}

// needMix panics unless the shares are a probability distribution.
func needMix(mix []*big.Rat) {
	sum := new(big.Rat)
	for _, share := range mix {
		if share.Sign() < 0 {
			panic("bounds: a group's share " + share.RatString() + " of the mix is negative")
		}
		sum.Add(sum, share)
	}
	if sum.Cmp(bigRat(1)) != 0 {
		panic("bounds: the shares of the mix sum to " + sum.RatString() + ", not to 1")
	}
}

// MixLoadFromSizes returns a lower bound on the load of a group quorum system of n nodes under a
// mix of groups, as in MixLoad, where sizes[i] is the size of the smallest quorum of cartel i:
//
//	max( Σ_i mix[i]·c_i/n, max_j (1-mix[j])/c_j ).
//
// It panics if a size is not in 1..n, the shares are not a distribution, or their number differs
// from that of the sizes.
//
// Proof: docs/theorems/load-floors.md.
func MixLoadFromSizes(n int, sizes []int, mix []*big.Rat) *big.Rat {
	needSizes(n, sizes, 0)
	needMix(mix)
	if len(sizes) != len(mix) {
		panic("bounds: as many shares as cartels are needed")
	}
	best, total := new(big.Rat), new(big.Rat)
	for j, c := range sizes {
		total.Add(total, new(big.Rat).Mul(mix[j], fraction(c, n)))
		rest := new(big.Rat).Sub(bigRat(1), mix[j])
		best = maxRat(best, rest.Mul(rest, fraction(1, c)))
	}
	return maxRat(best, total)
}
