//go:build !js

package cluster

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"coterie/internal/work"
)

// BenchmarkEmptyParts: parts that cost nothing, from a coordinator through an embedded server to a
// worker and back, all in this process.
func BenchmarkEmptyParts(b *testing.B) {
	const parts, target = 10_000, 2000.0
	var rate float64
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
		begun := time.Now()
		_, err = asks.Runner(RunnerOptions{}).Run(ctx, work.Job{Kind: "empty", Title: "empty parts", Parts: parts}, nothing, func(int, []byte) error {
			taken++
			return nil
		})
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
	verdict := "PASS"
	if rate < target {
		verdict = "MISS"
	}
	fmt.Printf("%d empty parts end to end: %.0f a second; target %.0f: %s\n", parts, rate, target, verdict)
}
