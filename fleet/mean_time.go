package fleet

import (
	"context"
	"math/big"
)

// MeanTime returns the mean time from c until all nodes of a set have answered. The nodes answer
// independently of each other. The error is a *NoMeanError where a latency has no last percentile,
// or says that ctx has ended.
func MeanTime(ctx context.Context, c Client, set []int32) (*big.Rat, error) {
	return expectedTime(ctx, c, set, nil)
}
