package group

import (
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestCirculant: what is found is an array, the same with any number of jobs, and its kinds are the
// pairs at every distance.
func TestCirculant(t *testing.T) {
	assert.Slow(t, "takes seconds")
	for _, c := range []struct{ n, m, d int }{{13, 5, 3}, {15, 13, 3}, {26, 11, 4}, {28, 12, 4}, {40, 7, 5}, {38, 11, 5}} {
		b, ok := circulant(t.Context(), c.n, c.m, c.d, 2, 0)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		b.array.covers(t, b.by, c.n, c.m, c.d)
		if again, _ := circulant(t.Context(), c.n, c.m, c.d, 1, 0); !slices.Equal(again.array.cell, b.array.cell) {
			t.Errorf("%+v: another array with one job", c)
		}
	}
	if _, ok := circulant(t.Context(), 10, 5, 3, 1, 0); ok {
		t.Error("an array of 10 rows and 5 columns of 3 symbols")
	}
}

// TestCirculants: a kind is an orbit of pairs of points under the shift.
func TestCirculants(t *testing.T) {
	for _, k := range []int{2, 5, 6} {
		for _, alone := range []bool{false, true} {
			const d = 3
			a := circulants(k, 1, d, alone)
			point := func(c, s int) int { return c%k*d + s }
			for c := range k {
				for e := range k {
					if c == e {
						continue
					}
					for s := range d {
						for u := range d {
							kind := a.kind[point(c, s)*k*d+point(e, u)]
							assert.Equal(t, int(kind) == a.kinds, (alone && s == u), "k=%d: symbols %d and %d of columns %d and %d are of kind %d", k, s, u, c, e, kind)
							assert.Equal(t, a.kind[point(c+1, s)*k*d+point(e+1, u)], kind, "k=%d: symbols %d and %d of columns %d and %d are of kind %d, shifted", k, s, u, c, e, kind)
						}
					}
				}
			}
		}
	}
}
