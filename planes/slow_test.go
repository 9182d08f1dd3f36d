//go:build slow

package planes

import (
	"context"
	"testing"

	"coterie/gf"
)

// TestSlowSingerAll makes the difference set of every order up to MaxSingerOrder; NewSinger
// verifies each before it returns it. A few minutes.
func TestSlowSingerAll(t *testing.T) {
	orders := 0
	for q := 1; q <= MaxSingerOrder; q++ {
		if _, _, ok := gf.PrimePower(q); !ok && q > 1 {
			continue
		}
		orders++
		s, err := NewSinger(q)
		if err != nil {
			t.Fatalf("order %d: %v", q, err)
		}
		if len(s.Set()) != q+1 {
			t.Fatalf("order %d: %d residues", q, len(s.Set()))
		}
	}
	if orders < 1000 {
		t.Errorf("only %d orders", orders)
	}
}

// TestSlowPlaneAxioms judges the axioms of every PG(2,q) and AG(2,q) with q <= 81 completely.
func TestSlowPlaneAxioms(t *testing.T) {
	for q := 2; q <= 81; q++ {
		if _, _, ok := gf.PrimePower(q); !ok {
			continue
		}
		for _, make := range []func(context.Context, int) (*Plane, error){NewProjective, NewAffine} {
			p, err := make(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Verify(t.Context()); err != nil {
				t.Errorf("%s: %v", p.Name(), err)
			}
		}
	}
}
