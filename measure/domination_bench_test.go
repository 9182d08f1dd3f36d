package measure_test

import (
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/measure"
	"coterie/quorum"
)

// BenchmarkDomination judges systems from their lists of quorums.
func BenchmarkDomination(b *testing.B) {
	for _, job := range []struct {
		spec   string
		holds  quorum.Truth
		target time.Duration
	}{
		{"fpp:order=11", quorum.Fails, 200 * time.Millisecond},
		{"grid:n=49", quorum.Fails, 200 * time.Millisecond},
		{"billiard:q=11", quorum.Fails, 200 * time.Millisecond},
		{"majority:n=15", quorum.Holds, 200 * time.Millisecond},
		{"majority:n=17", quorum.Holds, 5 * time.Second},
		{"majority:n=21", quorum.Holds, 10 * time.Second},
		{"tree:height=4", quorum.Holds, 10 * time.Second},
		{"triangle-lattice:rows=8", quorum.Holds, 10 * time.Second},
		{"triangle-lattice:rows=9", quorum.Holds, 10 * time.Second},
	} {
		b.Run("system="+job.spec, func(b *testing.B) {
			cartels := systems.Cartels(b, job.spec)
			for b.Loop() {
				d := measure.Judge(b.Context(), cartels, measure.DominationOptions{})
				assert.MustEqual(b, d.Nondominated, job.holds, "%+v", d)
			}
			reach.Time(b, "domination/"+job.spec, reach.PerRun(b), job.target)
		})
	}
}

// BenchmarkDominationMethods compares the methods where one of them crawls.
func BenchmarkDominationMethods(b *testing.B) {
	for _, spec := range []string{"majority:n=9", "majority:n=11", "majority:n=15", "tree:height=3", "triangle-lattice:rows=6", "fpp:order=5", "grid:n=36"} {
		for _, method := range []string{measure.DominationSAT, measure.DominationCounting} {
			b.Run(fmt.Sprintf("system=%s/method=%s", spec, method), func(b *testing.B) {
				cartels := systems.Cartels(b, spec)
				for b.Loop() {
					d := measure.Judge(b.Context(), cartels, measure.DominationOptions{Method: method, SATRounds: 500})
					if d.Nondominated == quorum.Unknown {
						b.Skip(d.Reason)
					}
				}
			})
		}
	}
}
