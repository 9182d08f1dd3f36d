package transversals

import (
	"testing"
	"time"

	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// BenchmarkSmallestTransversal measures families up to where the method stops; those with a
// target print a REACH line.
func BenchmarkSmallestTransversal(b *testing.B) {
	for _, c := range []struct {
		spec   string
		target time.Duration
	}{
		{"fpp:order=11", 10 * time.Millisecond},
		{"fpp:order=16", 0},
		{"grid:n=49", 0},
		{"grid:n=64", 30 * time.Second},
		{"grid:n=81", 0},
		{"billiard:q=11", 0},
		{"billiard:q=17", 0},
		{"degenerate-fpp:n=60", 0},
		{"degenerate-fpp:n=100", 0},
		{"degenerate-fpp:n=150", 0},
		{"majority:n=15", 0},
		{"majority:n=19", 0},
		{"triangle:rows=8", 0},
		{"triangle-lattice:rows=8", 0},
		{"triangle-lattice:rows=9", 0},
	} {
		b.Run(c.spec, func(b *testing.B) {
			f := systems.Family(b, c.spec)
			var r Transversal
			for b.Loop() {
				r, _ = Smallest(b.Context(), f, Options{})
			}
			per := b.Elapsed() / time.Duration(b.N)
			if !r.Exact() {
				b.Errorf("between %d and %d", r.Lower, r.Size)
			}
			if c.target > 0 {
				reach.Time(b, "transversal/"+c.spec, per, c.target)
			}
		})
	}
}

// BenchmarkMaxDisjoint measures degrees of cartels: by bounds, by pairs, and by search.
func BenchmarkMaxDisjoint(b *testing.B) {
	for _, c := range []struct {
		spec   string
		cartel int
	}{
		{"affine:order=16,m=5", 0},
		{"surficial:n=54,m=4", 0},
		{"read-write-grid:rows=5,columns=5", 0},
		{"read-write-grid:rows=5,columns=5", 1},
		{"lift:m=2,of=(triangle-lattice:rows=9)", 0},
		{"gifford:votes=3-3-3-3-3-2-2-2-2-2-2-1-1-1-1-1-1,read=7,write=30", 0},
		{"gifford:votes=3-3-3-3-3-2-2-2-2-2-2-1-1-1-1-1-1-1-1-1,read=7,write=33", 0},
	} {
		name := c.spec + "/cartel=1"
		if c.cartel == 1 {
			name = c.spec + "/cartel=2"
		}
		b.Run(name, func(b *testing.B) {
			f := systems.Built(b, c.spec).(*quorum.GroupSystem).Cartel(c.cartel)
			for b.Loop() {
				if p, _ := MaxDisjoint(b.Context(), f, PackingOptions{}); !p.Exact() {
					b.Errorf("between %d and %d", len(p.Quorums), p.Upper)
				}
			}
		})
	}
}
