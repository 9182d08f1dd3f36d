package live

import (
	"context"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// A sweep goes over words of 64 sets, whose number is known in advance. It is begun if they are no
// more than sweepWords for each state that a diagram may have, which takes about as long. Before,
// diagrams are tried up to the states that take about as long as the sweep, and at least up to
// firstTry states of masks or zddStates of ZDDs, which take some hundredths of a second: a state of
// masks is worth maskWords and an eighth of a word for each quorum, a state of ZDDs zddWords.
const (
	sweepWords = 64
	maskWords  = 16
	zddWords   = 4096
	zddStates  = 2048
)

// Count counts the live sets of f by size, over its used nodes or over all of them: by a diagram of
// at most limit states or, where that takes no longer, by a sweep over all sets on as many workers
// as jobs says, which finds a smallest transversal, too. The error is that of Compile.
func Count(ctx context.Context, f quorum.Family, limit int, by Representation, jobs int) (counts []*big.Int, method string, t quorum.Set, err error) {
	words := sets.SweepWords(f.N())
	sweep := by == Any && words/sweepWords <= limit
	tries := limit
	if sweep && f.Len() <= maxMaskQuorums {
		tries = min(limit, max(words/(maskWords+f.Len()/8), firstTry))
	} else if sweep {
		tries = min(limit, max(words/zddWords, zddStates))
	}
	d, method, err := Compile(ctx, f, tries, by)
	if err == nil {
		counts, err = d.Counts(ctx)
	}
	if err == nil || !sweep || ctx.Err() != nil {
		return counts, method, t, err
	}
	swept, err := sets.Sweep(ctx, jobs, f.N(), sets.Masks(f.All()), nil)
	if err != nil {
		return nil, "", t, par.Ended(ctx)
	}
	counts = make([]*big.Int, len(swept.BySize))
	for s, k := range swept.BySize {
		counts[s] = big.NewInt(k)
	}
	return counts, "sweep over all sets", quorum.FullSet(f.N()).Minus(quorum.SetOfMask(swept.Most)), nil
}

// Failing turns the counts of live sets of n nodes into those of the sets of crashed nodes, by
// size, that leave no quorum.
func Failing(live []*big.Int) []*big.Int {
	n := len(live) - 1
	out := make([]*big.Int, n+1)
	for f := range out {
		out[f] = new(big.Int).Binomial(int64(n), int64(f))
		out[f].Sub(out[f], live[n-f])
	}
	return out
}
