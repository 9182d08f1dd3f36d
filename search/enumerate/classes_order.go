package enumerate

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
)

// block is the result of one unit of work.
type block[T any] struct {
	unit   int
	result []T
}

// inOrder lets jobs workers do units 0, 1, ..., units-1, each short, and yields their results in this
// order. At most eight results for each worker wait to be taken. When ctx ends, context.Cause is
// the last thing yielded. Behind the loop, also one that is left early, the workers have ended.
func inOrder[T any](ctx context.Context, jobs, units int, work func(unit int) []T) iter.Seq2[block[T], error] {
	return func(yield func(block[T], error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		var workers sync.WaitGroup
		defer func() {
			cancel(nil)
			workers.Wait()
		}()
		window := 8 * jobs
		slots := make([]chan []T, window) // unit u hands its result over in slot u%window
		for i := range slots {
			slots[i] = make(chan []T, 1)
		}
		free := make(chan struct{}, window) // a token for each unit that may be begun
		for range window {
			free <- struct{}{}
		}
		var next atomic.Int64
		for range min(jobs, units) {
			workers.Go(func() {
				for {
					select {
					case <-free:
					case <-ctx.Done():
						return
					}
					unit := int(next.Add(1)) - 1
					if unit >= units || ctx.Err() != nil {
						return
					}
					slots[unit%window] <- work(unit)
				}
			})
		}
		for unit := range units {
			var result []T
			err := stopped(ctx)
			if err == nil {
				select {
				case result = <-slots[unit%window]:
				case <-ctx.Done():
					err = context.Cause(ctx)
				}
			}
			if err != nil {
				yield(block[T]{unit: unit}, err)
				return
			}
			free <- struct{}{}
			if !yield(block[T]{unit, result}, nil) {
				return
			}
		}
	}
}
