package experiments

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkRunAll runs every study at its default size, as `coterie experiment run --all` does.
func BenchmarkRunAll(b *testing.B) {
	const target = 60 * time.Second
	var elapsed time.Duration
	for b.Loop() {
		start := time.Now()
		_, err := Run(b.Context(), Options{Studies: allStudies(), Results: b.TempDir(), Version: "benchmark"})
		if err != nil {
			b.Fatal(err)
		}
		elapsed = time.Since(start)
	}
	verdict := "PASS"
	if elapsed > target {
		verdict = "MISS"
	}
	fmt.Printf("all studies at default size: %.1f s; target %.0f s: %s\n", elapsed.Seconds(), target.Seconds(), verdict)
}
