package enumerate

import (
	"context"
	"math/big"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// wideSum is a sum below 2^128.
type wideSum struct{ hi, lo uint64 }

// add adds a product, which is exact here whatever the factors are. Where a factor is itself a product,
// its two factors are sizes of parts of a lattice, which has fewer than 2^16 members.
func (t *wideSum) add(x, y uint64) {
	hi, lo := bits.Mul64(x, y)
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, lo, 0)
	t.hi, carry = bits.Add64(t.hi, hi, carry)
	if carry != 0 {
		panic("enumerate: a sum of 2^128 or more")
	}
}

func (t wideSum) big() *big.Int {
	sum := new(big.Int).SetUint64(t.hi)
	return sum.Lsh(sum, 64).Add(sum, new(big.Int).SetUint64(t.lo))
}

// sumOverBottoms adds what a worker returns for each of the functions, on opts.Jobs workers. They may come in any
// order: sums do not depend on it.
func sumOverBottoms(ctx context.Context, opts Options, stage string, functions []table, worker func() func(e table) (wideSum, error)) (*big.Int, error) {
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
