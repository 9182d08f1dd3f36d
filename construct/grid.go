package construct

import (
	"context"
	"fmt"
	"slices"

	"coterie/gf"
	"coterie/internal/par"
	"coterie/quorum"
)

// Grid returns the grid sets of Maekawa (1985), section 7, Method 2, square or degenerate: the
// n nodes fill a grid row by row, and S_i is the row and the column of i, completed where they
// are short. Quorum i is S_i, and sites are 1, ..., n.
//
// It exists for every n >= 1 (else the error is a *ParamError). Cost O(n·√n).
//
// # The grid
//
// Let h = ⌈√n⌉ be the number of rows, w = h columns if n > h(h-1) and w = h-1 otherwise, and
// 1 <= r <= w the number of nodes in the last row, so n = w(h-1) + r. For n = L² that is
// Maekawa's L × L grid. Otherwise "any fractional row or column is completed by complementing
// its missing part from another row or column" (Maekawa); which nodes take the missing places is
// chosen here, as follows, so that all four of his conditions hold.
//
// Let g = h-1 be the number of full rows and u = w-r that of short columns r, ..., w-1, those
// without a node in the last row (all numbers from 0). Then r <= g, for h >= w.
//
//   - Rows. The site in column c of the last row misses u nodes of its row. In short column r+e
//     it takes the node of row (c+e) mod g.
//   - Columns. The site of a full row a in short column r+e misses one node of its column. Let t =
//     (a-e) mod g. If t < r, it takes node t of the last row. Otherwise it takes, in the next
//     short column r+e', e' = (e+1) mod u, the node of row (e'+t) mod g; if there is no other
//     short column (u = 1), node 0 of the last row.
//
// # Properties
//
// Intersection does not depend on the completions: two sites of full rows meet where the row of
// one crosses the column of the other, for both are whole above the last row; so do a site of a
// full row and one of the last row; two sites of the last row share that row.
//
// All S_i have K = w+h-1 = ⌈2√n⌉ - 1 nodes: a completion is never a node that the set has
// already. (In the last case for columns, row and column differ from those of the site: e' ≠ e
// as u >= 2, and e'+t and e+t differ by 1 or by u-1, where 0 < u-1 <= w-2 < g.)
//
// Responsibility. Before completions, a node of a full row is in the w sets of its row, the h-2
// of other full rows in its column, and that of the last row below it if there is one: K, or K-1
// in a short column. A node of the last row is in r+g = K-u. Completions: row completions give
// the node of full row a in short column r+e one set iff (a-e) mod g < r. Column completions give
// each node of the last row u sets, and the nodes of short columns with (a-e) mod g >= r one
// each. So every node is in exactly K sets: equal responsibility, for every n but one kind. For
// u = 1 and r = g-1, that is n = w(w+1)-1 with w >= 2 (5, 11, 19, 29, ...), the last node of the
// last full row is in K-1, and the first of the last row in K+1; all others in K. That cannot be
// mended by other completions: the w nodes of the only short column need one more set each, in
// all sets of their column they are already, and so are left to the r = w-1 sites of the last
// row, which miss one node each.
//
// Uniqueness holds for n = 1, n = 4 and n >= 6. Sets of one size are an antichain iff they differ.
// For w >= 3, a set whose site is in full row a has all w nodes of row a, any other at most two
// of them (one of its column, one completion); two sites of the same full row have different
// columns in the g-1 other full rows, which their one completion each could make up for only if
// g = 2, that is n = 7 or 8, and does not; and two sites of the last row have whole columns of
// their own above it. For n = 2 and 3 every S_i is {1, ..., n}; for n = 5, S_1 = S_5 or S_3 = S_5,
// whatever completes S_5.
func Grid(n int) (*quorum.System, error) {
	p, err := gridPlan(n)
	return buildSystem(gridFamily(), p, err)
}

// GridLayout returns the number of rows and columns of the grid of n nodes, and how many nodes
// the last row has: node v is in row v/columns and column v%columns. It panics if n < 1.
func GridLayout(n int) (rows, columns, last int) {
	if n < 1 {
		panic("construct: GridLayout: n < 1")
	}
	rows = gf.FloorSqrt(n-1) + 1 // ⌈√n⌉
	columns = rows
	if n <= rows*(rows-1) {
		columns--
	}
	return rows, columns, n - columns*(rows-1)
}

// GridSet returns the nodes of S_site in the grid of n nodes, ascending, without listing the others. It
// panics if n < 1 or site is not in 0..n-1. Cost O(K log K).
func GridSet(n, site int) []int {
	if n < 1 || site < 0 || site >= n {
		panic(fmt.Sprintf("construct: GridSet(%d, %d): no site of a grid", n, site))
	}
	var set []int
	for _, v := range appendGridSet(nil, n, site) {
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
	return &plan{
		settings: []setting{intSetting("n", n)},
		n:        n,
		groups:   1,
		quorums:  constantCount(n),
		largest:  size,
		shape: func() (Shape, error) {
			least, greatest := size, size
			if w-r == 1 && r == h-2 {
				least, greatest = size-1, size+1
			}
			return Shape{
				MinQuorum: size, MaxQuorum: size,
				MinResponsibility: bigOf(least), MaxResponsibility: bigOf(greatest),
			}, nil
		},
		build: func(ctx context.Context, name string) (quorum.Structure, error) {
			return buildSites(ctx, name, n, size, appendGridSet)
		},
	}, nil
}

// appendGridSet appends S_site to dst, in no particular order.
func appendGridSet(dst []int32, n, site int) []int32 {
	h, w, r := GridLayout(n)
	g, u := h-1, w-r
	a, c := site/w, site%w
	take := func(row, column int) { dst = append(dst, int32(row*w+column)) }
	for row := range g {
		if row != a {
			take(row, c)
		}
	}
	if a == g {
		for column := range r {
			take(g, column)
		}
		for e := range u {
			take((c+e)%g, r+e)
		}
		return dst
	}
	for column := range w {
		take(a, column)
	}
	if c < r {
		take(g, c)
		return dst
	}
	e := c - r
	t := (a - e + u*g) % g // u·g only keeps the dividend from being negative: e < u
	switch next := (e + 1) % u; {
	case t < r:
		take(g, t)
	case u == 1:
		take(g, 0)
	default:
		take((next+t)%g, r+next)
	}
	return dst
}

// buildSites lists S_1, ..., S_n as quorums 1, ..., n of a system with these sites. appendSet
// appends the set of one site, of about size nodes.
func buildSites(ctx context.Context, name string, n, size int, appendSet func(dst []int32, n, site int) []int32) (quorum.Structure, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return nil, err
	}
	b.Grow(n, n*size)
	sites := make([]int, n)
	var set []int32
	poll := par.NewPoll(ctx)
	for site := range n {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		set = appendSet(set[:0], n, site)
		if err := b.AddSorted(set); err != nil {
			return nil, err
		}
		sites[site] = site
	}
	return structure(quorum.NewSystem(name, b.Family(), quorum.SystemOptions{Sites: sites}))
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
			n, err := a.int("n", 0)
			if err != nil {
				return nil, err
			}
			return gridPlan(n)
		},
		forN: func(n, _ int) (*plan, error) { return gridPlan(n) },
	}
}
