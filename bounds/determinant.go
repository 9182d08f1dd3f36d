package bounds

import (
	"context"
	"sync"

	"coterie/bounds/excess"
)

// PlaneSize returns a lower bound on the largest |S_i| of a site assignment of n nodes whose
// quorums meet pairwise (a), in which no responsibility is greater than that size. With K =
// MaekawaSize(n) it is K, or K+1 if K itself is known to be impossible:
//
//   - n = K(K-1)+1, and it is proven that there is no projective plane of order K-1 (see
//     PlaneOrder): n = 43, 111, 211, ...;
//   - n = K(K-1) with K ≥ 3, and a determinant is not a square, or a quadratic form is not
//     equivalent to another one (see excess.Decide): n = 20, 42, 56, 90, 132, 156, 182, ...;
//   - n = 29 = 6·5-1, n = 41 = 7·6-1 and n = 55 = 8·7-1, by the arithmetic of cycles (see
//     excess.Decide).
//
// These arguments give no more, and the bound need not be attained: K may be impossible for other
// n, too. The bound is not monotone in n: PlaneSize(56) = 9, PlaneSize(57) = 8.
//
// (K = 2 is left out: {1}, {1} is an assignment of two nodes with other sizes than 2.)
//
// It panics if n < 1. Cost: that of PlaneOrder, and once, for the cycles, tens of milliseconds for
// n = 41 and a quarter of a second for n = 55.
//
// Proof: docs/theorems/plane-size.md, docs/theorems/excess-pairs.md,
// docs/theorems/excess-cycles.md.
func PlaneSize(n int) int {
	k := MaekawaSize(n)
	// The product is tested by division, which never overflows.
	atPlane := k >= 2 && (n-1)%k == 0 && (n-1)/k == k-1
	if atPlane && PlaneOrder(k-1).Excluded() {
		return k + 1
	}
	if _, excluded := NearPlane(n); excluded {
		return k + 1
	}
	return k
}

// quickCycles is the greatest K for which the types of cycles take less than a second.
const quickCycles = 8

// cycleReports returns the reports for K(K-1)-1 nodes, each computed once.
var cycleReports = func() (reports [quickCycles + 1]func() excess.Report) {
	for k := range reports {
		reports[k] = sync.OnceValue(func() excess.Report { return decideNear(k*(k-1)-1, k) })
	}
	return reports
}()

func decideNear(n, k int) excess.Report {
	r, err := excess.Decide(context.Background(), n, k)
	if err != nil {
		panic(err) // its context does not end
	}
	return r
}

// NearPlane reports whether K = MaekawaSize(n) is impossible, by arithmetic alone, for n = K(K-1)
// or K(K-1)-1. by names the argument. The cost is that of PlaneSize, which uses NearPlane.
func NearPlane(n int) (by string, excluded bool) {
	k := MaekawaSize(n)
	atPairs := k >= 3 && n%k == 0 && n/k == k-1 // by division, as in PlaneSize
	var r excess.Report
	switch {
	case atPairs:
		r = decideNear(n, k)
	case k >= 4 && k <= quickCycles && n == k*(k-1)-1:
		r = cycleReports[k]()
	}
	return r.By, r.Excluded
}
