package load

import (
	"context"
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/reach"
	"coterie/search"
)

// BenchmarkFind times the least loads that are proved by the list of all classes, and by a solver.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct {
		n      int
		target time.Duration
	}{{7, time.Second}, {8, 5 * time.Second}, {9, 5 * time.Second}, {10, 10 * time.Second}, {11, time.Minute}, {500, 5 * time.Second}} {
		b.Run(fmt.Sprintf("n=%d", c.n), func(b *testing.B) {
			for b.Loop() {
				r, err := Find(context.Background(), c.n, Options{})
				if err != nil || c.n < 12 && !r.Optimal {
					b.Fatal(r, err)
				}
			}
			reach.Time(b, fmt.Sprintf("load/n=%d", c.n), reach.PerRun(b), c.target)
		})
	}
}

// BenchmarkEncodings refutes what is better than the best system of 8, 9 and 10 nodes in both
// encodings.
func BenchmarkEncodings(b *testing.B) {
	for _, n := range []int{8, 9, 10} {
		for _, method := range []search.Method{Coteries, Strategies} {
			b.Run(fmt.Sprintf("n=%d/method=%s", n, method), func(b *testing.B) {
				for b.Loop() {
					r, err := Find(context.Background(), n, Options{Method: method})
					if err != nil || !r.Optimal || r.Refuted != 1 {
						b.Fatal(r, err)
					}
				}
				reach.Time(b, fmt.Sprintf("load/n=%d/method=%s", n, method), reach.PerRun(b), 20*time.Second)
			})
		}
	}
}
