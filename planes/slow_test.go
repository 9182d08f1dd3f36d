//go:build slow

package planes

import (
	"context"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// TestSlowSingerOrders makes the difference set of every order up to 512, of each ninth order
// above, and of the greatest; SingerSet verifies each before it returns it. The time grows with the
// squares of the orders: all of them take some two minutes.
func TestSlowSingerOrders(t *testing.T) {
	var orders []int
	for q := 1; q <= MaxSingerOrder; q++ {
		if _, _, ok := gf.PrimePower(q); ok || q == 1 {
			orders = append(orders, q)
		}
	}
	made := 0
	for i, q := range orders {
		if q > 512 && i%9 != 0 && i != len(orders)-1 {
			continue
		}
		made++
		s := assert.Got(SingerSet(q))(t, "order %d", q)
		assert.MustEqual(t, len(s), q+1, "order %d: residues", q)
	}
	if made < 200 {
		t.Errorf("only %d orders", made)
	}
}

// TestSlowPlaneAxioms judges the axioms of every PG(2,q) and AG(2,q) with q <= 81 completely.
func TestSlowPlaneAxioms(t *testing.T) {
	for q := 2; q <= 81; q++ {
		if _, _, ok := gf.PrimePower(q); !ok {
			continue
		}
		for _, make := range []func(context.Context, int) (*Plane, error){NewProjective, NewAffine} {
			p := assert.Got(make(t.Context(), q))(t)
			assert.NoError(t, p.Verify(t.Context()), "%s", p.Name())
		}
	}
}
