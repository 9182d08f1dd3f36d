package construct

import (
	"context"
	"math/big"
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
