package bounds

import (
	"math"
	"math/big"

	"coterie/gf"
)

// maxSize is the greatest K for which K² is an int, with room to spare.
var maxSize = gf.FloorSqrt(math.MaxInt)

// NodesByResponsibility returns k(d-1) + 1: the greatest number of nodes of a site assignment if
// its quorums meet pairwise (a), one of them has at most k members, and every node has
// responsibility at most d. Neither (b) nor the equalities of (c) and (d) are needed.
//
// The same count works for any list of pairwise meeting sets, repetitions included, with n read as
// the length of the list. Source: Maekawa 1985, section 3, "(D-1)K + 1". It panics if k < 1, d < 1,
// or the result does not fit an int.
//
// Proof: docs/theorems/nodes-by-responsibility.md.
func NodesByResponsibility(k, d int) int {
	needAtLeast("k", k, 1)
	need("d", d, 1, (math.MaxInt-1)/k) // k·(d-1)+1 ≤ k·d+1
	return k*(d-1) + 1
}

// MaekawaNodes returns K(K-1) + 1: the greatest number of nodes of a site assignment if its quorums
// meet pairwise (a), every |S_i| ≤ K, and every node has responsibility at most K. It panics if K <
// 1 or the result does not fit an int.
//
// Maekawa (1985, section 3) states it for (a) to (d), which imply the hypothesis on
// responsibilities: counting the pairs (x, i) with x ∈ S_i in two ways, by (c) and by (d), gives nK
// = nD, so that D = K. In the same way (a), |S_i| ≤ K and (d) suffice: nD = Σ|S_i| ≤ nK. Equality
// is reached by the projective planes of order K-1, with a system of distinct representatives for
// (b).
//
// Without the hypothesis on responsibilities the statement is false: the star S_i = {1, i}
// satisfies (a) and (b) with every |S_i| ≤ 2 for any number of nodes, while MaekawaNodes(2) = 3;
// node 1 has responsibility n.
//
// Proof: docs/theorems/nodes-by-responsibility.md.
func MaekawaNodes(k int) int {
	need("K", k, 1, maxSize)
	return k*(k-1) + 1
}

// MaekawaSize returns the least K with K(K-1)+1 ≥ n, a lower bound on the largest |S_i| of a
// site assignment of n nodes whose quorums meet pairwise (a), in which every node has
// responsibility at most K. In closed form it is ⌈(1+√(4n-3))/2⌉. It is the inverse of
// MaekawaNodes, whose comment has the proof and the counterexample without the hypothesis on
// responsibilities.
//
// It bounds the largest size, not the mean: Maekawa's own sets for five nodes (1985, section 7,
// Method 1) have sizes 3, 2, 3, 3, 2 and responsibilities 2, 3, 2, 3, 3; MaekawaSize(5) is 3,
// their mean size is 13/5. The mean size has the bound MeanSizeFloor under equal
// responsibility.
//
// The same number bounds the largest quorum of every quorum system of n nodes with equal
// responsibility, however many quorums it has; see MeanSizeFloor. It panics if n < 1.
func MaekawaSize(n int) int {
	needAtLeast("n", n, 1)
	// With s = ⌊√(n-1)⌋ we have (s+2)(s+1) > n-1 ≥ s², so that K is s+1 or s+2.
	s := gf.FloorSqrt(n - 1)
	if n-1-s*s <= s {
		return s + 1
	}
	return s + 2
}

// MeanSizeFloor returns (1+√(4n-3))/2, the root κ ≥ 1 of κ(κ-1)+1 = n: a lower bound on the mean
// quorum size of a quorum system of n nodes in which every node lies in equally many of the
// quorums. The system may list any number of quorums, of different sizes, and list one more than
// once; it need not be a site assignment. Equality holds for projective planes.
//
// It extends Maekawa's N ≤ K(K-1)+1 from n sites to any number of quorums, and from the largest
// size to the mean. It panics if n < 1.
//
// Proof: docs/theorems/mean-size.md.
func MeanSizeFloor(n int) Surd {
	needAtLeast("n", n, 1)
	return NewSurd(big.NewRat(1, 2), meanSizeRadicand(n))
}

// meanSizeRadicand returns (4n-3)/4.
func meanSizeRadicand(n int) *big.Rat {
	r := bigRat(n)
	return r.Sub(r, big.NewRat(3, 4))
}

// InclusionSize returns the least K such that n nodes have a site assignment with (a), (b) and
// every |S_i| ≤ K: 1 for one node, otherwise 2. (a) and (b) give no more without a hypothesis on
// responsibilities.
//
// It panics if n < 1.
//
// Proof: docs/theorems/nodes-by-responsibility.md.
func InclusionSize(n int) int {
	needAtLeast("n", n, 1)
	return min(n, 2)
}
