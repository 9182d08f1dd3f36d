//go:build !js

package cluster

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"coterie/internal/reach"
	"coterie/internal/work"
)

// BenchmarkEmptyParts: parts that cost nothing, from a coordinator through an embedded server to a
// worker and back, all in this process, which takes no more memory for many than for few.
func BenchmarkEmptyParts(b *testing.B) {
	const parts = 10_000
	var rate, grown float64
	for round := 0; b.Loop(); round++ {
		ctx, end := context.WithCancelCause(b.Context())
		s, err := Serve(ctx, ServeOptions{Dir: b.TempDir(), Listen: "127.0.0.1:0"})
		if err != nil {
			b.Fatal(err)
		}
		join := func() *Cluster {
			c, err := Connect(ctx, Access{URL: s.URL()})
			if err != nil {
				b.Fatal(err)
			}
			return c
		}
		asks, works := join(), join()
		nothing := work.TaskFunc(func(context.Context, work.Part) ([]byte, error) { return nil, nil })
		over, stopped := errors.New("over"), make(chan error, 1)
		go func() {
			stopped <- works.Work(ctx, WorkOptions{Jobs: 2, Kinds: []work.Kind{{Name: "empty", Open: func(context.Context, []byte, work.Host) (work.Task, error) {
				return nothing, nil
			}}}})
		}()
		taken := 0
		heap := func() float64 {
			var now runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&now)
			return float64(now.HeapAlloc) / (1 << 20)
		}
		first, most := 0.0, 0.0
		begun := time.Now()
		_, err = asks.Runner(RunnerOptions{}).Run(ctx, work.Job{Kind: "empty", Title: "empty parts", Parts: parts}, nothing, func(int, []byte) error {
			switch taken++; {
			case taken == 1000:
				first = heap()
			case taken%3000 == 0:
				most = max(most, heap())
			}
			return nil
		})
		grown = most - first
		rate = parts / time.Since(begun).Seconds()
		if err != nil || taken != parts {
			b.Fatalf("%d parts, %v", taken, err)
		}
		end(over)
		if err := <-stopped; !errors.Is(err, over) {
			b.Fatal(err)
		}
		asks.Close()
		works.Close()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(rate, "parts/s")
	reach.AtLeast(b, "10000-empty-parts-a-second", rate, 2000)
	reach.AtMost(b, "10000-empty-parts-heap-grown-MiB", grown, 16)
}
