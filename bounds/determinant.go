package bounds

import (
	"context"

	"coterie/bounds/excess"
)

// PlaneSize returns a lower bound on the largest |S_i| of a site assignment of n nodes whose
// quorums meet pairwise (a), in which no responsibility is greater than that size: with K =
// MaekawaSize(n) it is K, and K+1 where K itself is known to be impossible,
//
//   - n = K(K-1)+1, and it is proven that there is no projective plane of order K-1 (see
//     PlaneOrder): n = 43, 111, 211, ...;
//   - n = K(K-1) with K ≥ 3, and a determinant is no square, or a quadratic form not equivalent to
//     another one (see excess.Decide): n = 20, 42, 56, 90, 132, 156, 182, ...;
//   - n = 29 = 6·5-1 and n = 41 = 7·6-1, by the arithmetic of cycles (see excess.Decide).
//
// It is what these arguments give, and not claimed to be reached: for other n too K may be
// impossible. It is not monotone in n: PlaneSize(56) = 9, PlaneSize(57) = 8.
//
// (K = 2 is left out: {1}, {1} is an assignment of two nodes with other sizes than 2.)
//
// It panics if n < 1. Cost: that of PlaneOrder, and tens of milliseconds for 41.
//
// Proof: docs/theorems/plane-size.md, docs/theorems/excess-pairs.md,
// docs/theorems/excess-cycles.md.
func PlaneSize(n int) int {
	k := MaekawaSize(n)
	// The product is tested by division, which no n makes overflow.
	atPlane := k >= 2 && (n-1)%k == 0 && (n-1)/k == k-1
	if atPlane && PlaneOrder(k-1).Excluded() {
		return k + 1
	}
	if _, excluded := NearPlane(n); excluded {
		return k + 1
	}
	return k
}

// quickCycles is the greatest K for which the types of cycles take milliseconds.
const quickCycles = 7

// NearPlane says whether K = MaekawaSize(n) is impossible for n = K(K-1) or K(K-1)-1, by arithmetic
// that takes milliseconds, and by which. It is what PlaneSize uses.
func NearPlane(n int) (by string, excluded bool) {
	k := MaekawaSize(n)
	atPairs := k >= 3 && n%k == 0 && n/k == k-1 // by division, as in PlaneSize
	atCycles := k >= 4 && k <= quickCycles && n == k*(k-1)-1
	if !atPairs && !atCycles {
		return "", false
	}
	r, err := excess.Decide(context.Background(), n, k)
	if err != nil {
		panic(err) // its context does not end
	}
	return r.By, r.Excluded
}
