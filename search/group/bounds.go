package group

import (
	"fmt"
	"math/big"
	"sort"

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
	if d < 2 {
		return "", false
	}
	return excludedFull(n, m, d)
}

// excludedFull judges d >= 2 without a limit. (Fusion, from degree d-1 on n-2 nodes, excludes
// nothing more for d <= 12 and m <= 100.)
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
	case m > d && agreeTooOften(n, m, d):
		return fmt.Sprintf("agreeing rows: of %d rows, with %d columns and %d symbols, two would agree too often", n, m, d), true
	}
	return "", false
}

// agreeTooOften reports whether the rows of a full array of n >= d² rows, m >= 2 columns and d >= 2
// symbols would have to agree more often than its columns let them, so that there is none.
//
// Proof: docs/theorems/agreeing-rows.md.
func agreeTooOften(n, m, d int) bool {
	extra := n - d*d
	pairs := n * (n - 1) / 2
	each, more := extra/d, extra%d
	least := d*each*each + more*(2*each+1) // of a column: the sum of squares of the extra rows of its symbols
	// room is by how much the columns let rows agree more often than they have to, times 4, where
	// the sums of squares of all columns together are m·least + 2k; it is concave in k.
	room := func(k int) int {
		squares := m*least + 2*k
		agree := m*(d*d*(d-1)/2+d*extra) + (squares-m*extra)/2
		q, r := agree/pairs, agree%pairs
		return (m-1)*(squares+m*extra) - 2*(r*(q+1)*q+(pairs-r)*q*(q-1))
	}
	most := m * (extra*extra - least) / 2
	k := sort.Search(most, func(k int) bool { return room(k+1) <= room(k) })
	return room(k) < 0
}

// binaryColumns returns C(n-1, ⌈n/2⌉), the greatest number of columns of a covering array of n >= 1
// rows and 2 symbols; for n > 60, where it has 17 digits and more, that of 60.
func binaryColumns(n int) int64 {
	n = min(n, 60)
	return new(big.Int).Binomial(int64(n-1), int64((n+1)/2)).Int64()
}

// excludedByResponsibility judges degrees under a limit of responsibility.
//
// Proof: docs/theorems/degree-by-responsibility.md, docs/theorems/covering-with-blanks.md.
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
	if d*(m-1)%(responsibility-1) == 0 && n*responsibility-m*d*size == 1 {
		return fmt.Sprintf("Hanani's argument: %d quorums of at least %d nodes, each pair of cartels met once, leave one place of %d*n = %d over",
			m*d, size, responsibility, n*responsibility), true
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
