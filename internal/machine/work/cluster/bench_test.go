package cluster

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/work"
)

// BenchmarkEmptyParts: parts that cost nothing, from a coordinator through an embedded server to a
// worker and back, all in this process, which takes no more memory for many than for few.
func BenchmarkEmptyParts(b *testing.B) {
	const parts = 10_000
	var rate, grown, each float64
	for round := 0; b.Loop(); round++ {
		ctx, end := context.WithCancelCause(b.Context())
		s, err := Serve(ctx, ServeOptions{Dir: b.TempDir(), Listen: "127.0.0.1:0"})
		assert.OK(b, err)
		join := func() *Cluster {
			return assert.Got(Connect(ctx, Access{URL: s.URL()}))(b)
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
		begun, cpu := time.Now(), reach.CPU()
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
		each = float64((reach.CPU() - cpu).Microseconds()) / parts
		if err != nil || taken != parts {
			b.Fatalf("%d parts, %v", taken, err)
		}
		end(over)
		if err := <-stopped; !errors.Is(err, over) {
			b.Fatal(err)
		}
		asks.Close()
		works.Close()
		assert.OK(b, s.Close())
	}
	b.ReportMetric(rate, "parts/s")
	reach.AtLeast(b, "10000-empty-parts-a-second", rate, 2000)
	reach.AtMost(b, "CPU-of-an-empty-part-in-microseconds", each, 100)
	reach.AtMost(b, "10000-empty-parts-heap-grown-MiB", grown, 16)
}

// BenchmarkWorkers: so many workers with one core each are so many times as fast as one. A part
// waits for 20 ms and computes nothing, as one machine stands for many here: the benchmark shows
// whether the server and the coordinator keep all of them busy.
func BenchmarkWorkers(b *testing.B) {
	const each = 100 // parts for each worker
	run := func(workers int) time.Duration {
		ctx, end := context.WithCancelCause(b.Context())
		s, err := Serve(ctx, ServeOptions{Dir: b.TempDir(), Listen: "127.0.0.1:0"})
		assert.OK(b, err)
		waits := work.TaskFunc(func(ctx context.Context, _ work.Part) ([]byte, error) {
			time.Sleep(20 * time.Millisecond)
			return nil, nil
		})
		kinds := []work.Kind{{Name: "waits", Open: func(context.Context, []byte, work.Host) (work.Task, error) { return waits, nil }}}
		over := errors.New("over")
		var all sync.WaitGroup
		join := func() *Cluster {
			return assert.Got(Connect(ctx, Access{URL: s.URL()}))(b)
		}
		for w := range workers {
			c := join()
			all.Go(func() {
				defer c.Close()
				assert.Is(b, c.Work(ctx, WorkOptions{Name: fmt.Sprint("w", w), Jobs: 1, Kinds: kinds}), over)
			})
		}
		asks := join()
		parts := each * workers
		var begun time.Time
		taken := 0
		// The first part comes when the workers have opened the job: they do so once.
		_, err = asks.Runner(RunnerOptions{}).Run(ctx, work.Job{Kind: "waits", Title: "parts that wait", Parts: parts}, waits, func(int, []byte) error {
			if taken++; taken == 1 {
				begun = time.Now()
			}
			return nil
		})
		took := time.Since(begun)
		if err != nil || taken != parts {
			b.Fatalf("%d parts, %v", taken, err)
		}
		end(over)
		all.Wait()
		asks.Close()
		assert.OK(b, s.Close())
		return took
	}
	for b.Loop() {
		one := run(1)
		for _, workers := range []int{4, 16} {
			reach.AtLeast(b, fmt.Sprintf("%d-workers-against-one", workers), float64(one)*float64(workers)/float64(run(workers)), 0.9*float64(workers))
		}
	}
}
