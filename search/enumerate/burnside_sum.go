package enumerate

import (
	"context"
	"math/big"
	"sync"

	"coterie/internal/machine/par"
)

// sumOverBottoms adds what a worker returns for each of the functions, on opts.Jobs workers. They
// may come in any order: sums do not depend on it.
func sumOverBottoms(ctx context.Context, opts Options, stage string, functions []table, worker func() func(e table) wide) (*big.Int, error) {
	sum := new(big.Int)
	var adding sync.Mutex
	told := opts.progress().Count("monotone functions summed, "+stage, len(functions))
	workers := make([]func(e table) wide, par.Jobs(opts.Jobs))
	err := par.For(ctx, opts.Jobs, len(functions), func(ctx context.Context, w, i int) error {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if workers[w] == nil {
			workers[w] = worker()
		}
		part := workers[w](functions[i])
		adding.Lock()
		defer adding.Unlock()
		sum.Add(sum, part.big())
		told(1)
		return nil
	})
	return sum, err
}
