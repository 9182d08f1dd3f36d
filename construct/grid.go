package construct

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// Grid returns the grid sets of Maekawa (1985), section 7, Method 2, square or degenerate: the n
// nodes fill a grid row by row, and S_i is the row and the column of i, completed where they are
// short. Quorum i is S_i, and sites are 1, ..., n.
//
// It exists for every n >= 1 (else the error is a *ParamError). Cost O(n·√n).
//
// # The grid
//
// Let h = ⌈√n⌉ be the number of rows, w = h columns if n > h(h-1) and w = h-1 otherwise, and 1 <= r
// <= w the number of nodes in the last row, so n = w(h-1) + r. For n = L² that is Maekawa's L × L
// grid. Otherwise "any fractional row or column is completed by complementing its missing part from
// another row or column" (Maekawa). We choose the nodes that take the missing places as follows, so
// that all four of his conditions hold.
//
// Let g = h-1 be the number of full rows and u = w-r the number of short columns r, ..., w-1, which
// have no node in the last row (all numbers from 0). Then r <= g if u > 0.
//
//   - Rows. The site in column c of the last row misses u nodes of its row. In short column r+e
//     it takes the node of row (c+e) mod g.
//   - Columns. The site of a full row a in short column r+e misses one node of its column. Let t =
//     (a-e) mod g. If t < r, it takes node t of the last row. Otherwise it takes, in the next short
//     column r+e', e' = (e+1) mod u, the node of row (e'+t) mod g; if there is no other short
//     column (u = 1), node 0 of the last row.
//
// Every two sets meet, all have K = w+h-1 = ⌈2√n⌉ - 1 nodes, and every node is in exactly K sets,
// but for n = w(w+1)-1 with w >= 2 (5, 11, 19, 29, ...), where one node is in K-1 and one in K+1.
// The sets differ for n = 1, n = 4 and n >= 6.
//
// Proof: docs/theorems/maekawa-grid.md, docs/theorems/grid-transversals.md.
func Grid(n int) (quorum.Known, error) {
	return gridFamily().built(gridPlan(n))
}

// GridLayout returns the number of rows and columns of the grid of n nodes, and how many nodes
// the last row has: node v is in row v/columns and column v%columns. It panics if n < 1.
func GridLayout(n int) (rows, columns, last int) {
	if n < 1 {
		panic("construct: GridLayout: n < 1")
	}
	return forms.Grid(n)
}

// GridSet returns the nodes of S_site in the grid of n nodes, ascending, without listing the
// others. It panics if n < 1 or site is not in 0..n-1. Cost O(K log K).
func GridSet(n, site int) []int {
	if n < 1 || site < 0 || site >= n {
		panic(fmt.Sprintf("construct: GridSet(%d, %d): no site of a grid", n, site))
	}
	var set []int
	for _, v := range forms.AppendGridSet(nil, n, site) {
		set = append(set, int(v))
	}
	slices.Sort(set)
	return set
}

func gridPlan(n int) (*plan, error) {
	if err := checkRange("grid", "n", n, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	h, w, r := GridLayout(n)
	size := w + h - 1
	least, greatest := size, size // responsibilities
	if w-r == 1 && r == h-2 {
		least, greatest = size-1, size+1
	}
	p := &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		quorums:  constantCount(n),
		largest:  size,
		shape:    rangedShape(size, size, least, greatest),
		proved: func() quorum.Proved {
			return quorum.Proved{Meet: quorum.Holds, Transversal: quorum.SetOf(forms.GridTransversal(n)...)}
		},
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return buildSites(ctx, name, n, func(dst []int32, site int) []int32 { return forms.AppendGridSet(dst, n, site) })
		},
	}
	if r == w {
		p.proved = forms.CrossesProved(h, w, 1, 1, size, quorum.FullSet(w)) // the first row, as w <= h
	}
	return p, nil
}

func gridFamily() Family {
	return Family{
		Name:    "grid",
		Kind:    quorum.KindSystem,
		Summary: "the row and the column of each site in a square or degenerate grid",
		Params:  []Param{{Name: "n", Doc: "number of nodes, at least 1"}},
		Exists:  "every n >= 1",
		Source:  "Maekawa 1985, section 7, Method 2",
		resolve: func(a *args) (*plan, error) {
			return gridPlan(a.int("n"))
		},
		forN: ofNodes(gridPlan),
	}
}
