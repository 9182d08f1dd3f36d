package search

import (
	"testing"
	"time"

	"coterie/internal/reach"
)

// BenchmarkMaekawa asks for every n up to 28 together, and for one refutation by gini.
func BenchmarkMaekawa(b *testing.B) {
	for _, kind := range []struct {
		name string
		opts MaekawaOptions
	}{{"n<=28", MaekawaOptions{}}, {"n<=28,exact", MaekawaOptions{Exact: true}}, {"n<=28,unique", MaekawaOptions{Unique: true}}} {
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				for n := 1; n <= 28; n++ {
					r, err := Maekawa(b.Context(), n, kind.opts)
					if err != nil || !r.Optimal {
						b.Fatalf("n = %d: %v, %v", n, r, err)
					}
				}
			}
			reach.Time(b, "maekawa "+kind.name, reach.PerRun(b), 5*time.Minute)
		})
	}
	b.Run("n=14,size=4,responsibility=4/method=sat", func(b *testing.B) {
		for b.Loop() {
			r, err := Maekawa(b.Context(), 14, MaekawaOptions{Size: 4, Responsibility: 4, Method: "sat"})
			if err != nil || r.Verdict != ProvenAbsent {
				b.Fatalf("%v, %v", r, err)
			}
		}
		reach.Time(b, "maekawa-14-4-4-sat", reach.PerRun(b), 500*time.Millisecond)
	})
	b.Run("n=40", func(b *testing.B) {
		for b.Loop() {
			r, err := Maekawa(b.Context(), 40, MaekawaOptions{})
			if err != nil || !r.Optimal {
				b.Fatalf("%v, %v", r, err)
			}
		}
	})
	b.Run("n=1000,exact", func(b *testing.B) {
		for b.Loop() {
			if _, err := Maekawa(b.Context(), 1000, MaekawaOptions{Exact: true}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
