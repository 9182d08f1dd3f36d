package total

import (
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/reach"
	"coterie/search"
)

// BenchmarkMinTotal asks for the least total for every R; the targets are ours, no paper or plan
// states one.
func BenchmarkMinTotal(b *testing.B) {
	for _, c := range []struct {
		n, from int
		target  time.Duration
	}{{6, 1, 50 * time.Millisecond}, {10, 1, time.Second}, {18, 8, 10 * time.Second}} {
		b.Run(fmt.Sprintf("n=%d,R=%d..%d", c.n, c.from, c.n), func(b *testing.B) {
			for b.Loop() {
				for r := c.from; r <= c.n; r++ {
					for _, unique := range []bool{false, true} {
						got, err := Find(b.Context(), c.n, Options{Responsibility: r, Unique: unique})
						if err != nil || !got.Optimal && got.Verdict != search.ProvenAbsent {
							b.Fatalf("R=%d: %v, %v", r, got, err)
						}
					}
				}
			}
			reach.Time(b, fmt.Sprintf("min-total-%d", c.n), reach.PerRun(b), c.target)
		})
	}
	// The exact search against formulas, at the same question.
	b.Run("n=8,R=4..8/exhaustive-over-sat", func(b *testing.B) {
		var exhaustive, formulas time.Duration
		for b.Loop() {
			for _, method := range []search.Method{"exhaustive", "sat"} {
				start := time.Now()
				for r := 4; r <= 8; r++ {
					if got, err := Find(b.Context(), 8, Options{Responsibility: r, Method: method}); err != nil || !got.Optimal {
						b.Fatalf("R=%d: %v, %v", r, got, err)
					}
				}
				if method == "sat" {
					formulas += time.Since(start)
				} else {
					exhaustive += time.Since(start)
				}
			}
		}
		reach.Ratio(b, "min-total-8-exhaustive-over-sat", float64(formulas)/float64(exhaustive), 10)
	})
}
