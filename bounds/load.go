package bounds

import (
	"math/big"
	"slices"
)

// LoadFromSize returns max(1/c, c/n): a lower bound on the load of a quorum system of n nodes
// whose smallest quorum has c members. The caller must have checked that every two quorums meet
// (1/c needs it; c/n holds for any family).
//
// Source: Naor and Wool 1998. Proof. Fix a strategy, and let ℓ(x) be the probability that node
// x is asked. The smallest quorum Q meets every quorum, so Σ_{x∈Q} ℓ(x) ≥ 1, and one of its c
// members has ℓ(x) ≥ 1/c. A quorum has at least c members, so Σ_x ℓ(x) ≥ c over all n nodes,
// and one has ℓ(x) ≥ c/n. ∎ It panics unless 1 ≤ c ≤ n.
func LoadFromSize(n, c int) *big.Rat {
	needAtLeast("n", n, 1)
	need("c", c, 1, n)
	return maxRat(fraction(1, c), fraction(c, n))
}

// LoadFromNodes returns 1/√n: a lower bound on the load of every quorum system of n nodes. The
// caller must have checked that every two quorums meet: the 2-element subsets of 5 nodes have
// load 2/5 < 1/√5.
//
// Source: Naor and Wool 1998. Proof. One of 1/c and c/n in LoadFromSize is at least their
// geometric mean. ∎ PlaneLoad is greater for every n > 1. It panics if n < 1.
func LoadFromNodes(n int) Surd {
	needAtLeast("n", n, 1)
	return squareRoot(fraction(1, n))
}

// PlaneLoad returns (1+√(4n-3))/(2n), the positive root L of nL(nL-1)+1 = n: a lower bound on
// the load of every quorum system of n nodes. The caller must have checked that every two
// quorums meet. It is Maekawa's inequality with nL, the mean number of nodes asked if all were
// equally busy, in the place of K, and without his hypothesis on responsibilities. It improves
// 1/√n for every n > 1, and projective planes reach it: their load is (q+1)/(q²+q+1).
//
// Proof. Take an optimal strategy w that is a vertex of the linear program: at most n quorums
// have positive weight, because the program has n constraints for nodes and one for the sum,
// and the load is a positive variable. Let ℓ(x) be the probability that node x is asked; ℓ(x) ≤
// L. For a quorum Q of positive weight, counting how often its members are asked,
//
//	L·|Q| ≥ Σ_{x∈Q} ℓ(x) = Σ_R w(R)·|Q ∩ R| ≥ w(Q)·|Q| + (1 - w(Q)),
//
// since every other quorum meets Q. Here w(Q) ≤ L; if w(Q) = L, then L ≥ 1 and nothing is left
// to prove. Otherwise |Q| ≥ (1-w(Q))/(L-w(Q)), and as each ℓ(x) ≤ L,
//
//	nL ≥ Σ_x ℓ(x) = Σ_Q w(Q)·|Q| ≥ Σ_Q f(w(Q)),   f(w) = w(1-w)/(L-w).
//
// With u = L-w we have f = L(1-L)/u - u + (2L-1), convex in u > 0, hence convex on 0 ≤ w < L;
// and f(0) = 0, so the sum may be taken over exactly n weights, zeros added. Their mean is 1/n,
// which is less than L for n > 1 (as L ≥ 1/√n), and Jensen's inequality gives
//
//	nL ≥ n·f(1/n) = (n-1)/(nL-1),
//
// that is, nL(nL-1) ≥ n-1. For n = 1 the load is 1. ∎ It panics if n < 1.
func PlaneLoad(n int) Surd {
	needAtLeast("n", n, 1)
	square := multiply(n, n)
	radicand := meanSizeRadicand(n) // (4n-3)/4
	radicand.Quo(radicand, new(big.Rat).SetInt(square))
	half := new(big.Rat).SetFrac(big.NewInt(1), multiply(2, n))
	return NewSurd(half, radicand)
}

// LoadFromLargest returns (n+r-1)/(n·r): a lower bound on the load of a quorum system of n
// nodes none of whose quorums has more than r members. The caller must have checked that every
// two quorums meet. For a system with quorums of one size r it is (r-1)/(nr) more than the 1/r
// of LoadFromSize, so it improves it for r > 1; projective planes reach it.
//
// Proof. As for PlaneLoad, take an optimal strategy w that gives at most n quorums positive
// weight. There L·|Q| ≥ w(Q)·|Q| + 1 - w(Q) was shown, that is, w(Q)(|Q|-1) ≤ L|Q| - 1. If r =
// 1, there is one quorum and L = 1. Otherwise |Q| may be replaced by r: the difference of the
// two sides, (L-w(Q))·|Q| - 1 + w(Q), grows with |Q|, since w(Q) ≤ L. So w(Q) ≤ (Lr-1)/(r-1),
// and summing over at most n quorums, 1 ≤ n(Lr-1)/(r-1). ∎ It panics unless 1 ≤ r ≤ n.
func LoadFromLargest(n, r int) *big.Rat {
	needAtLeast("n", n, 1)
	need("r", r, 1, n)
	bound := fraction(1, r)
	return bound.Add(bound, new(big.Rat).SetFrac(bigInt(r-1), multiply(n, r)))
}

// CartelLoad returns a lower bound on the load of cartel i of a group quorum system of n nodes:
// sizes[j] is the size of the smallest quorum of cartel j, i is 0-based. The load is that of
// the cartel alone, when only its group is active. The bound is
//
//	max( c_i/n, 1/min_{j≠i} c_j ),
//
// and c_i/n where there is only one cartel. Quorums within a cartel need not meet, so 1/c_i is
// no bound (two singletons have load 1/2).
//
// Proof. Σ_x ℓ(x) ≥ c_i, so one node has ℓ(x) ≥ c_i/n. Let Q be a smallest quorum of another
// cartel. It meets every quorum of cartel i, so Σ_{x∈Q} ℓ(x) ≥ 1, and one of its members has
// ℓ(x) ≥ 1/|Q|. ∎ It panics if i is no index, or a size is not in 1..n.
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

// LoadProduct returns 1/n: a lower bound on the product of the loads of two different cartels
// of a group quorum system of n nodes. So the busier of the two has load at least 1/√n.
//
// Proof. Let ℓ and ℓ' be the probabilities that the nodes are asked under strategies of the two
// cartels, drawn independently. The two quorums drawn always share a node, so the expected
// number of shared nodes, Σ_x ℓ(x)·ℓ'(x), is at least 1; and it is at most n times the product
// of the two maxima. ∎ It panics if n < 1.
func LoadProduct(n int) *big.Rat {
	needAtLeast("n", n, 1)
	return fraction(1, n)
}

// MixLoad returns a lower bound on the load of a group quorum system of n nodes under a mix of
// groups: an entry is by group i with probability mix[i] (positive or 0, sum 1), each group has
// its own strategy, and the load is that of the busiest node over all entries. With the t
// heaviest groups of the mix, for the t ≥ 2 that makes it greatest, the bound is
//
//	√( (t/(t-1))·((Σ mix[i])² - Σ mix[i]²) / n ),
//
// which is 1/√n for equal groups, and 0 if one group makes all entries.
//
// Proof. Let ℓ_i be the probabilities of group i and a_i = mix[i]·ℓ_i. The load of node x is at
// least the sum of a_i(x) over the t groups. By Maclaurin's inequality (Σ a_i)² ≥
// (2t/(t-1))·Σ_{i<j} a_i·a_j. Sum this over the nodes: Σ_x ℓ_i(x)·ℓ_j(x) ≥ 1 for i ≠ j, as in
// LoadProduct, so that n times the squared load is at least (2t/(t-1))·Σ_{i<j} mix[i]·mix[j] =
// (t/(t-1))·((Σ mix[i])² - Σ mix[i]²). ∎ It panics if n < 1, a share is negative, or they do
// not sum to 1.
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

// MixLoadFromSizes returns a lower bound on the load of a group quorum system of n nodes under
// a mix of groups, as in MixLoad, where sizes[i] is the size of the smallest quorum of cartel
// i:
//
//	max( Σ_i mix[i]·c_i/n, max_j (1-mix[j])/c_j ).
//
// Proof. The loads of all nodes sum to at least Σ mix[i]·c_i. A smallest quorum Q of cartel j
// meets every quorum of the other cartels, so that its members' loads sum to at least Σ_{i≠j}
// mix[i] = 1 - mix[j]. ∎ It panics if a size is not in 1..n, the shares are no distribution, or
// there are not as many of them as sizes.
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
