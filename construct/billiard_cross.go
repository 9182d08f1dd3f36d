package construct

import (
	"fmt"

	"coterie/quorum"
)

// BilliardCross returns the sites in one row and in one column of the q × q modified grid, rows and
// columns from 0: a set that meets every billiard quorum, which Agrawal et al. (1997, section 5) propose
// to add. The cell where the two lines cross need not be one of the modified grid. Cost O(q).
//
// # Theorem
//
// Let q = 2t+1, rows and columns be numbered from 1 as in the paper, and X(i,j) be row i together with
// column j. A line with an odd number has t cells, one with an even number t+1; cell (i,j) exists if i+j
// is odd. So X(i,j) has q+1 sites if i and j are both even, and q-1 otherwise.
//
//  1. X(i,j) meets every billiard quorum.
//  2. The billiard coterie is dominated, for every q.
//  3. For q >= 5 none of the q² sets X(i,j) contains, or is contained in, a billiard quorum or another
//     X(i',j'): each of them alone may be added, and gives a larger coterie.
//  4. X(i,j) and X(i',j') are disjoint if and only if i ≠ i', j ≠ j', and both i+j' and i'+j are even.
//  5. For q >= 5 there are exactly 4N = 8t(t+1) families of these sets that may be added together and to
//     which no further X(i,j) can be added, all of t²+3t+1 sets: all X(i,j) with i even and j odd, or all
//     with i odd and j even; and besides these t sets with i and j even, all in one row i or all in one
//     column j, and t+1 sets with i and j odd, likewise.
//
// Proof. 1: a path from left to right has a cell in every column, one from bottom to top a cell in every
// row (see Billiard). 2: X(1,1) has q-1 sites, so it contains no quorum, and it meets all of them. 3: A
// path from left to right has one cell in each column, and cells of successive columns are in different
// rows. If it were part of X(i,j), its cells outside column j would all be in row i, so no two of them in
// successive columns: for q >= 5 there are two. Conversely X(i,j) has the t >= 2 cells of column j, which
// are too many. For a path from bottom to top exchange rows and columns. If X(i,j) is part of X(i',j')
// and i ≠ i', the t >= 2 cells of row i lie in column j', which has one cell of row i at most; so i = i',
// and likewise j = j'. 4: In different rows and different columns, row i can meet column j' alone, and
// row i' column j: in the cells (i,j') and (i',j), if these exist. In the same row, or column, they share
// its cells. 5: By 4, sets that conflict are, in parities, even-even and even-even, odd-odd and odd-odd, or
// even-odd and odd-even. In the last case all pairs conflict, since i ≠ i' and j ≠ j' there, so that one
// of these two classes stays out, and the whole other one is free of conflict: t(t+1) sets. In the first
// two cases sets conflict if they differ in both row and column. Sets of which every two agree in one of
// these all agree in the same one, since three that do not would be of the form (i,j), (i,j'), (i',j),
// and the last two differ in both. So a maximal choice is a full row or a full column of the t × t, or of
// the (t+1) × (t+1), indices of that parity. The three choices are independent: 2t·2(t+1)·2 families of
// t + (t+1) + t(t+1) sets, where t >= 2 makes rows and columns of indices different. ∎
//
// For q = 3 the sets with q-1 = 2 sites are part of quorums, and X(2,2) is the set of all 4 sites.
//
// It panics unless q is odd, q >= 3, and row and column are in 0..q-1.
func BilliardCross(q, row, column int) quorum.Set {
	if q < 3 || q%2 == 0 || min(row, column) < 0 || max(row, column) >= q {
		panic(fmt.Sprintf("construct: BilliardCross(%d, %d, %d): no row or column of a modified grid", q, row, column))
	}
	var sites []int
	for j := 1 - row%2; j < q; j += 2 {
		sites = append(sites, BilliardSite(q, row, j))
	}
	for i := 1 - column%2; i < q; i += 2 {
		if i != row {
			sites = append(sites, BilliardSite(q, i, column))
		}
	}
	return quorum.SetOf(sites...)
}
