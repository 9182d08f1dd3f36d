package sim

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/par"
)

// BenchmarkRun is a plane of 993 nodes under full load, all checks on.
func BenchmarkRun(b *testing.B) {
	c := closed(b, "fpp:order=31", "maekawa-fixed", 20_000)
	var n uint64
	for b.Loop() {
		r, err := Run(b.Context(), c)
		if err != nil || len(r.Stuck) > 0 || r.Violations > 0 {
			b.Fatal(err, r.Stuck, r.Violations)
		}
		n += r.Deliveries
	}
	rate := float64(n) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "deliveries/s")
	reach.AtLeast(b, "sim/fpp:order=31/deliveries-a-second", rate, 2e6)
}

// peak runs f, and returns the most bytes that the process had in use meanwhile, by a look every
// few milliseconds.
func peak(f func()) uint64 {
	debug.FreeOSMemory()
	done, most := make(chan struct{}), make(chan uint64)
	go func() {
		var m runtime.MemStats
		var top uint64
		for {
			runtime.ReadMemStats(&m)
			top = max(top, m.Sys-m.HeapReleased)
			select {
			case <-done:
				most <- top
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	return <-most
}

// BenchmarkMemory is a grid of ten thousand nodes that all wish at once.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		most := peak(func() {
			c := closed(b, "grid:n=10000", "maekawa-fixed", 10_000)
			if r, err := Run(b.Context(), c); err != nil || len(r.Stuck) > 0 || r.Entries != 10_000 {
				b.Fatal(err, len(r.Stuck), r.Entries)
			}
		})
		reach.AtMost(b, "sim/grid:n=10000/bytes", float64(most), 1e9)
	}
}

// BenchmarkGrid is a grid of ten thousand nodes of which a third wish, all at once: 650,000
// messages are under way.
func BenchmarkGrid(b *testing.B) {
	c := closed(b, "grid:n=10000", "maekawa-fixed", 3000)
	var most uint64
	took := time.Duration(math.MaxInt64)
	for b.Loop() {
		most = max(most, peak(func() {
			began := reach.CPU()
			if r, err := Run(b.Context(), c); err != nil || r.Entries != 3000 {
				b.Fatal(err, r.Entries)
			}
			took = min(took, reach.CPU()-began)
		}))
	}
	reach.Time(b, "sim/grid:n=10000/entries=3000/cpu", took, 2*time.Second)
	reach.AtMost(b, "sim/grid:n=10000/entries=3000/bytes", float64(most), 150e6)
}

// BenchmarkFlat compares the memory of a run with that of one ten times as long.
func BenchmarkFlat(b *testing.B) {
	for b.Loop() {
		var most [2]uint64
		for i, entries := range []int{10_000, 100_000} {
			most[i] = peak(func() {
				c := closed(b, "fpp:order=7", "maekawa-fixed", entries)
				assert.Got(Run(b.Context(), c))(b)
			})
		}
		reach.AtMost(b, "sim/memory-of-ten-times-the-events", float64(most[1])/float64(most[0]), 1.25)
	}
}

// BenchmarkReplicate compares two replications on one core and on two.
func BenchmarkReplicate(b *testing.B) {
	if runtime.GOMAXPROCS(0) < 2 {
		b.Skip("one core")
	}
	c := closed(b, "fpp:order=13", "maekawa-fixed", 100_000)
	var took [2]time.Duration
	for b.Loop() {
		for i := range took {
			start := time.Now()
			assert.Got(Replicate(b.Context(), c, Options{Replications: 2, Jobs: i + 1}))(b)
			took[i] += time.Since(start)
		}
	}
	reach.Ratio(b, "sim/two-replications-on-two-cores", float64(took[0])/float64(took[1]), 1.8)
}

// replicatePlain is Replicate without jobs.
func replicatePlain(b *testing.B, c Config, n, jobs int) Report {
	s := newSummary(c)
	for r, err := range par.Ordered(b.Context(), jobs, n, func(i int) Result {
		one := c
		one.Stream += uint64(i)
		r, err := Run(b.Context(), one)
		if err != nil {
			b.Error(err)
		}
		return r
	}) {
		if err != nil {
			b.Fatal(err)
		}
		s.add(r)
	}
	return s.report(b.Context(), nil)
}

// BenchmarkReplications compares replications as parts of a job, on this machine, with those of one
// that knows nothing of jobs: short ones and long ones.
func BenchmarkReplications(b *testing.B) {
	for _, entries := range []int{20, 1000} {
		b.Run(fmt.Sprintf("entries=%d", entries), func(b *testing.B) {
			c := closed(b, "fpp:order=2", "maekawa-fixed", entries)
			n := 20_000 / entries
			var plain, parts Report
			reach.NoSlower(b, fmt.Sprintf("sim/replications/entries=%d", entries), func() { plain = replicatePlain(b, c, n, 2) }, func() {
				var err error
				if parts, err = Replicate(b.Context(), c, Options{Replications: n, Jobs: 2}); err != nil {
					b.Fatal(err)
				}
			})
			if plain.Messages != parts.Messages {
				b.Fatalf("%d messages and %d", plain.Messages, parts.Messages)
			}
		})
	}
}
