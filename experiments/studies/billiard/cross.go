package billiard

import (
	"fmt"

	"coterie/construct"
	"coterie/quorum"
)

// Cross returns the sites in one row and in one column of the q × q modified grid, rows and
// columns from 0: a set that meets every billiard quorum, which Agrawal et al. (1997, section 5)
// propose to add. The cell where the two lines cross need not be one of the modified grid. Cost
// O(q).
//
// It has q+1 sites if row and column, counted from 1, are both even, and q-1 otherwise, and meets
// every billiard quorum. For q >= 5 each of these sets alone may be added and gives a larger
// coterie; for q = 3 those with 2 sites are part of quorums. The theorem also says which may be
// added together.
//
// It panics unless q is odd, q >= 3, and row and column are in 0..q-1.
//
// Proof: docs/theorems/billiard-crosses.md.
func Cross(q, row, column int) quorum.Set {
	if q < 3 || q%2 == 0 || min(row, column) < 0 || max(row, column) >= q {
		panic(fmt.Sprintf("billiard: Cross(%d, %d, %d): no row or column of a modified grid", q, row, column))
	}
	var sites []int
	for j := 1 - row%2; j < q; j += 2 {
		sites = append(sites, construct.BilliardSite(q, row, j))
	}
	for i := 1 - column%2; i < q; i += 2 {
		if i != row {
			sites = append(sites, construct.BilliardSite(q, i, column))
		}
	}
	return quorum.SetOf(sites...)
}
