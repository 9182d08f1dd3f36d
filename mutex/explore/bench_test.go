package explore

import (
	"fmt"
	"testing"

	"coterie/internal/reach"
)

// BenchmarkRun explores the Fano plane with four requesters.
func BenchmarkRun(b *testing.B) {
	for _, a := range []string{"maekawa", "maekawa-fixed"} {
		c := configOf(b, "fpp:order=2", a, 0, 1, 2, 3)
		for _, jobs := range []int{1, 2} {
			b.Run(fmt.Sprintf("algorithm=%s/jobs=%d", a, jobs), func(b *testing.B) {
				var r Result
				for b.Loop() {
					var err error
					if r, err = Run(b.Context(), c, Options{Jobs: jobs}); err != nil || !r.Complete {
						b.Fatal(err, r)
					}
				}
				rate := float64(r.States) / reach.PerRun(b).Seconds()
				b.ReportMetric(rate, "states/s")
				b.ReportMetric(float64(r.Bytes)/float64(r.States), "bytes/state")
				if jobs == 2 {
					reach.AtLeast(b, "states-a-second/"+a, rate, 1e6)
					reach.AtMost(b, "bytes-a-state/"+a, float64(r.Bytes)/float64(r.States), 32)
				}
			})
		}
	}
}

// BenchmarkPlain compares with states in a map and machines that are loaded and stored.
func BenchmarkPlain(b *testing.B) {
	c := configOf(b, "fpp:order=2", "maekawa", 0, 1, 2)
	per := map[string]float64{}
	for _, method := range []string{"plain", "vectors"} {
		run := Run
		if method == "plain" {
			run = runPlain
		}
		b.Run("method="+method, func(b *testing.B) {
			for b.Loop() {
				if _, err := run(b.Context(), c, Options{}); err != nil {
					b.Fatal(err)
				}
			}
			per[method] = reach.PerRun(b).Seconds()
		})
	}
	if len(per) == 2 {
		reach.Ratio(b, "vectors-beside-plain", per["plain"]/per["vectors"], 8)
	}
}
