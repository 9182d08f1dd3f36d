package construct

import (
	"context"
	"fmt"

	"coterie/gf"
	"coterie/quorum"
)

// maxBilliardSide keeps the number of nodes within quorum.MaxNodes.
const maxBilliardSide = 5791

// Billiard returns the billiard quorums of Agrawal, Eğecioğlu and El Abbadi (1997) on the q × q
// modified grid: quorum i is the broken billiard path of site i, by their procedure generate
// (Figure 6), and sites are 1, ..., n.
//
// It exists for odd q, 3 <= q <= 5791 (else the error is a *ParamError), with n = (q²-1)/2 nodes:
// the cells of the grid whose row and column, from 0, have an odd sum, numbered row by row. Cost
// O(n·q).
//
// # Properties
//
// Number the rows from top to bottom and the columns from left to right from 1, as the paper
// does, and let s = i+j be the sum of a cell, odd and so never q+1. A path of cell (i,j) with s <
// q+1 begins at the left side in row s-1, goes up and right to (i,j), down and right to the cell
// of sum 2q+2-s, and up and right again, to end at the right side in row q+2-s. One with s > q+1
// goes from the bottom, column s-q, to the top, column 2q+1-s, likewise: right, left, right.
//
//   - Equal effort: K = q = ⌈√2·√n⌉, for the first kind has one cell in each column, and the second
//     one in each row; and (q-1)² < 2n = q²-1 < q² for q >= 3.
//   - Intersection. Proof: cells with diagonal adjacency are a plane graph, since of two crossing
//     diagonals of the grid only one has cells of odd sum. A path from left to right shares a cell
//     with every path from bottom to top, and so do two from left to right of which one begins
//     above the other and ends below it, or at the same cell. Start and end row add up to q+1, so
//     that is the case for any two; and so for two from bottom to top.
//   - Uniqueness. Proof: a path of the first kind has one cell in each column. One of the second kind has
//     two cells in some column: all its steps are up, s-q-1 >= 1 of them to the left and 2q-s >= 1 to the
//     right, and where one of these follows one of those the path is back in a column. So the set
//     tells the kind. In the first kind the cells from left to right are the path, and the site is
//     the first from which the next one is lower: the j-1 steps before it are up, and the middle part
//     is q+1-s >= 1 steps down. In the second kind the cells from bottom to top are the path, and the
//     site is the first from which the next one is further left: the q-i steps before it are to the
//     right, and the middle part is s-q-1 >= 1 steps to the left. So the set tells the site. (It is
//     the first turn of the path, or the first cell if the path does not start up and right: that is
//     so for the q-1 sites with s < q+1 in column 1, or s > q+1 in row q, one for each s.)
//   - Inclusion: the path of a cell begins on the antidiagonal of the cell and reaches the cell before it
//     turns.
//   - Responsibility of cell (i,j): i+j-2 + 2·min(i,j) if i+j < q+1, and, by symmetry, the same
//     with q+1-i and q+1-j in place of i and j otherwise. It is 3 in cells (1,2), (2,1) and those
//     opposite, the least, and 2q-3 next to the middle of the antidiagonal, the greatest. Every odd
//     number between is taken, so that there are q-2 responsibilities.
//   - Dominated, for every q: see BilliardCross.
//
// Proof of the responsibilities. For a cell of sum σ < q+1, the paths that reach it in their first part
// are those of the i cells from it on up its antidiagonal; in their third part, those of the j cells
// of the antidiagonal of sum 2q+2-σ whose path turns there no later; in their middle part, those
// of the cells of its own diagonal of sum less than σ, or more than 2q+2-σ: min(i,j)-1 each. For
// q = 3 all are 3; for greater q responsibilities differ.
//
// In words: let the ring of a cell be its distance from the boundary, r = 0, ..., (q-3)/2, and δ = |i+j-q-1|
// its distance from the line from the bottom left corner to the top right one. Then the responsibility is
// q+1 + 2r - δ. In ring r it takes each odd value from 4r+3, beside the other two corners, to q+2r, beside that
// line, in four cells. So the least, the greatest and the mean of a ring, (q+6r+3)/2, grow with r. But rings
// overlap: for q >= 9 a cell of the boundary beside the line is in q quorums, more than the 7 of some cells of
// ring 1.
func Billiard(q int) (*quorum.System, error) {
	p, err := billiardPlan(q)
	return buildSystem(billiardFamily(), p, err)
}

// BilliardSite returns the site in a cell of the q × q modified grid (Agrawal et al. 1997,
// Proposition 2.1; all numbers from 0, so that the paper's n = ((i-1)q+j)/2 becomes (row·q +
// column - 1)/2).
//
// Proof. Row by row, cell (i,j) is at place p = (i-1)q+j of the ordinary grid. As q is odd, p is even exactly if
// i+j is odd: the modified grid takes every second place, the first one being p = 2, and site p/2 is at place p.
// So the paper's equations (1) for the neighbours of a cell follow: their places differ by ±q±1.
//
// It panics unless q is odd, q >= 3, row and column are in 0..q-1, and their sum is
// odd.
func BilliardSite(q, row, column int) int {
	if q < 3 || q%2 == 0 || row < 0 || row >= q || column < 0 || column >= q || (row+column)%2 == 0 {
		panic(fmt.Sprintf("construct: BilliardSite(%d, %d, %d): no cell of a modified grid", q, row, column))
	}
	return (row*q + column - 1) / 2
}

// BilliardCell returns the cell of a site in the q × q modified grid (Agrawal et al. 1997,
// Proposition 2.2), the inverse of BilliardSite; all numbers from 0.
//
// Proof. The place of the site is 2n = (i-1)q+j with 1 <= j <= q, a division with remainder.
//
// It panics unless q is odd,
// q >= 3 and site is in 0..(q²-1)/2-1.
func BilliardCell(q, site int) (row, column int) {
	if q < 3 || q%2 == 0 || site < 0 || site >= (q*q-1)/2 {
		panic(fmt.Sprintf("construct: BilliardCell(%d, %d): no site of a modified grid", q, site))
	}
	return (2*site + 1) / q, (2*site + 1) % q
}

// BilliardPath returns the q sites of the broken billiard path of a site, in the order of the
// path from the left or the bottom side: x_1, ..., x_q of procedure generate. It panics as
// BilliardCell does. Cost O(q).
func BilliardPath(q, site int) []int {
	BilliardCell(q, site) // for its panic
	path := make([]int, 0, q)
	for _, x := range appendBilliardPath(nil, q, site) {
		path = append(path, int(x))
	}
	return path
}

// appendBilliardPath is procedure generate of Figure 6, with k from 1 as there; only sites are
// shifted, to count from 0.
func appendBilliardPath(dst []int32, q, site int) []int32 {
	row, column := BilliardCell(q, site)
	i, j := row+1, column+1
	northEast, southEast, northWest := -(q-1)/2, (q+1)/2, -(q+1)/2 // equations (1)
	var x int
	walk := func(from, to, step int) {
		for k := from; k <= to; k++ {
			x += step
			dst = append(dst, int32(x))
		}
	}
	if i+j < q+1 {
		x = BilliardSite(q, i+j-2, 0) // the cell (i+j-1, 1) of the paper
		dst = append(dst, int32(x))
		walk(1, j-1, northEast)
		walk(j, q-i, southEast)
		walk(q-i+1, q-1, northEast)
	} else {
		x = BilliardSite(q, q-1, i+j-q-1) // the cell (q, i+j-q)
		dst = append(dst, int32(x))
		walk(1, q-i, northEast)
		walk(q-i+1, j-1, northWest)
		walk(j, q-1, northEast)
	}
	return dst
}

func billiardPlan(q int) (*plan, error) {
	if q < 3 || q > maxBilliardSide || q%2 == 0 {
		return nil, outOfRange("billiard", "q", q, fmt.Sprintf("an odd number in 3..%d", maxBilliardSide))
	}
	n := (q*q - 1) / 2
	return &plan{
		settings: []setting{intSetting("q", q)},
		n:        n,
		groups:   1,
		quorums:  constantCount(n),
		largest:  q,
		shape: func() (Shape, error) {
			return Shape{
				MinQuorum: q, MaxQuorum: q,
				MinResponsibility: bigOf(3), MaxResponsibility: bigOf(2*q - 3),
			}, nil
		},
		build: func(ctx context.Context, name string) (quorum.Structure, error) {
			return buildSites(ctx, name, n, q, func(dst []int32, _, site int) []int32 {
				return appendBilliardPath(dst, q, site)
			})
		},
	}, nil
}

func billiardForN(n int) (*plan, error) {
	// q is the greatest odd number with (q²-1)/2 <= n, at least 1.
	q := gf.FloorSqrt(2*n + 1)
	q -= 1 - q%2
	if q >= 3 && (q*q-1)/2 == n {
		return billiardPlan(q)
	}
	e := &NoSystemError{Family: "billiard", N: n, Why: "n is not (q²-1)/2 for an odd q >= 3"}
	if q >= 3 {
		e.Below = (q*q - 1) / 2
	}
	if q+2 <= maxBilliardSide {
		e.Above = ((q+2)*(q+2) - 1) / 2
	}
	return nil, e
}

func billiardFamily() Family {
	return Family{
		Name:    "billiard",
		Kind:    quorum.KindSystem,
		Summary: "broken billiard paths on the modified q × q grid, K ≈ √2·√n",
		Params: []Param{
			{Name: "q", Doc: "side of the grid and quorum size, odd, 3..5791"},
			{Name: "n", Doc: "number of nodes, (q²-1)/2", InsteadOf: "q"},
		},
		Exists: "n = (q²-1)/2, q odd, q >= 3",
		Source: "Agrawal, Eğecioğlu, El Abbadi 1997, section 4 and Figure 6",
		resolve: func(a *args) (*plan, error) {
			if a.has("n") {
				n, err := a.nodes()
				if err != nil {
					return nil, err
				}
				return billiardForN(n)
			}
			q, err := a.int("q", 0)
			if err != nil {
				return nil, err
			}
			return billiardPlan(q)
		},
		forN: func(n, _ int) (*plan, error) { return billiardForN(n) },
	}
}
