package costs

import (
	"context"
	"runtime"
	"runtime/metrics"
	"time"
)

// Cost is the cost of one run.
type Cost struct {
	CPU    float64 // seconds, of all workers together
	Memory float64 // bytes: the greatest heap, above that before the run
	Over   bool    // the run was stopped because it took more CPU time than it may
}

// Of runs work, and returns its cost. If the work takes more than limit of CPU time, its context
// ends, and Of returns when the work has.
func Of(ctx context.Context, limit time.Duration, work func(context.Context)) Cost {
	runtime.GC() // the garbage of earlier runs is not counted
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	before, began, peak, over := heap(), CPU(), uint64(0), false
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			peak = max(peak, heap())
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			if CPU()-began > limit && ctx.Err() == nil {
				over = true
				stop()
			}
		}
	}()
	work(ctx)
	peakAtEnd, spent := heap(), CPU()-began
	close(ended)
	<-watched
	return Cost{CPU: spent.Seconds(), Memory: float64(max(peak, peakAtEnd, before) - before), Over: over}
}

// heap returns the bytes of the heap that objects take, the dead ones included that are not yet
// swept.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
