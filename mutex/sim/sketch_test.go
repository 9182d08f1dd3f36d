package sim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSketchAgainstAllTimes(t *testing.T) {
	for _, n := range []int{1, 2, 511, 512, 513, 20_000} {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		var parts [3]Sketch
		var all []Time
		for range n {
			x := Distribution{Exponential, 10, 0}.Draw(random)
			all = append(all, x)
			parts[random.IntN(len(parts))].Add(x)
		}
		var s Sketch
		for _, p := range parts {
			s.Merge(p)
		}
		slices.Sort(all)
		if s.Count() != n || s.Max() != all[n-1].Units() {
			t.Errorf("%d times: count %d, max %g", n, s.Count(), s.Max())
		}
		for _, q := range []float64{0.01, 0.5, 0.9, 0.99, 1} {
			want := all[max(1, int(math.Round(q*float64(n))))-1].Units()
			if got := s.Quantile(q); math.Abs(got-want) > 1e-3*want {
				t.Errorf("%d times: the %g quantile is %g, want %g", n, q, got, want)
			}
		}
	}
	var empty Sketch
	empty.Merge(Sketch{})
	if empty.Quantile(0.5) != 0 || empty.Mean() != 0 {
		t.Error("an empty sketch has figures")
	}
}
