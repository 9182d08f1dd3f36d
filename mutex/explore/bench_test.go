package explore

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/mutex"
	"coterie/quorum"
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
					reach.AtLeast(b, "states-a-second/"+a, rate, 2e6)
					reach.AtMost(b, "bytes-a-state/"+a, float64(r.Bytes)/float64(r.States), 16)
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
				assert.Got(run(b.Context(), c, Options{}))(b)
			}
			per[method] = reach.PerRun(b).Seconds()
		})
	}
	if len(per) == 2 {
		reach.Ratio(b, "vectors-beside-plain", per["plain"]/per["vectors"], 8)
	}
}

// BenchmarkFanoWhole explores every set of at most four requesters over the Fano plane, with the
// sites of Maekawa's Figure 1(b), without reduction.
func BenchmarkFanoWhole(b *testing.B) {
	for _, a := range []string{"maekawa", "maekawa-fixed"} {
		b.Run("algorithm="+a, func(b *testing.B) {
			var sets, states, stuck, violating int
			for b.Loop() {
				sets, states, stuck, violating = 0, 0, 0, 0
				for set := range 1 << 7 {
					var requesters []int32
					for p := range int32(7) {
						if set>>p&1 == 1 {
							requesters = append(requesters, p)
						}
					}
					if len(requesters) == 0 || len(requesters) > 4 {
						continue
					}
					r, err := Run(b.Context(), figure(b, "b", a, requesters...), Options{})
					if err != nil || !r.Complete {
						b.Fatal(requesters, err, r)
					}
					sets++
					states += int(r.States)
					if r.Stuck > 0 {
						stuck++
					}
					if r.Violations > 0 {
						violating++
					}
				}
			}
			b.Logf("%d sets, %d states, %d sets can be stuck, %d break the rule", sets, states, stuck, violating)
			reach.AtLeast(b, "sets-of-four-requesters/"+a, float64(sets), 98)
		})
	}
}

// figure has the sites of a part of Maekawa's Figure 1; those of fpp:order=2 are others of the same
// plane as part b.
func figure(t testing.TB, part, algorithm string, requesters ...int32) Config {
	t.Helper()
	text := assert.Got(os.ReadFile(filepath.FromSlash("../../experiments/papers/maekawa-figure-1.json")))(t)
	var paper struct {
		Figures []struct {
			Part string
			N    int
			Sets []struct {
				Site int
				Set  []int
			}
		}
	}
	assert.OK(t, json.Unmarshal(text, &paper))
	for _, f := range paper.Figures {
		if f.Part != part {
			continue
		}
		sets, sites := make([][]int, len(f.Sets)), make([]int, f.N)
		for i, s := range f.Sets {
			sites[s.Site-1] = i
			for _, v := range s.Set {
				sets[i] = append(sets[i], v-1)
			}
		}
		structure := assert.Got(quorum.NewSystem("Figure 1("+part+")", family(t, f.N, sets...), quorum.SystemOptions{Sites: sites}))(t)
		return configOver(t, structure, mutex.Find(algorithm), requesters...)
	}
	t.Fatalf("no Figure 1(%s)", part)
	return Config{}
}
