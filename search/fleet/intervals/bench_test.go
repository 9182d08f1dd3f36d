package intervals

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"coterie/fleet"
	"coterie/internal/check/fleets"
	"coterie/internal/check/reach"
)

// BenchmarkCaseStudy proves the best of quoracle's case study over all systems of five nodes.
// Quoracle's search takes 2.5 CPU seconds for the read-once expressions alone (a recorded run).
func BenchmarkCaseStudy(b *testing.B) {
	f := caseStudy(b)
	for _, silent := range []int{0, 1} {
		f.Workload.Silent = silent
		b.Run(fmt.Sprintf("silent=%d", silent), func(b *testing.B) {
			for b.Loop() {
				if res, err := Find(b.Context(), f, fleet.Load, Options{}); err != nil || !res.Optimal {
					b.Fatal(res, err)
				}
			}
			reach.Time(b, fmt.Sprintf("fleet-case-study/silent=%d", silent), reach.PerRun(b), 2*time.Second)
		})
	}
}

// BenchmarkSixNodes proves the best of fleets of six nodes, of which the slowest counts: nine
// shares, places, one strategy or one for each share.
func BenchmarkSixNodes(b *testing.B) {
	rng := rand.New(rand.NewPCG(77, 4))
	for b.Loop() {
		worst := time.Duration(0)
		visited := 0
		for i := range 12 {
			f := fleets.Hard(rng, 6)
			f.Require = fleet.Requirements{SurviveNodes: 1}
			f.Workload.Silent = 0
			f.Workload.Shares = caseStudy(b).Workload.Shares
			f.Workload.Adapts = i%2 == 1
			start := time.Now()
			res, err := Find(b.Context(), f, fleet.Load, Options{})
			if err != nil || !res.Optimal {
				b.Fatal(res, err)
			}
			if d := time.Since(start); d > worst {
				worst, visited = d, res.Visited
			}
		}
		b.Logf("the slowest of 12 fleets has %d intervals", visited)
		reach.Time(b, "fleet-six-nodes", worst, time.Minute)
	}
}

// BenchmarkReadsEqualWrites proves the best of the nondominated coteries on seven nodes.
func BenchmarkReadsEqualWrites(b *testing.B) {
	f := fleets.Random(rand.New(rand.NewPCG(2, 4)), 7, 3)
	f.Require.Same = true
	for b.Loop() {
		if res, err := Find(b.Context(), f, fleet.Load, Options{}); err != nil || !res.Optimal {
			b.Fatal(res, err)
		}
	}
	reach.Time(b, "fleet-reads-equal-writes/n=7", reach.PerRun(b), time.Minute)
}
