package group

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestSymmetric: an array that is found is one, the same with any number of jobs, and the symmetry
// moves its rows to rows.
func TestSymmetric(t *testing.T) {
	for _, c := range []struct{ n, m, d int }{
		{11, 5, 3}, {19, 6, 4}, {29, 7, 5}, {46, 9, 6}, {61, 10, 7}, // Meagher and Stevens 2005: starter vectors
		{15, 13, 3}, {22, 9, 4}, {57, 15, 6}, // tables have these from tabu search and annealing
		{39, 15, 5}, {55, 9, 7}, // fewer rows than tables have
	} {
		b, generators, ok := symmetric(t.Context(), c.n, c.m, c.d, 2, 1, 1)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		b.array.covers(t, b.by, c.n, c.m, c.d)
		for _, move := range generators {
			assert.Equal(t, fmt.Sprint(moved(b.array, move)), fmt.Sprint(sorted(b.array)), "%+v: rows under a symmetry", c)
		}
		if again, _, _ := symmetric(t.Context(), c.n, c.m, c.d, 1, 1, 1); !slices.Equal(again.array.cell, b.array.cell) {
			t.Errorf("%+v: another array with one job", c)
		}
	}
}

// TestSymmetries: what is drawn generates permutations that move columns to columns, the multiplier
// maps the powers of the first to each other, and kinds are the orbits of pairs of points.
func TestSymmetries(t *testing.T) {
	const d = 4
	multipliers := 0
	for number := range 200 {
		m := 2 + number%5
		generators := draw(rand.New(rand.NewPCG(1, uint64(number))), m, d, 40)
		all := generators.group(m*d, 100)
		if generators == nil || all == nil {
			continue
		}
		powers := generators[:1].group(m*d, 100)
		for _, move := range generators {
			columns := map[int32]bool{}
			for p, q := range move {
				assert.Equal(t, move[p/d*d]/d, q/d, "plan %d: column of point %d", number, p)
				columns[q] = true
			}
			assert.Equal(t, len(columns), m*d, "plan %d: no permutation", number)
			multipliers++
			assert.Equal(t, slices.ContainsFunc(powers, func(power []int32) bool {
				return slices.Equal(after(move, generators[0]), after(power, move))
			}), true, "plan %d: the powers are mapped elsewhere", number)
		}
		a := newAnnealer(all, m, d, 0)
		orbits := map[int32]bool{}
		for p := range m * d {
			for q := range m * d {
				kind := a.kind[p*m*d+q]
				assert.Equal(t, int(kind) == a.kinds, p/d == q/d, "plan %d: points %d and %d", number, p, q)
				for _, move := range generators {
					assert.Equal(t, a.kind[int(move[p])*m*d+int(move[q])], kind, "plan %d: points %d and %d, moved", number, p, q)
				}
				orbits[kind] = true
			}
		}
		assert.Equal(t, len(orbits), a.kinds+1, "plan %d: kinds", number)
	}
	if multipliers < 200 {
		t.Errorf("only %d generators", multipliers)
	}
}
