package bounds

import "coterie/gf"

// PlaneSize returns a lower bound on the largest |S_i| of a site assignment of n nodes whose
// quorums meet pairwise (a), in which no responsibility is greater than that size: with K =
// MaekawaSize(n) it is K, and K+1 in two cases where K itself is impossible,
//
//   - n = K(K-1)+1, and it is proven that there is no projective plane of order K-1 (see
//     PlaneOrder): n = 43, 111, 211, ...;
//   - n = K(K-1) with K ≥ 3, and K-2 is no square while n/2 is odd, or K is no square while n/2
//     is even: n = 20, 42, 56, 90, 132, 156, 182, ...
//
// It is what these two arguments give, and not claimed to be reached: for other n too K may be
// impossible. It is not monotone in n: PlaneSize(56) = 9, PlaneSize(57) = 8.
//
// (K = 2 is left out: {1}, {1} is an assignment of two nodes with other sizes than 2.)
//
// It panics if n < 1. Cost: that of PlaneOrder.
//
// Proof: docs/theorems/plane-size.md.
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
