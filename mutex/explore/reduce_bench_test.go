package explore

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"coterie/internal/check/reach"
)

// BenchmarkReduction explores the Fano plane with and without the reduction.
func BenchmarkReduction(b *testing.B) {
	for _, a := range []string{"maekawa", "maekawa-fixed"} {
		c := configOf(b, "fpp:order=2", a, 0, 1, 2, 3)
		states, seconds := map[Reduction]uint64{}, map[Reduction]float64{}
		for _, reduction := range []Reduction{None, PartialOrder} {
			c.Reduction = reduction
			b.Run(fmt.Sprintf("algorithm=%s/reduction=%v", a, reduction), func(b *testing.B) {
				for b.Loop() {
					r, err := Run(b.Context(), c, Options{})
					if err != nil || !r.Complete {
						b.Fatal(err, r)
					}
					states[reduction] = r.States
				}
				b.ReportMetric(float64(states[reduction]), "states")
				seconds[reduction] = reach.PerRun(b).Seconds()
				if reduction == PartialOrder && seconds[None] > 0 {
					b.Logf("%.1f times fewer states, %.1f times faster", float64(states[None])/float64(states[reduction]), seconds[None]/seconds[reduction])
				}
			})
		}
	}
}

// BenchmarkFano decides the Fano plane with the sites of Figure 1(b) for each of the 127 sets of
// requesters, one of each class, up to a limit of states; it says how many sets were decided, and
// how far the others came. The sets of six take some 20 million states each, and are decided with
// FANO_STATES=50000000 in an hour.
func BenchmarkFano(b *testing.B) {
	most := uint64(2_000_000)
	if more, err := strconv.ParseUint(os.Getenv("FANO_STATES"), 10, 64); err == nil {
		most = more
	}
	for _, a := range []string{"maekawa", "maekawa-fixed"} {
		c := figure(b, "b", a, 0, 1, 2, 3, 4, 5, 6)
		c.Reduction = PartialOrder
		everyone := c.Requesters
		decided := make([]int, len(everyone)+1) // by size
		for size := 1; size <= len(everyone); size++ {
			b.Run(fmt.Sprintf("algorithm=%s/requesters=%d", a, size), func(b *testing.B) {
				for b.Loop() {
					decided[size] = decide(b, c, subsets(everyone, size), most)
				}
				if size == len(everyone) {
					sum := 0
					for _, n := range decided {
						sum += n
					}
					reach.AtLeast(b, "sets-of-the-Fano-plane-with-reduction/"+a, float64(sum), 127)
				}
			})
		}
	}
}

// BenchmarkThirteen decides the plane of 13 sites of Figure 1(c) for each of the 715 sets of four
// requesters, one of each class.
func BenchmarkThirteen(b *testing.B) {
	for _, a := range []string{"maekawa", "maekawa-fixed"} {
		c := figure(b, "c", a, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
		c.Reduction = PartialOrder
		sets := subsets(c.Requesters, 4)
		b.Run("algorithm="+a, func(b *testing.B) {
			var decided int
			for b.Loop() {
				decided = decide(b, c, sets, 2_000_000)
			}
			reach.AtLeast(b, "sets-of-four-of-the-plane-of-order-3/"+a, float64(decided), 715)
		})
	}
}

// decide explores one set of each class, and returns how many sets that decides.
func decide(b *testing.B, c Config, sets [][]Requester, most uint64) (whole int) {
	b.Helper()
	of := Classes(c, sets)
	var results []Result
	classes, stuck := 0, 0
	var states uint64
	for i, set := range sets {
		var r Result
		if of[i] < i {
			r = results[of[i]]
		} else {
			c.Requesters = set
			var err error
			if r, err = Run(b.Context(), c, Options{MostStates: most}); err != nil {
				b.Fatal(err)
			}
			classes++
			states += r.States
			if !r.Complete {
				b.Logf("%v: %d states, all of less than %d steps", set, r.States, r.Depth)
			}
		}
		if results = append(results, r); r.Complete {
			whole++
		}
		if r.Stuck > 0 {
			stuck++
		}
	}
	b.Logf("%d sets, %d classes, %d states: %d sets decided, %d can be stuck", len(sets), classes, states, whole, stuck)
	return whole
}
