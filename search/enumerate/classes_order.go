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

// inOrder lets jobs workers do units 0, 1, ..., units-1 and yields their results in this order. At
// most a few results for each worker wait to be taken. After an error, which is the last thing
// yielded, and when the loop is left early, the workers have ended.
func inOrder[T any](ctx context.Context, jobs, units int, work func(ctx context.Context, unit int) ([]T, error)) iter.Seq2[block[T], error] {
	type outcome struct {
		result []T
		err    error
	}
	return func(yield func(block[T], error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		var workers sync.WaitGroup
		defer func() {
			cancel(nil)
			workers.Wait()
		}()
		window := 8 * jobs
		slots := make([]chan outcome, window) // unit u hands its result over in slot u%window
		for i := range slots {
			slots[i] = make(chan outcome, 1)
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
					if unit >= units {
						return
					}
					result, err := work(ctx, unit)
					slots[unit%window] <- outcome{result, err}
				}
			})
		}
		for unit := range units {
			var got outcome
			select {
			case got = <-slots[unit%window]:
			case <-ctx.Done():
				got.err = context.Cause(ctx)
			}
			if got.err != nil {
				yield(block[T]{unit: unit}, got.err)
				return
			}
			free <- struct{}{}
			if !yield(block[T]{unit, got.result}, nil) {
				return
			}
		}
	}
}
