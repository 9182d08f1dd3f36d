package maekawa

import (
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/search"
)

// BenchmarkFind asks for every n up to 28 together, and for one refutation by gini.
func BenchmarkFind(b *testing.B) {
	for _, kind := range []struct {
		name string
		opts Options
	}{{"n<=28", Options{}}, {"n<=28,exact", Options{Exact: true}}, {"n<=28,unique", Options{Unique: true}}} {
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				for n := 1; n <= 28; n++ {
					r, err := Least(b.Context(), n, kind.opts)
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
			assert.MustEqual(b, assert.Got(Pair(b.Context(), 14, 4, 4, Options{Method: "sat"}))(b).Verdict, search.ProvenAbsent)
		}
		reach.Time(b, "maekawa-14-4-4-sat", reach.PerRun(b), 500*time.Millisecond)
	})
	b.Run("n=40", func(b *testing.B) {
		for b.Loop() {
			r, err := Least(b.Context(), 40, Options{})
			if err != nil || !r.Optimal {
				b.Fatalf("%v, %v", r, err)
			}
		}
	})
	b.Run("n=1000,exact", func(b *testing.B) {
		for b.Loop() {
			assert.Got(Least(b.Context(), 1000, Options{Exact: true}))(b)
		}
	})
}
