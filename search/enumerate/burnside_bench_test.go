package enumerate

import (
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkClasses counts classes of nondominated coteries.
func BenchmarkClasses(b *testing.B) {
	for _, bench := range []struct {
		n      int
		target time.Duration
	}{{8, 5 * time.Second}, {9, 10 * time.Minute}} {
		b.Run(fmt.Sprintf("n=%d", bench.n), func(b *testing.B) {
			for b.Loop() {
				counted, err := countClasses(b.Context(), Query{Nodes: bench.n, Nondominated: true, Classes: true}, Options{})
				if err != nil || counted.Count.Sign() <= 0 {
					b.Fatal(counted, err)
				}
			}
			reach.Time(b, fmt.Sprintf("enumerate/classes/nd/n=%d", bench.n), reach.PerRun(b), bench.target)
		})
	}
}

// BenchmarkFixed counts what renamings of nine nodes leave as it is, all types but the identity and
// a single exchange.
func BenchmarkFixed(b *testing.B) {
	for _, kind := range CycleTypes(9) {
		if len(kind.Cycles) >= 8 {
			continue
		}
		b.Run(fmt.Sprintf("cycles=%v", kind.Cycles), func(b *testing.B) {
			for b.Loop() {
				assert.Got(FixedBy(b.Context(), kind.Cycles, Options{}))(b)
			}
		})
	}
}
