package group

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/groups"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
)

// TestBalanced: all partitions that the definition allows are listed, but for the names of their
// symbols, and fit says of two of them whether they are an array.
func TestBalanced(t *testing.T) {
	for _, c := range []struct {
		n, d, order, unmoved int
		classes              int // of partitions whose symbols differ by a renaming that commutes with the group
	}{
		{7, 3, 1, 0, 105}, {8, 3, 1, 0, 280}, {9, 3, 1, 0, 280}, {9, 4, 1, 0, 1260},
		{9, 3, 3, 0, 9}, {16, 4, 4, 0, 64}, {18, 6, 6, 0, 36}, {16, 4, 3, 1, 5 * 27}, {9, 3, 2, 1, 0}, {13, 3, 2, 1, 15 * 8},
	} {
		list, err := groups.All(c.order)
		assert.OK(t, err)
		for _, g := range list {
			p := balanced(t.Context(), c.n, c.d, g, c.unmoved)
			if c.classes > 0 {
				assert.Equal(t, len(p.sets), c.classes*c.d, "%+v, %s", c, g.Name())
			}
			seen := map[string]bool{}
			for v := range int32(len(p.sets) / c.d) {
				sizes, all := []int{}, uint64(0)
				for _, set := range p.of(v) {
					sizes = append(sizes, len(slices.Collect(sets.Ones(set))))
					assert.Equal(t, all&set, 0, "%+v: a row shows two symbols", c)
					all |= set
				}
				assert.Equal(t, all, 1<<c.n-1, "%+v: rows with a symbol", c)
				assert.True(t, slices.Max(sizes) <= slices.Min(sizes)+1, "%+v: sizes %v", c, sizes)
				seen[fmt.Sprint(p.of(v))] = true
				w := int32(int(v) * 7 % (len(p.sets) / c.d))
				assert.Equal(t, p.fit(v, w), p.array([]int32{v, w}).flaw() == "", "%+v, %s: %v and %v fit", c, g.Name(), p.of(v), p.of(w))
			}
			assert.Equal(t, len(seen)*c.d, len(p.sets), "%+v: partitions twice", c)
		}
	}
	trivial, _ := groups.All(1)
	assert.True(t, balanced(t.Context(), 19, 3, trivial[0], 0) == nil, "too many partitions are listed")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	assert.True(t, balanced(ended, 15, 3, trivial[0], 0) == nil, "the end of the context is not heeded")
}

// TestWalk: on small graphs the walk finds a largest clique, as large as the one that exhaustion
// finds; its counts are those of the definition after any steps.
func TestWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		n := 60 + rng.IntN(12)
		joined := sets.NewMatrix(n, n)
		for v := range n {
			for w := range v {
				if rng.IntN(10) < 6 {
					joined.Row(v).Add(w)
					joined.Row(w).Add(v)
				}
			}
		}
		largest := largestClique(joined, sets.Full(n))
		a := newWalk(n, func(v, w int) bool { return joined.Row(v).Has(w) })
		clique := a.largest(rng, 20_000, n)
		assert.Equal(t, len(clique), largest, "largest clique")
		for i, v := range clique {
			for _, w := range clique[:i] {
				assert.True(t, joined.Row(v).Has(w), "%d and %d are not joined", v, w)
			}
		}
		for v := range n {
			missed, digits := 0, 0
			for _, w := range a.members {
				if v != w && !joined.Row(v).Has(w) {
					missed++
				}
			}
			for k, digit := range a.missed[v/64] {
				digits |= int(digit>>(v%64)&1) << k
			}
			assert.Equal(t, digits, missed, "members that vertex %d is not joined to", v)
			assert.Equal(t, a.in.Has(v), slices.Contains(a.members, v), "vertex %d is a member", v)
		}
		assert.Equal(t, len(newWalk(n, func(v, w int) bool { return joined.Row(v).Has(w) }).largest(rng, 20_000, largest-2)), largest-2, "clique that is enough")
	}
}

// largestClique goes through all cliques among some vertices.
func largestClique(joined sets.Matrix, among sets.Bits) int {
	largest := 0
	for v := range among.All() {
		rest := slices.Clone(among)
		rest.Intersect(joined.Row(v))
		largest = max(largest, 1+largestClique(joined, rest))
		among.Remove(v)
	}
	return largest
}

// TestCliques: an array that is found is one, the same with any number of jobs, and the group moves
// its rows to rows.
func TestCliques(t *testing.T) {
	assert.Long(t, "makes searches of some seconds")
	for _, c := range []struct {
		n, m, d int
		by      string
	}{
		{12, 7, 3, "together"}, {14, 10, 3, "together"}, {15, 13, 3, "together"}, // tables have these from annealing and tabu search
		{24, 9, 4, "Z2xZ2"}, {28, 24, 4, "Z3"}, // tables have 24 columns
	} {
		b, ok := cliques(t.Context(), c.n, c.m, c.d, 2, 1, 1)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		b.array.covers(t, b.by, c.n, c.m, c.d)
		assert.Contains(t, b.by, c.by, "%+v: by", c)
		if again, _ := cliques(t.Context(), c.n, c.m, c.d, 1, 1, 1); !slices.Equal(again.array.cell, b.array.cell) {
			t.Errorf("%+v: another array with one job", c)
		}
	}
	for _, c := range []struct{ n, m, d int }{{8, 2, 3}, {70, 9, 8}, {56, 30, 6}} { // there is none; too many rows; no balanced column
		_, ok := cliques(t.Context(), c.n, c.m, c.d, 2, 1, 1)
		assert.True(t, !ok, "%+v is found", c)
	}
}
