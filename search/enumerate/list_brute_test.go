package enumerate

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// family is a family of quorums, as bit masks.
type family []int

// isLive reports whether a set contains a quorum.
func (f family) isLive(set int) bool {
	return slices.ContainsFunc(f, func(q int) bool { return q&^set == 0 })
}

// dominated goes by the definition: some transversal contains no quorum.
func (f family) dominated(n int) bool {
	for set := range 1 << n {
		meets := true
		for _, q := range f {
			meets = meets && q&set != 0
		}
		if meets && !f.isLive(set) {
			return true
		}
	}
	return false
}

func (f family) usesAll(n int) bool {
	used := 0
	for _, q := range f {
		used |= q
	}
	return used == 1<<n-1
}

// function goes by the definition, set by set.
func (f family) function(n int) Function {
	g := Function{n: n}
	for set := range 1 << n {
		if f.isLive(set) {
			g.words[set/64] |= 1 << (set % 64)
		}
	}
	return g
}

// allCoteries tries all families of sets that meet and do not contain each other.
func allCoteries(n int) []family {
	var all []family
	var extend func(f family, from int)
	extend = func(f family, from int) {
		if len(f) > 0 {
			all = append(all, append(family(nil), f...))
		}
	sets:
		for set := from; set < 1<<n; set++ {
			for _, q := range f {
				if q&set == 0 || q&^set == 0 || set&^q == 0 {
					continue sets
				}
			}
			extend(append(f, set), set+1)
		}
	}
	extend(nil, 1)
	return all
}

// allOrders returns the permutations of 0..n-1.
func allOrders(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, inner := range allOrders(n - 1) {
		for at := range n {
			to := append(append(append([]int(nil), inner[:at]...), n-1), inner[at:]...)
			all = append(all, to)
		}
	}
	return all
}

// renamedNaively gives node i the name to[i], set by set.
func (f Function) renamedNaively(to []int) Function {
	g := Function{n: f.n}
	for set := range 1 << f.n {
		if f.Has(set) {
			image := 0
			for i, j := range to {
				image |= set >> i & 1 << j
			}
			g.words[image/64] |= 1 << (image % 64)
		}
	}
	return g
}

// randomFunction has up to six random sets as generators, or is the self-dual function of a random
// coterie made greater set by set.
func randomFunction(rng *rand.Rand, n int, selfDual bool) Function {
	for {
		var f family
		for range 1 + rng.IntN(7) {
			f = append(f, 1+rng.IntN(1<<n-1))
		}
		g := f.function(n)
		if !selfDual {
			return g
		}
		if !g.Below(g.Dual()) {
			continue
		}
		for _, set := range rng.Perm(1 << n) {
			// A set that meets all quorums, made a quorum, leaves a quorum system.
			if set != 0 && g.Dual().Has(set) {
				f = append(f, set)
				g = f.function(n)
			}
		}
		return g
	}
}

// collect lists everything.
func collect(t testing.TB, q Query, opts Options) []Item {
	t.Helper()
	return collectBy(t, nil, q, opts)
}

func collectBy(t testing.TB, r work.Runner, q Query, opts Options) []Item {
	t.Helper()
	var items []Item
	for item := range assert.Each(t, List(work.With(context.Background(), r), q, opts), "%+v", q) {
		items = append(items, item)
	}
	return items
}

// queries yields the four kinds of listings of coteries on n nodes, labelled or classes.
func queries(n int, classes bool) []Query {
	var all []Query
	for bits := range 4 {
		all = append(all, Query{Nodes: n, Nondominated: bits&1 == 1, AllUsed: bits&2 == 2, Classes: classes})
	}
	return all
}

// wanted goes by the definition of what q asks for, labelled.
func (q Query) wanted(coteries []family) map[Function]bool {
	want := map[Function]bool{}
	for _, f := range coteries {
		if !(q.Nondominated && f.dominated(q.Nodes)) && !(q.AllUsed && !f.usesAll(q.Nodes)) {
			want[f.function(q.Nodes)] = true
		}
	}
	return want
}
