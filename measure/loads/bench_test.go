package loads

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/optimize/convex/lp"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// benchLoad finds the load of f in the loop of b and returns the time of one run. Nothing printed
// is asserted but that there is a load.
func benchLoad(b *testing.B, f quorum.Family, opts Options) time.Duration {
	b.Helper()
	var l Load
	var err error
	for b.Loop() {
		if l, err = Find(b.Context(), f, opts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(l.Strategy)), "support")
	return reach.PerRun(b)
}

func modeOf(sparse bool) string {
	if sparse {
		return "plain-program"
	}
	return "with-classes"
}

// BenchmarkLoadPlane is the certified load of PG(2,11), with the symmetry used and without it, and
// gonum's simplex (floating point, no certificate) on the same program.
func BenchmarkLoadPlane(b *testing.B) {
	f := systems.Cartels(b, "fpp:order=11")[0]
	var peer time.Duration
	b.Run("order=11/method=gonum", func(b *testing.B) {
		c, a, right := gonumProgram(f)
		for b.Loop() {
			assert.Got2(lp.Simplex(c, a, right, 1e-10, nil))(b)
		}
		peer = reach.PerRun(b)
	})
	for _, sparse := range []bool{false, true} {
		b.Run("order=11/method="+modeOf(sparse), func(b *testing.B) {
			took := benchLoad(b, f, Options{Sparse: sparse})
			reach.Time(b, "load-PG(2,11)/"+modeOf(sparse), took, 50*time.Millisecond)
			if peer > 0 {
				reach.Ratio(b, "load-PG(2,11)-over-gonum/"+modeOf(sparse), float64(peer)/float64(took), 20)
			}
		})
	}
}

// BenchmarkLoadMajority is the certified load of the majorities of 15 nodes, listed.
func BenchmarkLoadMajority(b *testing.B) {
	f := systems.Cartels(b, "majority:n=15")[0]
	for _, sparse := range []bool{false, true} {
		b.Run("n=15/method="+modeOf(sparse), func(b *testing.B) {
			reach.Time(b, "load-majority-15/"+modeOf(sparse), benchLoad(b, f, Options{Sparse: sparse}), 500*time.Millisecond)
		})
	}
}

// BenchmarkLoadHard has families where classes do not help, or many quorums are listed. The reach
// of Find in the documentation of the package is from here.
func BenchmarkLoadHard(b *testing.B) {
	for _, spec := range []string{
		"billiard:q=21", "degenerate-fpp:n=60", "degenerate-fpp:n=100", "degenerate-fpp:n=200", "degenerate-fpp:n=400", "degenerate-fpp:n=800", "grid:n=1600",
		"truncated:n=100,of=(fpp:order=11),mode=merge", "truncated:n=110,of=(fpp:order=11),mode=merge",
		"paths:d=3", "triangle-lattice:rows=9", "tree:height=4", "majority:n=19", "triangle:rows=9", "majority:n=22",
	} {
		f := systems.Cartels(b, spec)[0]
		for _, sparse := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/quorums=%d/method=%s", spec, f.Len(), modeOf(sparse)), func(b *testing.B) {
				benchLoad(b, f, Options{Sparse: sparse})
			})
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ n, m, k int }{{100, 100, 12}, {100, 500, 16}, {100, 2000, 20}, {200, 1000, 25}, {300, 1000, 30}} {
		f := randomMeetingFamily(r, c.n, c.m, c.k)
		b.Run(fmt.Sprintf("random/n=%d/quorums=%d/size=%d", c.n, c.m, c.k), func(b *testing.B) {
			benchLoad(b, f, Options{})
		})
	}
	for _, c := range []struct{ n, m, k int }{{40, 1_000_000, 10}, {200, 1_000_000, 12}} {
		f := randomSizedFamily(r, c.n, c.m, c.k)
		b.Run(fmt.Sprintf("unrelated/n=%d/quorums=%d/size=%d", c.n, c.m, c.k), func(b *testing.B) {
			benchLoad(b, f, Options{})
		})
	}
}
