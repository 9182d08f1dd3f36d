package construct

import (
	"context"
	"errors"
	"math/big"

	"coterie/internal/machine/memory"
)

// counter returns a number of quorums or of their entries; nil where it is not known. The error is
// the cause of ctx if that ends first.
type counter = func(ctx context.Context) (*big.Int, error)

// closed is a counter of a closed form: some big-number products.
func closed(form func() *big.Int) counter {
	return func(ctx context.Context) (*big.Int, error) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return form(), nil
	}
}

// constantCount is a counter of a number that fits an int.
func constantCount(v int) counter { return closed(func() *big.Int { return bigOf(v) }) }

// once returns a function that finds something at its first call, keeps it, and returns it from
// then on; calls at the same time wait for one another. If a context or its budget of memory
// stopped the search, nothing is kept: the next call begins again.
func once[T any](find func(context.Context) (T, error)) func(context.Context) (T, error) {
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

// countFound is a counter for a value that has to be found first. Where the search fails the count
// is not known; listing then returns the error.
func countFound[T any](find func(context.Context) (T, error), count func(T) *big.Int) counter {
	return func(ctx context.Context) (*big.Int, error) {
		found, err := find(ctx)
		switch {
		case err == nil:
			return count(found), nil
		case ctx.Err() != nil:
			return nil, err
		}
		return nil, nil
	}
}
