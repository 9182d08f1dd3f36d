package construct

import (
	"context"
	"fmt"

	"coterie/internal/solve/forms"
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
// All quorums have K = q = ⌈√2·√n⌉ nodes, any two meet, each holds its site, and they differ; they
// are dominated for every q (docs/theorems/billiard-crosses.md). The responsibility of cell (i,j),
// counted from 1, is i+j-2 + 2·min(i,j) if i+j < q+1, and, by symmetry, the same with q+1-i and
// q+1-j in place of i and j otherwise: the odd numbers from 3 to 2q-3.
//
// Proof: docs/theorems/billiard-quorums.md.
func Billiard(q int) (quorum.Known, error) {
	return billiardFamily().built(billiardPlan(q))
}

// BilliardSite returns the site in a cell of the q × q modified grid (Agrawal et al. 1997,
// Proposition 2.1; all numbers from 0, so that the paper's n = ((i-1)q+j)/2 becomes (row·q + column
// - 1)/2).
//
// It panics unless q is odd, q >= 3, row and column are in 0..q-1, and their sum is odd.
//
// Proof: docs/theorems/billiard-sites.md.
func BilliardSite(q, row, column int) int {
	if q < 3 || q%2 == 0 || row < 0 || row >= q || column < 0 || column >= q || (row+column)%2 == 0 {
		panic(fmt.Sprintf("construct: BilliardSite(%d, %d, %d): no cell of a modified grid", q, row, column))
	}
	return (row*q + column - 1) / 2
}

// BilliardCell returns the cell of a site in the q × q modified grid (Agrawal et al. 1997,
// Proposition 2.2), the inverse of BilliardSite; all numbers from 0.
//
// It panics unless q is odd, q >= 3 and site is in 0..(q²-1)/2-1.
//
// Proof: docs/theorems/billiard-sites.md.
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
	for _, x := range forms.AppendBilliardPath(nil, q, site) {
		path = append(path, int(x))
	}
	return path
}

func billiardPlan(q int) (*plan, error) {
	if q < 3 || q > maxBilliardSide || q%2 == 0 {
		return nil, outOfRange("billiard", "q", q, fmt.Sprintf("an odd number in 3..%d", maxBilliardSide))
	}
	n := (q*q - 1) / 2
	return &plan{
		settings: []setting{intSetting("q", q)},
		n:        n,
		quorums:  constantCount(n),
		largest:  q,
		shape:    rangedShape(q, q, 3, 2*q-3),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return buildSites(ctx, name, n, func(dst []int32, site int) []int32 {
				return forms.AppendBilliardPath(dst, q, site)
			})
		},
	}, nil
}

func billiardForN(n int) (*plan, error) {
	return onlySizes("billiard", n, "n is not (q²-1)/2 for an odd q >= 3", (maxBilliardSide-1)/2,
		func(i int) int { return 2 * i * (i + 1) }, // q = 2i+1
		func(i int) (*plan, error) { return billiardPlan(2*i + 1) })
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
		Exists:  "n = (q²-1)/2, q odd, q >= 3",
		Source:  "Agrawal, Eğecioğlu, El Abbadi 1997, section 4 and Figure 6",
		resolve: numberOrNodes("q", billiardPlan, billiardForN),
		forN:    ofNodes(billiardForN),
	}
}
