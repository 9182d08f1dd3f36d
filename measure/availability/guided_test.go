package availability

import (
	"math/big"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/internal/solve/transversal"
)

// Sampled intervals hold the exact value: of 50 seeds at most 3 miss it. They are of planes, also
// of one with Baer subplanes, of degenerate planes and of a cyclic cover.
func TestGuidedIntervalsCoverExactValues(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	chances := []*big.Rat{big.NewRat(1, 50), big.NewRat(1, 10), big.NewRat(9, 20)}
	approximate, plain := 0, 0
	for _, spec := range []string{"fpp:order=3", "fpp:order=4", "fpp:order=5", "degenerate-fpp:n=19", "cyclic:n=19,cover=0-1-2-6-9"} {
		f := systems.Family(t, spec)
		exact := assert.Got(CountLive(t.Context(), f, LiveOptions{}))(t)
		missed := make([]int, len(chances))
		for seed := range uint64(50) {
			list := assert.Got(FindFailures(t.Context(), f, chances, FailureOptions{Samples: 1000, Seed: seed, MaxWork: 1, quorums: 1}))(t)
			for i, got := range list {
				want := exact.Failure(chances[i])
				if got.low.Cmp(want) > 0 || want.Cmp(got.high) > 0 {
					missed[i]++
				}
				switch {
				case got.Approximate:
					approximate++
				case got.Samples > 0:
					plain++
				}
			}
		}
		for i, count := range missed {
			if count > 3 {
				t.Errorf("%s, p = %v: %d of 50 intervals miss the exact value", spec, chances[i], count)
			}
		}
	}
	if approximate < 100 || plain < 100 {
		t.Errorf("only %d intervals of guided and %d of plain samples", approximate, plain)
	}
}

// A draw has the same weights for several crash probabilities as for each of them alone.
func TestGuideForSeveralProbabilities(t *testing.T) {
	f := systems.Family(t, "fpp:order=4")
	through := transversal.Through(t.Context(), f.N(), f)
	chances := []float64{0.01, 0.05, 0.2}
	for _, proper := range []bool{false, true} {
		run := func(chances ...float64) []guided {
			g := assert.Got(newGuide(t.Context(), f, through, chances, 0.2, 6, proper))(t)
			return assert.Got(g.run(t.Context(), 640, 1, 0, 1))(t)
		}
		together := run(chances...)
		for k, p := range chances {
			assert.Equal(t, together[k], run(p)[0], "proper %v, p = %v", proper, p)
			assert.True(t, together[k].mean > 0 && together[k].hits > 0, "proper %v, p = %v: no weights", proper, p)
		}
	}
}

// BenchmarkFailuresOfPlanes prints the relative half width of failure probabilities, in percent,
// and the time of each. The plain draws of as many crashes are the method before.
func BenchmarkFailuresOfPlanes(b *testing.B) {
	for _, spec := range []string{"fpp:order=7", "fpp:order=8", "fpp:order=9"} {
		for _, p := range []*big.Rat{big.NewRat(1, 100), big.NewRat(1, 10), big.NewRat(3, 10)} {
			x, _ := p.Float64()
			b.Run(spec+"/p="+p.RatString(), func(b *testing.B) {
				f := systems.Family(b, spec)
				width := func(i FailureInterval) float64 { return 50 * (i.High - i.Low) / i.Value }
				for b.Loop() {
					from := reach.CPU()
					list := assert.Got(FindFailures(b.Context(), f, []*big.Rat{p}, FailureOptions{Seed: 1}))(b)
					b.ReportMetric((reach.CPU() - from).Seconds(), "cpu-s")
					before := assert.Got(Sample(b.Context(), f, []float64{x}, SampleOptions{Seed: 1}))(b)
					proved := Interval{Low: opposite(list[0].proved[1]), High: opposite(list[0].proved[0])}
					b.Logf("from %d plain draws: %.3g %%", before.Samples, width(*sampledInterval(before, proved)))
					reach.AtMost(b, "failure_width/"+spec+"/p="+p.RatString(), width(list[0]), 1)
				}
			})
		}
	}
}
