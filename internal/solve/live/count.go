package live

import (
	"context"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// A sweep goes over words of 64 sets, whose number is known in advance. It is begun if they are no
// more than sweepWords for each state that a diagram may have, which takes as long or longer.
// Before, diagrams are tried up to the states that take about as long: a state of masks as long as
// maskWords and an eighth of a word for each quorum, a state of ZDDs as long as zddWords. Less than
// zddStates are not worth the list as a ZDD.
const (
	sweepWords = 256
	maskWords  = 16
	zddWords   = 4096
	zddStates  = 2048
)

// Counted are the numbers of the live sets of 0, 1, ... of the used nodes of a family.
type Counted struct {
	BySize      []*big.Int
	Method      string
	Transversal []int // a smallest transversal, after a sweep
}

// Count counts the live sets of f over its used nodes, by size: by a diagram of at most limit states
// or, where that takes no longer, by a sweep over all sets on as many workers as jobs says. The
// error is that of Compile.
func Count(ctx context.Context, f quorum.Family, limit int, by Representation, jobs int) (c Counted, err error) {
	order := plainOrder(ctx, f)
	words := sets.SweepWords(len(order))
	sweep := by == Any && words/sweepWords <= limit
	switch {
	case !sweep:
	case f.Len() <= maxMaskQuorums:
		limit = min(limit, words/(maskWords+f.Len()/8))
	case words/zddStates < zddStates:
		limit = 0
	default:
		limit = min(limit, max(words/zddWords, zddStates))
	}
	if !sweep || limit > 0 {
		var d *Diagram
		if d, c.Method, err = Compile(ctx, f, limit, by); err == nil {
			c.BySize, err = d.Counts(ctx)
			return c, err
		}
		if !sweep || ctx.Err() != nil {
			return c, err
		}
	}
	place := make([]int32, f.N())
	for i, v := range order {
		place[v] = int32(i)
	}
	masks := make([]uint64, f.Len())
	for i, q := range f.All() {
		for _, v := range q {
			masks[i] |= 1 << place[v]
		}
	}
	swept, err := sets.Sweep(ctx, jobs, len(order), masks, nil)
	if err != nil {
		return c, par.Ended(ctx)
	}
	for _, k := range swept.BySize {
		c.BySize = append(c.BySize, big.NewInt(k))
	}
	for i, v := range order {
		if swept.Most>>i&1 == 0 {
			c.Transversal = append(c.Transversal, v)
		}
	}
	c.Method = "sweep over all sets"
	return c, nil
}
