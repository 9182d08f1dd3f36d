package par

import (
	"context"
	"errors"

	"coterie/internal/machine/memory"
)

// Once returns a function that finds something at its first call, keeps it, and returns it from
// then on; calls at the same time wait for one another. If a context or its budget of memory
// stopped the search, nothing is kept: the next call begins again.
func Once[T any](find func(context.Context) (T, error)) func(context.Context) (T, error) {
	turn := make(chan struct{}, 1)
	var found T
	var failed error
	done := false
	return func(ctx context.Context) (T, error) {
		var none T
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return none, context.Cause(ctx)
		}
		defer func() { <-turn }()
		if done {
			return found, failed
		}
		value, err := find(ctx)
		if large := (*memory.Error)(nil); err != nil && (ctx.Err() != nil || errors.As(err, &large)) {
			return none, err
		}
		found, failed, done = value, err, true
		return found, failed
	}
}
