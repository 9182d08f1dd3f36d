package construct

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/planes"
	"coterie/quorum"
)

// wantNet checks that g is a net: cartels of side disjoint sets of side nodes, quorums of
// different cartels with exactly one node in common.
func wantNet(t *testing.T, g *quorum.GroupSystem, side, m int) {
	t.Helper()
	if g.N() != side*side || g.Groups() != m {
		t.Fatalf("%s: %d nodes, %d cartels", g.Name(), g.N(), g.Groups())
	}
	for c := range m {
		f := g.Cartel(c)
		least, greatest := f.Sizes()
		if r := f.Responsibilities(); f.Len() != side || least != side || greatest != side || slices.Min(r) != 1 || slices.Max(r) != 1 {
			t.Errorf("%s: cartel %d is no partition into %d sets of %d", g.Name(), c+1, side, side)
		}
		for d := range c {
			for i := range side {
				for j := range side {
					assert.Equal(t, f.Set(i).Intersect(g.Cartel(d).Set(j)).Len(), 1, "%s: quorum %d of cartel %d and %d of %d share: nodes", g.Name(), i+1, c+1, j+1, d+1)
				}
			}
		}
	}
}

func TestNetProperties(t *testing.T) {
	sides := assert.Sized(9, 16)
	for side := 1; side <= sides; side++ {
		for m := 2; m <= min(side+2, 9); m++ {
			g, err := quorum.As[*quorum.GroupSystem](Net(side, m))
			assert.Equal(t, (err == nil), side == 1 || m <= planes.MaxClasses(side), "side %d, m = %d: %v", side, m, err)
			if err != nil {
				var e *NoSystemError
				if !errors.As(err, &e) || e.N != side*side || e.M != m {
					t.Errorf("side %d, m = %d: %v", side, m, err)
				}
				continue
			}
			wantNet(t, g, side, m)
			assert.Equal(t, bounds.Degree(g.N(), m), side, "side %d: Lemma 3.2 allows degree", side)
			compareShape(t, parsed(t, fmt.Sprintf("net:side=%d,m=%d", side, m)))
		}
	}
	for _, spec := range []string{"net:side=1,m=3", "net:side=4,m=5", "net:side=6,m=3", "affine:order=5,m=6", "affine:order=8,m=2"} {
		compareDegree(t, spec)
	}
}

// TestNetOfLatinSquares reads the third cartel as a Latin square: its quorum number in each cell.
func TestNetOfLatinSquares(t *testing.T) {
	for _, side := range []int{2, 6, 10, 12} {
		g := assert.Got(quorum.As[*quorum.GroupSystem](Net(side, 3)))(t)
		rows := make([][]int, side)
		for r := range rows {
			rows[r] = make([]int, side)
		}
		for symbol, line := range g.Cartel(2).All() {
			for _, v := range line {
				rows[int(v)/side][int(v)%side] = symbol
			}
		}
		if _, err := planes.NewLatinSquare(rows); err != nil {
			t.Errorf("side %d: %v", side, err)
		}
	}
}

func TestAffineIsTheAffinePlane(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9} {
		plane := assert.Got(planes.NewAffine(t.Context(), q))(t)
		for m := 2; m <= q+1; m++ {
			g := assert.Got(quorum.As[*quorum.GroupSystem](Affine(q, m)))(t)
			wantNet(t, g, q, m)
			for c := range m {
				for i := range q {
					line := q*c + i
					assert.Slice(t, g.Cartel(c).Quorum(i), plane.Line(line), "q = %d, m = %d: quorum %d of cartel %d is not line %d", q, m, i, c, line)
				}
			}
			compareShape(t, parsed(t, fmt.Sprintf("affine:order=%d,m=%d", q, m)))
		}
		assert.Refused(quorum.As[*quorum.GroupSystem](Affine(q, q+2)))(t, "", "q = %d: %d parallel classes", q, q+2)
	}
	for _, q := range []int{-1, 0, 1, 6, 10, 12, 14, 15, 4097} {
		assert.Refused(quorum.As[*quorum.GroupSystem](Affine(q, 2)))(t, "", "an affine plane of order %d", q)
	}
}

func TestGroupFamiliesStop(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	for _, spec := range []string{"surficial:k=9,m=4", "affine:order=8,m=3", "net:side=12,m=4", "lift:m=3,of=(fpp:order=4)", "degenerate-fpp:n=60"} {
		// Twice: before anything is built, and while it is.
		if s, err := parsed(t, spec).Build(ctx, 0); s != nil || !errors.Is(err, cause) {
			t.Errorf("%s: %v, %v", spec, s, err)
		}
		late := looks.Before(t.Context(), 1)
		if s, err := parsed(t, spec).Build(late, 0); s != nil || !errors.Is(err, looks.Err) {
			t.Errorf("%s, halfway: %v, %v", spec, s, err)
		}
	}
}
