package fleet

import (
	"testing"
	"time"

	"coterie/internal/check/fleets"
	"coterie/internal/check/reach"
)

// recordedSearch is what quoracle's search took for the same servers and shares, over formulas that
// read each node once alone: seconds of the processor in a recorded run, as Python with it is not
// here to run beside.
const recordedSearch = 2.5

// BenchmarkPlan plans the committed fleets.
func BenchmarkPlan(b *testing.B) {
	for _, c := range []struct {
		file   string
		target time.Duration
		gap    float64 // at most; 0 is proven, below 0 not asked
	}{
		{"five.yaml", 2 * time.Second, 0},
		{"servers.yaml", 30 * time.Second, -1},
		{"eleven.yaml", 30 * time.Second, 0.15},
		{"fifty.yaml", 2 * time.Minute, -1},
	} {
		b.Run("fleet="+c.file, func(b *testing.B) {
			f := fleets.Read(b, c.file)
			var a *Answer
			for b.Loop() {
				var err error
				if a, err = Plan(b.Context(), f, Options{}); err != nil {
					b.Fatal(err)
				}
			}
			reach.Time(b, "plan/"+c.file, reach.PerRun(b), c.target)
			if a.Best < 0 || a.Gap() == nil {
				b.Fatalf("no system, or no bound: %v", a.Verdict)
			}
			gap, _ := a.Gap().Float64()
			b.ReportMetric(100*gap, "%gap")
			if c.gap >= 0 {
				reach.AtMost(b, "plan/"+c.file+"/gap", gap, c.gap)
			}
			if c.file == "five.yaml" {
				reach.AtLeast(b, "plan/five.yaml/quoracle-recorded-seconds-per-second", recordedSearch/reach.PerRun(b).Seconds(), 1)
			}
		})
	}
}
