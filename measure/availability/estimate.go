package availability

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/quorum"
)

// SampleOptions are the settings of Sample and SampleLive; the zero value stands
// for the defaults.
type SampleOptions struct {
	Samples    int     // 0 means DefaultSamples
	Seed       uint64  // of the sampled crashes
	Jobs       int     // goroutines; 0 means 1. The result does not depend on it
	Confidence float64 // of the interval, above 0 and below 1; 0 means 0.99
}

// Estimate is a figure found by sampling: Value is the share of live samples, and with the
// stated confidence the true figure is in [Low, High].
type Estimate struct {
	Value      float64 `json:"value"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
	Samples    int     `json:"samples"`
	Live       int     `json:"live"`
	Seed       uint64  `json:"seed"`
}

// DefaultSamples is the number of samples of an estimate if the options name none.
const DefaultSamples = 100_000

// wordsPerBlock is the number of 64-sample words that one generator makes. Block b has a
// generator of its own, so the samples do not depend on who draws them.
const wordsPerBlock = 16

// Sample estimates the probability that the surviving nodes contain a quorum of f,
// when node v crashes with probability p[v], independently; p has one entry for each node, or a
// single one for all. It draws opts.Samples independent crash patterns, 64 at a time: a node is a
// word with a bit for each sample in which it is alive, a quorum the AND of its nodes, and the live
// samples are the OR over the quorums.
//
// Samples with equal arguments are equal, whatever opts.Jobs is. The interval is that of Clopper
// and Pearson (1934): over the draw of samples, it holds the true availability with at least
// probability opts.Confidence, for every availability and number of samples. (Of float64
// computations: the limits are exact to about 10 digits.)
//
// Cost O(samples/64·incidences), and less where quorums die early. When ctx ends before all samples
// are drawn, the error is the cause, and the estimate is the one from the blocks that come before
// the first block that was not drawn, so that the choice of blocks does not depend on their
// outcome. The error is a *quorum.InputError for a family without quorums, or for a p of another
// length or with an entry out of 0..1. It panics if options are negative or the confidence is 1 or
// more.
func Sample(ctx context.Context, q quorum.Quorums, p []float64, opts SampleOptions) (Estimate, error) {
	f, err := given.List(q)
	if err != nil {
		return Estimate{}, err
	}
	if ctx.Err() != nil { // before passes over all nodes, which other cartels may ask for, too
		return Estimate{}, context.Cause(ctx)
	}
	if f.Len() == 0 {
		return Estimate{}, quorum.Bad("", "there is no quorum, so no set is live", "")
	}
	if err := checkCrashes(f.N(), p); err != nil {
		return Estimate{}, err
	}
	// Nodes in no quorum are not drawn; there may be millions.
	if err := memory.Ask(ctx, "a sample of crashes", f.N(), 24); err != nil {
		return Estimate{}, err
	}
	place, nodes := inUse(ctx, f)
	var drawn []float64
	for _, v := range nodes {
		drawn = append(drawn, p[v%len(p)])
	}
	if ctx.Err() != nil {
		return Estimate{}, context.Cause(ctx)
	}
	return SampleLive(ctx, len(nodes), drawn, func(alive []uint64) uint64 {
		var live uint64
		// If ctx ends within the loop, the block does not count: see drawBlock.
		for _, q := range par.Until(ctx, f.All()) {
			all := ^live
			for _, v := range q {
				if all &= alive[place[v]]; all == 0 {
					break
				}
			}
			if live |= all; live == math.MaxUint64 {
				break
			}
		}
		return live
	}, opts)
}

// inUse returns the nodes that are in a quorum, ascending, and the place of each in that list. If
// ctx ends, some may be missing.
func inUse(ctx context.Context, f quorum.Family) (place []int32, nodes []int) {
	in := make([]bool, f.N())
	for _, q := range par.Until(ctx, f.All()) {
		for _, v := range q {
			in[v] = true
		}
	}
	place = make([]int32, f.N())
	for v, in := range in {
		if in {
			place[v] = int32(len(nodes))
			nodes = append(nodes, v)
		}
	}
	return place, nodes
}

// SampleLive is Sample for systems whose quorums are too many to list: live gets a word for each of
// the n nodes, with a bit for each of 64 samples in which the node is alive, and returns the word
// of the samples that are live. Its result must depend on its argument alone, it must not keep its
// argument, and it is called from opts.Jobs goroutines at a time.
func SampleLive(ctx context.Context, n int, p []float64, live func(alive []uint64) uint64, opts SampleOptions) (Estimate, error) {
	if opts.Samples < 0 || opts.Jobs < 0 || opts.Confidence < 0 || opts.Confidence >= 1 {
		panic(fmt.Sprintf("availability: SampleLive: illegal options %+v", opts))
	}
	if err := checkCrashes(n, p); err != nil {
		return Estimate{}, err
	}
	opts.Samples, opts.Confidence = cmp.Or(opts.Samples, DefaultSamples), cmp.Or(opts.Confidence, 0.99)
	alive, drawn, err := inBlocks(ctx, max(1, opts.Jobs), n, opts.Samples, func(b int, words []uint64) (int, bool) {
		return drawBlock(ctx, b, words, p, live, opts)
	})
	if err != nil {
		return Estimate{}, err
	}
	low, high := ClopperPearson(alive, drawn, opts.Confidence)
	e := Estimate{Low: low, High: high, Confidence: opts.Confidence, Samples: drawn, Live: alive, Seed: opts.Seed}
	if drawn > 0 {
		e.Value = float64(alive) / float64(drawn)
	}
	if drawn < opts.Samples {
		return e, context.Cause(ctx)
	}
	return e, nil
}

// inBlocks draws samples in blocks. For each block the workers have a word for each of n nodes. It
// returns how many samples hit, and how many were drawn: those of the blocks before the first that
// was not drawn because ctx ended. The error says that there is no memory for the words.
func inBlocks(ctx context.Context, jobs, n, samples int, draw func(b int, words []uint64) (hits int, ok bool)) (hits, drawn int, err error) {
	blocks := (samples-1)/(64*wordsPerBlock) + 1
	if err := memory.Ask(ctx, "the samples of an availability", blocks, 8); err != nil {
		return 0, 0, err
	}
	found := slices.Repeat([]int{-1}, blocks)
	jobs = min(par.Jobs(jobs), blocks)
	words := make([][]uint64, jobs)
	_ = par.For(ctx, jobs, blocks, func(_ context.Context, worker, b int) error {
		if words[worker] == nil {
			words[worker] = make([]uint64, n)
		}
		if hit, ok := draw(b, words[worker]); ok {
			found[b] = hit
		}
		return nil
	})
	for b, hit := range found {
		if hit < 0 {
			break
		}
		hits += hit
		drawn = min(samples, (b+1)*64*wordsPerBlock)
	}
	return hits, drawn, nil
}

// checkCrashes judges the crash probabilities of n nodes.
func checkCrashes(n int, p []float64) error {
	if n < 1 || len(p) != 1 && len(p) != n {
		return quorum.Bad("", fmt.Sprintf("%d crash probabilities for %d nodes", len(p), n), "")
	}
	for v, x := range p {
		if !(x >= 0 && x <= 1) {
			return quorum.Bad("", fmt.Sprintf("crash probability %v of node %v is out of 0..1", x, quorum.Node(v)), "")
		}
	}
	return nil
}

// drawBlock returns the number of live samples of block b, and false if ctx ended before.
func drawBlock(ctx context.Context, b int, alive []uint64, p []float64, live func([]uint64) uint64, opts SampleOptions) (int, bool) {
	source := rand.NewPCG(opts.Seed, uint64(b))
	hit := 0
	for k := range wordsPerBlock {
		rest := opts.Samples - (b*wordsPerBlock+k)*64
		if rest <= 0 {
			break
		}
		if ctx.Err() != nil {
			return 0, false
		}
		for v := range alive {
			x := p[0]
			if len(p) > 1 {
				x = p[v]
			}
			alive[v] = ^bernoulliWord(source, x)
		}
		word := live(alive)
		if ctx.Err() != nil { // then it may have looked at some quorums alone
			return 0, false
		}
		if rest < 64 {
			word &= 1<<rest - 1
		}
		hit += bits.OnesCount64(word)
	}
	return hit, true
}

// bernoulliWord returns a word whose bits are 1 with probability exactly p, independently, for a
// float64 0 <= p <= 1. Each bit compares a uniform U in [0,1) with p, binary digit by digit, from
// words of random digits: the bit is 1 iff U < p, decided at the first digit where they differ.
// About half of the undecided bits are decided by each word, so it takes about log2(64) + 2 words.
func bernoulliWord(source *rand.PCG, p float64) uint64 {
	if p >= 1 {
		return math.MaxUint64
	}
	var out uint64
	open := uint64(math.MaxUint64)
	for p > 0 && open != 0 { // once the digits of p end, U >= p for the open bits
		p *= 2 // exact: p < 1
		digits := source.Uint64()
		if p >= 1 {
			p-- // exact: 1 <= p < 2
			out |= open &^ digits
			open &= digits
		} else {
			open &^= digits
		}
	}
	return out
}

// ClopperPearson returns the limits of Clopper and Pearson (1934) for the chance of success, from k
// successes in n independent trials: low is the chance at which k or more successes have
// probability (1-confidence)/2, and high is the chance at which k or fewer have that probability.
// By the relation of binomial tails to the incomplete beta function they are quantiles of Beta(k,
// n-k+1) and Beta(k+1, n-k).
func ClopperPearson(k, n int, confidence float64) (low, high float64) {
	tail := (1 - confidence) / 2
	low, high = 0, 1
	if k > 0 {
		low = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(tail)
	}
	if k < n {
		// 1 - quantile of the mirrored distribution keeps the digits of a limit near 1.
		high = 1 - distuv.Beta{Alpha: float64(n - k), Beta: float64(k + 1)}.Quantile(tail)
	}
	return low, high
}
