package bounds

import (
	"coterie/gf"
	"math"
	"math/big"
)

// maxSize is the greatest K for which K² is an int, with room to spare.
var maxSize = gf.FloorSqrt(math.MaxInt)

// NodesByResponsibility returns k(d-1) + 1: the most nodes that a site assignment can have if
// its quorums meet pairwise (a), one of them has at most k members, and every node has
// responsibility at most d. Neither (b) nor the equalities of (c) and (d) are needed.
//
// Proof. Let S_1 have at most k members, and count the pairs (x, j) with x ∈ S_1 ∩ S_j. Each
// S_j with j ≠ 1 gives at least one, by (a), and S_1 itself gives |S_1|. Each x ∈ S_1 gives its
// responsibility, at most d. So |S_1| + (n-1) ≤ |S_1|·d, that is, n ≤ |S_1|(d-1) + 1 ≤ k(d-1) +
// 1. ∎
//
// The same count works for any list of pairwise meeting sets, repetitions included, with n read
// as the length of the list. Source: Maekawa 1985, section 3, "(D-1)K + 1". It panics if k < 1,
// d < 1, or the result is no int.
func NodesByResponsibility(k, d int) int {
	needAtLeast("k", k, 1)
	need("d", d, 1, (math.MaxInt-1)/k) // k·(d-1)+1 ≤ k·d+1
	return k*(d-1) + 1
}

// MaekawaNodes returns K(K-1) + 1: the most nodes that a site assignment can have if its
// quorums meet pairwise (a), every |S_i| ≤ K, and every node has responsibility at most K. It
// panics if K < 1 or the result is no int.
//
// Proof. NodesByResponsibility with d = K. ∎
//
// Maekawa (1985, section 3) states it for (a) to (d), where the hypothesis on responsibilities
// holds of itself: counting the pairs (x, i) with x ∈ S_i in two ways, by (c) and by (d), gives
// nK = nD, so that D = K. In the same way (a), |S_i| ≤ K and (d) suffice: nD = Σ|S_i| ≤ nK.
// Equality is reached by the projective planes of order K-1, with a system of distinct
// representatives for (b).
//
// Without the hypothesis on responsibilities the statement is false: the star S_i = {1, i}
// satisfies (a) and (b) with every |S_i| ≤ 2 for any number of nodes, while MaekawaNodes(2) =
// 3; node 1 has responsibility n.
func MaekawaNodes(k int) int {
	need("K", k, 1, maxSize)
	return k*(k-1) + 1
}

// MaekawaSize returns the least K with K(K-1)+1 ≥ n, a lower bound on the largest |S_i| of a
// site assignment of n nodes whose quorums meet pairwise (a), in which every node has
// responsibility at most K. In closed form it is ⌈(1+√(4n-3))/2⌉. It is the inverse of
// MaekawaNodes, which has the proof, and what is false without the hypothesis on
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

// PlaneSize returns a lower bound on the largest |S_i| of a site assignment of n nodes whose
// quorums meet pairwise (a), in which no responsibility is greater than that size: with K =
// MaekawaSize(n) it is K, and K+1 in two cases where K itself is impossible,
//
//   - n = K(K-1)+1, and it is proven that there is no projective plane of order K-1 (see
//     PlaneOrder): n = 43, 111, 211, ...;
//   - n = K(K-1) with K ≥ 3, and K-2 is no square while n/2 is odd, or K is no square while
//     n/2 is even: n = 20, 42, 56, 90, 132, 156, 182, ...
//
// It is what these two arguments give, and not claimed to be reached: for other n too K may be
// impossible. It is not monotone in n: PlaneSize(56) = 9, PlaneSize(57) = 8.
//
// Proof. Let every |S_i| and every responsibility r(x) be at most K. For each i, counting the
// pairs (x, j) with x ∈ S_i ∩ S_j and j ≠ i in two ways,
//
//	n-1 ≤ Σ_{j≠i} |S_i ∩ S_j| = Σ_{x∈S_i} (r(x)-1) ≤ |S_i|·(K-1).    (*)
//
// Let n = K(K-1)+1. Then n-1 = K(K-1), so that equality holds everywhere in (*): |S_i| = K, and
// S_i shares exactly one node with every other S_j. The n quorums hold nK nodes in all, and no
// node lies in more than K, so every node lies in exactly K of them. For K ≥ 2 these are n
// distinct lines of K points on n points, every two meeting in one point: two points lie on at
// most one common line, and each line has K(K-1)/2 of the n(n-1)/2 = n·K(K-1)/2 pairs of
// points, so they lie on exactly one. This is a projective plane of order K-1 (for K = 2 the
// triangle).
//
// Let n = K(K-1), an even number, and K ≥ 3. Now n-1 = (K-1)² + K-2 > (K-1)², so that |S_i| >
// K-1 by (*), that is, |S_i| = K. As before every node lies in exactly K quorums, and the sum in
// (*) is K(K-1) = (n-1) + 1: each S_i shares two nodes with one other quorum, and one node with
// each of the rest. To share two nodes is mutual, so it pairs the n quorums off. Let P be the
// permutation matrix of this pairing, I the identity, J the matrix of ones and A the incidence
// matrix, a row for each quorum; then
//
//	A·Aᵀ = (K-1)I + J + P.
//
// P is symmetric, P² = I and PJ = JP = J. On the vector of ones the eigenvalue is K-1 + n + 1 =
// K². On the vectors orthogonal to it J is 0, and P is 1 on a space of n/2 - 1 dimensions (one
// value for each pair, of sum 0) and -1 on one of n/2 dimensions (opposite values in each
// pair), where the eigenvalues are K and K-2. The determinant,
//
//	(det A)² = K²·K^{n/2-1}·(K-2)^{n/2} > 0,
//
// is the square of an integer. Where n/2 is odd this makes K-2 a square, where n/2 is even K.
// ∎ (K = 2 is left out: {1}, {1} is an assignment of two nodes with other sizes than 2.)
//
// It panics if n < 1. Cost: that of PlaneOrder.
func PlaneSize(n int) int {
	k := MaekawaSize(n)
	// Both products are tested by division, which no n makes overflow.
	atPlane := k >= 2 && (n-1)%k == 0 && (n-1)/k == k-1
	atPairs := k >= 3 && n%k == 0 && n/k == k-1
	if atPlane && PlaneOrder(k-1).Excluded() || atPairs && !pairsHaveSquare(k) {
		return k + 1
	}
	return k
}

// pairsHaveSquare reports whether K²·K^{n/2-1}·(K-2)^{n/2} with n = K(K-1) is a square, for K ≥
// 3 (see PlaneSize).
func pairsHaveSquare(k int) bool {
	// n/2 = K(K-1)/2 is odd exactly for K = 2 and 3 (mod 4).
	if k%4 >= 2 {
		return gf.IsSquare(k - 2)
	}
	return gf.IsSquare(k)
}

// MeanSizeFloor returns (1+√(4n-3))/2, the root κ ≥ 1 of κ(κ-1)+1 = n: a lower bound on the
// mean quorum size of a quorum system of n nodes in which every node lies in equally many of
// the quorums. The system may list any number of quorums, of different sizes, and list one more
// than once; it need not be a site assignment. Equality holds for projective planes.
//
// Proof. Let every node lie in D of the M listed quorums, and let κ be their mean size. Then nD
// = Mκ. The strategy that picks each listed quorum with probability 1/M asks every node with
// probability D/M = κ/n, so the load L of the system is at most κ/n. By PlaneLoad nL(nL-1)+1 ≥
// n, and so κ(κ-1)+1 ≥ n. ∎
//
// It extends Maekawa's N ≤ K(K-1)+1 from n sites to any number of quorums, and from the largest
// size to the mean. It panics if n < 1.
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
// every |S_i| ≤ K: 1 for one node, else 2. This is all that (a) and (b) give without a
// hypothesis on responsibilities.
//
// Proof. If all |S_i| = 1, then S_i = {i} by (b), and two of them do not meet. The star S_i =
// {1, i} has size 2. ∎ It panics if n < 1.
func InclusionSize(n int) int {
	needAtLeast("n", n, 1)
	return min(n, 2)
}
