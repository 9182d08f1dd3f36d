package group

import (
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestSymmetric: an array that is found is one, the same with any number of jobs, and the symmetry
// moves its rows to rows.
func TestSymmetric(t *testing.T) {
	for _, c := range []struct{ n, m, d int }{{13, 5, 3}, {15, 13, 3}, {22, 9, 4}, {46, 8, 6}} {
		b, y, ok := symmetric(t.Context(), c.n, c.m, c.d, 2, 1, 0)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		b.array.covers(t, b.by, c.n, c.m, c.d)
		assert.Equal(t, fmt.Sprint(keptArray{b.array, 0, y}.moved()), fmt.Sprint(sorted(b.array)), "%+v: rows under %s", c, y)
		if again, _, _ := symmetric(t.Context(), c.n, c.m, c.d, 1, 1, 0); !slices.Equal(again.array.cell, b.array.cell) {
			t.Errorf("%+v: another array with one job", c)
		}
	}
}

// TestSymmetries: a symmetry is a permutation of its order that moves columns to columns, and kinds
// are its orbits of pairs of points.
func TestSymmetries(t *testing.T) {
	const d = 4
	for _, m := range []int{2, 5, 6} {
		for _, y := range symmetries(40, m, d) {
			next := y.next(d)
			power := slices.Clone(next)
			for times := 1; times < y.order(); times++ {
				if slices.IsSorted(power) {
					t.Fatalf("m=%d: %d times %+v moves nothing", m, times, y)
				}
				for p, q := range power {
					power[p] = next[q]
				}
			}
			assert.Equal(t, slices.IsSorted(power) && len(power) == m*d, true, "m=%d: %+v has another order", m, y)
			a := newAnnealer([]int{y.order()}, m, d, 0, next)
			for p := range next {
				for q := range next {
					kind := a.kind[p*m*d+q]
					assert.Equal(t, int(kind) == a.kinds, p/d == q/d, "m=%d, %+v: points %d and %d", m, y, p, q)
					assert.Equal(t, a.kind[int(next[p])*m*d+int(next[q])], kind, "m=%d, %+v: points %d and %d, moved", m, y, p, q)
				}
			}
			orbits := map[int32]bool{}
			for _, k := range a.kind {
				orbits[k] = true
			}
			assert.Equal(t, len(orbits), a.kinds+1, "m=%d, %+v: kinds", m, y)
		}
	}
}
