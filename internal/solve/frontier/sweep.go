package frontier

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

const (
	// mostNodes keeps every count below 2^128.
	mostNodes = 130
	// mostStates bounds the states after a node, to about a minute for all nodes.
	mostStates = 3_000_000
)

var (
	errStates = fmt.Errorf("the sweep over the lattice has more than %d states", mostStates)
	errNodes  = fmt.Errorf("the sets of more than %d nodes of a lattice are not counted", mostNodes)
)

// count returns the numbers of sets of 0, ..., most of n <= mostNodes nodes that all machines call
// won after the last node. The machines go through the same nodes side by side, and a state is one
// of each. Cost: for each node, 2·most additions of 128 bits for each state. The error is
// errStates, a *memory.Error or the end of ctx.
func count(ctx context.Context, n, most int, machines ...machine) ([]*big.Int, error) {
	tables := make([]merged, len(machines))
	for k, m := range machines {
		var err error
		if tables[k], err = m.merge(ctx, n); err != nil {
			return nil, err
		}
	}
	ids, sums := []int32{0}, []uint64{1, 0} // the states, and their counts by size, low word first
	poll := par.NewPoll(ctx)
	for v := range n {
		size := 1
		for _, t := range tables {
			if size *= t.size[v+1]; size > math.MaxInt32 {
				return nil, errStates
			}
		}
		if err := memory.Ask(ctx, "the states of a sweep", size, 4); err != nil {
			return nil, err
		}
		to := func(id int32, alive int) int32 {
			next, radix := int32(0), int32(1)
			for _, t := range tables {
				before := int32(t.size[v])
				k := t.to[v][alive][id%before]
				if k < 0 {
					return -1
				}
				next += k * radix
				id, radix = id/before, radix*int32(t.size[v+1])
			}
			return next
		}
		place := make([]int32, size) // one more than the place of a state, 0 before it is reached
		stride, width := len(sums)/len(ids), 2*(min(most, v+1)+1)
		var reached []int32
		var next []uint64
		for i, id := range ids {
			if poll.Work(2*stride) != nil {
				return nil, par.Ended(ctx)
			}
			for alive := range 2 {
				t := to(id, alive)
				if t < 0 {
					continue
				}
				if place[t] == 0 {
					if len(reached) == cap(reached) { // they grow by a quarter
						if err := memory.Ask(ctx, "the counts of a sweep", 2*len(reached), 8*width); err != nil {
							return nil, err
						}
					}
					reached, next = append(reached, t), append(next, make([]uint64, width)...)
					place[t] = int32(len(reached))
				}
				at := int(place[t]-1) * width
				add(next[at+2*alive:at+width], sums[i*stride:(i+1)*stride])
			}
		}
		if len(reached) > mostStates {
			return nil, errStates
		}
		ids, sums = reached, next
	}
	counts := make([]*big.Int, most+1) // one state is left: won by all
	for s := range counts {
		high := new(big.Int).SetUint64(sums[2*s+1])
		counts[s] = high.Or(high.Lsh(high, 64), new(big.Int).SetUint64(sums[2*s]))
	}
	return counts, nil
}

// add adds numbers of two words, as many as fit.
func add(dst, from []uint64) {
	from = from[:min(len(dst), len(from))]
	for i := 0; i+1 < len(from); i += 2 {
		var carry uint64
		dst[i], carry = bits.Add64(dst[i], from[i], 0)
		dst[i+1] += from[i+1] + carry
	}
}
