package promela_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/mutex/explore"
	"coterie/mutex/promela"
)

// BenchmarkSpin explores Maekawa's algorithm on the Fano plane with four requesters beside spin, by
// the same model, exactly: all states, collapsed, on as many cores. The shorter of three runs
// counts. SEPQS, by which spin collapses each channel apart, is not one of the options in the
// target; it saves memory, and is printed for those who would use it. (Arrays in the place of the
// sorted channels that are the queues would save spin an eighth of its memory and a tenth of its
// time.)
func BenchmarkSpin(b *testing.B) {
	for _, cores := range []int{1, 2} {
		b.Run(fmt.Sprintf("cores=%d", cores), func(b *testing.B) {
			c := configOf(b, "fpp:order=2", "maekawa", 0, 1, 2, 3)
			flags := promela.Flags()
			var parallel []string
			if cores > 1 {
				parallel = []string{"-DSHOW"}
				flags = append(flags, fmt.Sprintf("-DNCORE=%d", cores))
			}
			pan := spin(b, c, parallel, flags...)
			var apart string
			if cores == 1 {
				apart = spin(b, c, nil, append(flags, "-DSEPQS")...)
			}
			for b.Loop() {
				ours, theirs, separate := time.Hour, time.Hour, time.Hour
				var r explore.Result
				var memory, memoryApart float64
				for range 3 {
					start := time.Now()
					var err error
					if r, err = explore.Run(b.Context(), c, explore.Options{Jobs: cores}); err != nil || !r.Complete {
						b.Fatal(err, r)
					}
					ours = min(ours, time.Since(start))
					var took time.Duration
					took, memory = timed(b, pan, r)
					theirs = min(theirs, took)
					if apart != "" {
						took, memoryApart = timed(b, apart, r)
						separate = min(separate, took)
					}
				}
				rate := func(d time.Duration) float64 { return float64(r.States) / d.Seconds() }
				each := float64(r.Bytes) / float64(r.States)
				b.Logf("%d states, %d cores: here %.0f states a second and %.1f bytes a state; spin %.0f and %.1f", r.States, cores, rate(ours), each, rate(theirs), memory)
				reach.Ratio(b, fmt.Sprintf("rate-beside-spin/cores=%d", cores), theirs.Seconds()/ours.Seconds(), 1)
				if cores == 1 {
					b.Logf("spin with -DSEPQS: %.0f states a second and %.1f bytes a state, %.1f times ours", rate(separate), memoryApart, memoryApart/each)
					reach.Ratio(b, "memory-beside-spin", memory/each, 4)
				}
			}
		})
	}
}

var (
	bytesOf = regexp.MustCompile(`(?m)^\s*([\d.]+)\s+actual memory usage for states`)
	tableOf = regexp.MustCompile(`(?m)^\s*([\d.]+)\s+memory used for hash table`)
)

// timed runs spin, and returns its time and its bytes per state: those that it reports for its
// states, and its table, which has as many places as there are states or up to twice as many.
func timed(b *testing.B, pan string, r explore.Result) (time.Duration, float64) {
	places := 1
	for 1<<places < r.States {
		places++
	}
	start := time.Now()
	out := run(b, filepath.Dir(pan), pan, "-A", "-c0", "-m10000", fmt.Sprintf("-w%d", places))
	took := time.Since(start)
	if got := parse(b, out); got.states != r.States {
		b.Fatalf("spin stores %d states, not %d", got.states, r.States)
	}
	var bytes float64
	for _, e := range []*regexp.Regexp{bytesOf, tableOf} {
		found := e.FindStringSubmatch(out)
		if found == nil {
			b.Fatalf("no %v in what pan says:\n%s", e, out)
		}
		n := assert.Got(strconv.ParseFloat(found[1], 64))(b)
		bytes += n * (1 << 20)
	}
	return took, bytes / float64(r.States)
}
