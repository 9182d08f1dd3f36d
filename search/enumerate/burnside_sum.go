package enumerate

import (
	"context"
	"math/big"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// sumOverBottoms adds what a worker returns for each of the functions, on opts.Jobs workers. They may come in any
// order: sums do not depend on it.
func sumOverBottoms(ctx context.Context, opts Options, stage string, functions []table, worker func() func(e table) (wide, error)) (*big.Int, error) {
	sum := new(big.Int)
	var next atomic.Int64
	var lock sync.Mutex
	done := 0
	opts.report(stage, 0, len(functions))
	group, ctx := errgroup.WithContext(ctx)
	for range min(opts.jobs(), len(functions)) {
		group.Go(func() error {
			work := worker()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(functions) {
					return nil
				}
				if err := stopped(ctx); err != nil {
					return err
				}
				part, err := work(functions[i])
				if err != nil {
					return err
				}
				lock.Lock()
				sum.Add(sum, part.big())
				done++
				opts.report(stage, done, len(functions))
				lock.Unlock()
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return sum, nil
}
