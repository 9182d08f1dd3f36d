package load

import (
	"context"
	"fmt"
	"testing"
	"time"

	"coterie/internal/reach"
)

// BenchmarkFind times the least loads that are proved by the list of all classes, and by a solver.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct {
		n      int
		target time.Duration
	}{{7, time.Second}, {8, time.Minute}, {9, time.Minute}, {500, 5 * time.Second}} {
		b.Run(fmt.Sprintf("n=%d", c.n), func(b *testing.B) {
			for b.Loop() {
				r, err := Find(context.Background(), c.n, Options{})
				if err != nil || c.n < 10 && !r.Optimal {
					b.Fatal(r, err)
				}
			}
			reach.Time(b, fmt.Sprintf("load/n=%d", c.n), reach.PerRun(b), c.target)
		})
	}
}
