package group

import (
	"fmt"
	"math/big"

	"coterie/bounds"
)

// excluded returns an argument why no m-group quorum system on n nodes has degree d with every
// responsibility at most responsibility (0: any), if one is known; m >= 2, d >= 1.
func excluded(n, m, d, responsibility int) (by string, ok bool) {
	if responsibility > 0 && responsibility < m {
		if by, ok := excludedByResponsibility(n, m, d, responsibility); ok {
			return by, true
		}
	}
	for fused := 0; fused < d-1; fused++ {
		by, ok := excludedFull(n-2*fused, m, d-fused)
		switch {
		case ok && fused == 0:
			return by, true
		case ok:
			return fmt.Sprintf("fusion, from degree %d on %d nodes: %s", d-fused, n-2*fused, by), true
		}
	}
	return "", false
}

// excludedFull judges d >= 2 without fusion.
func excludedFull(n, m, d int) (by string, ok bool) {
	switch {
	case d*d > n:
		return fmt.Sprintf("Joung's Lemma 3.2, d^2 <= n: degree %d needs %d nodes", d, d*d), true
	case d*d == n && bounds.NetDegree(n, m) < d:
		return fmt.Sprintf("no %d orthogonal Latin squares of side %d: %s", m-2, d, bounds.MOLS(d).UpperBy), true
	case d == 2 && int64(m) > binaryColumns(n):
		return fmt.Sprintf("Katona and Kleitman-Spencer 1973, m <= C(n-1, ceil(n/2)) with n = %d for degree 2", n), true
	case m >= d+2 && n <= d*d+d-2 && m*(d*d+d-n) > n:
		return fmt.Sprintf("tight quorums, m(d^2+d-n) <= n with d = %d", d), true
	}
	return "", false
}

// binaryColumns returns C(n-1, ⌈n/2⌉), the greatest number of columns of a covering array of n >= 1
// rows and 2 symbols; for n > 60, where it has 17 digits and more, that of 60.
func binaryColumns(n int) int64 {
	n = min(n, 60)
	return new(big.Int).Binomial(int64(n-1), int64((n+1)/2)).Int64()
}

func excludedByResponsibility(n, m, d, responsibility int) (by string, ok bool) {
	if responsibility == 1 {
		return "a node that two quorums of different cartels share is in both, responsibility at least 2", true
	}
	if bounds.DegreeByResponsibility(n, m, responsibility) < d {
		return fmt.Sprintf("Joung's Lemma 3.3 for responsibility %d, m(m-1)d^2 <= %d*n: degree %d would break it", responsibility, responsibility*(responsibility-1), d), true
	}
	size := (d*(m-1) + responsibility - 2) / (responsibility - 1)
	if m*d*size > n*responsibility {
		return fmt.Sprintf("quorums of at least %d nodes, m*d*%d <= %d*n with d = %d", size, size, responsibility, d), true
	}
	return "", false
}

// upperBound returns the greatest degree that no argument excludes, and the argument against the
// next one. Cost O(n) arguments.
func upperBound(n, m, responsibility int) (upper int, by string) {
	if m == 1 {
		return n, "disjoint quorums, at most n"
	}
	for d := 1; ; d++ { // d = ⌊√n⌋ + 1 is excluded
		if by, ok := excluded(n, m, d, responsibility); ok {
			return d - 1, by
		}
	}
}
