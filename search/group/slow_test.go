//go:build slow

package group

import "testing"

// TestSlowExhaust decides what the literature has by classification (Colbourn's tables of covering
// array numbers): CAN(2,6,4) = 19, CAN(2,8,3) = CAN(2,9,3) = 13, CAN(2,10,3) = 14, and CAN(2,7,5) >
// 26.
func TestSlowExhaust(t *testing.T) {
	for _, c := range []struct {
		n, m, d int
		found   bool
	}{
		{18, 6, 4, false}, {19, 6, 4, true}, {12, 8, 3, false}, {13, 8, 3, true}, {13, 9, 3, true}, {13, 10, 3, false}, {26, 7, 5, false},
	} {
		a, complete, why := exhaust(t.Context(), c.n, c.m, c.d)
		if !complete || (a != nil) != c.found {
			t.Errorf("n=%d m=%d d=%d: found %v, complete %v %s", c.n, c.m, c.d, a != nil, complete, why)
		}
	}
}

// TestSlowSymmetric finds two orthogonal squares of side 10 (Parker 1959).
func TestSlowSymmetric(t *testing.T) {
	b, _, ok := symmetric(t.Context(), 100, 4, 10, 1, 1, 3)
	if !ok {
		t.Fatal("not found")
	}
	b.array.covers(t, b.by, 100, 4, 10)
}

// TestSlowUnsymmetric is TestUnsymmetricAgainstAllArrays with five nodes.
func TestSlowUnsymmetric(t *testing.T) { unsymmetricAgainstAll(t, 5, 5) }

// TestSlowCliques: tables have 20 columns of three symbols in so many rows, 35 and 48 of four, and
// 35 of five.
func TestSlowCliques(t *testing.T) {
	for _, c := range []struct{ n, m, d int }{{15, 20, 3}, {31, 35, 4}, {32, 64, 4}, {45, 25, 5}} {
		b, ok := cliques(t.Context(), c.n, c.m, c.d, 2, 1, 1)
		if !ok {
			t.Errorf("%+v: not found", c)
			continue
		}
		b.array.covers(t, b.by, c.n, c.m, c.d)
	}
}
