package availability

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// CountConcurrent is CountDisjoint for a k-coterie and h <= k: by the formula that its family has
// for the sets with h disjoint quorums, else on its list. So the availability of a k-coterie of
// Kakugawa, Fujita, Yamashita and Ae (1993) is found for every h.
func CountConcurrent(ctx context.Context, s quorum.Known, h int, opts LiveOptions) (LiveSets, error) {
	if s.Origin != nil {
		if f, ok := s.Origin.Disjoint(h); ok && given.HasClosedForms(f) {
			return CountLive(ctx, f, opts)
		}
	}
	if s.Structure == nil {
		return LiveSets{}, fmt.Errorf("%s", s.Unlisted)
	}
	return CountDisjoint(ctx, s, h, opts)
}

// latticeNodes bounds the nodes of disjointOnLattice: a bit for each of their sets takes 4 MiB.
const latticeNodes = 25

// latticeWork bounds its word operations, to some ten seconds.
const latticeWork = 1 << 33

// disjointOnLattice counts the sets with r disjoint quorums of f by size, in a table with a bit for
// each set of the nodes in use: a set has r disjoint quorums iff for some quorum q within it the
// others have r-1 without q. ok is false if there are too many nodes or quorums. Cost Σ 2^(n-|q|)
// bits, 64 at a time.
func disjointOnLattice(ctx context.Context, f quorum.Family, r int) (l LiveSets, ok bool, err error) {
	place, used := make([]int32, f.N()), int32(0)
	masks := make([]uint64, 0, f.Len())
	work := 0
	for _, q := range f.All() {
		var mask uint64
		for _, v := range q {
			if place[v] == 0 {
				if used == latticeNodes {
					return l, false, nil
				}
				used++
				place[v] = used
			}
			mask |= 1 << (place[v] - 1)
		}
		masks = append(masks, mask)
	}
	words := sets.Words(1 << used)
	for _, mask := range masks {
		work += words >> bits.OnesCount64(mask>>6)
	}
	if work*r > latticeWork {
		return l, false, nil
	}
	all := uint64(words - 1)
	live := sets.Full(1 << used)
	poll := par.NewPoll(ctx)
	for range r {
		next := sets.New(1 << used)
		for _, mask := range masks {
			high, low := mask>>6, uint(mask&63)
			without := sets.Bits{^uint64(0)} // the sets of the low six nodes that miss the quorum
			for x := range 64 {
				if uint(x)&low != 0 {
					without.Remove(x)
				}
			}
			if err := poll.Work(words >> bits.OnesCount64(high)); err != nil {
				return l, true, err
			}
			for rest := all &^ high; ; rest = (rest - 1) & (all &^ high) {
				next[rest|high] |= live[rest] & without[0] << low
				if rest == 0 {
					break
				}
			}
		}
		live = next
	}
	if live.Empty() {
		return l, true, nil
	}
	counts := make([]int64, used+1)
	for set := range live.All() {
		counts[bits.OnesCount(uint(set))]++
	}
	bigs := make([]*big.Int, len(counts))
	for s, c := range counts {
		bigs[s] = big.NewInt(c)
	}
	bigs, err = widen(ctx, bigs, f.N())
	return LiveSets{Counts: bigs, Method: "a table of all sets of the nodes in use"}, true, err
}

// maxSetWords bounds the memory of the quorums of EstimateConcurrent, 128 MiB.
const maxSetWords = 1 << 24

// packSteps bounds the search for disjoint quorums in one sample.
const packSteps = 100_000

// EstimateConcurrent samples the probability that h >= 1 pairwise disjoint quorums of a list live
// where every node crashes with probability p, and has the same samples for the same arguments as
// Sample. The error is that of Sample, or a *quorum.LimitError where the search for disjoint
// quorums in a sample takes too long. If the context ends, the samples drawn before count.
func EstimateConcurrent(ctx context.Context, q quorum.Quorums, h int, p bounds.Fraction, opts SampleOptions) (Point, error) {
	f, err := given.List(q)
	if err != nil {
		return Point{}, err
	}
	place, nodes := inUse(ctx, f)
	if len(nodes) > 0 && f.Len()*sets.Words(nodes[len(nodes)-1]) > maxSetWords {
		return Point{}, &quorum.LimitError{What: "words of quorums as sets of nodes", Limit: maxSetWords}
	}
	quorums := f.Minimized().Sets()
	least, _ := f.Sizes()
	rand.New(rand.NewPCG(0, 0)).Shuffle(len(quorums), func(i, j int) { quorums[i], quorums[j] = quorums[j], quorums[i] }) // neighbours in a list meet
	var over atomic.Bool
	e, err := SampleLive(ctx, len(nodes), []float64{p.Float64()}, func(alive []uint64) uint64 {
		whole := make([]uint64, len(quorums)) // the samples in which a quorum lives
		for i, q := range quorums {
			whole[i] = ^uint64(0)
			for v := range q.All() {
				whole[i] &= alive[place[v]]
			}
		}
		var live uint64
		for sample := 0; sample < 64 && !over.Load(); sample++ {
			p := packing{least: least, steps: packSteps + 8*len(quorums)}
			for i, q := range quorums {
				if whole[i]>>sample&1 == 1 {
					p.quorums = append(p.quorums, q)
				}
			}
			for _, word := range alive {
				p.free += int(word >> sample & 1)
			}
			if p.extends(quorum.Set{}, 0, h) {
				live |= 1 << sample
			}
			if p.steps < 0 {
				over.Store(true)
			}
		}
		return live
	}, opts)
	if over.Load() {
		return Point{}, &quorum.LimitError{What: "steps of the search for disjoint quorums in a sample", Limit: packSteps}
	}
	if err != nil && e.Samples == 0 {
		return Point{}, err
	}
	return Point{P: p, Estimate: &e, Value: e.Value, Failure: 1 - e.Value,
		Interval: sampledInterval(e, Interval{Low: new(big.Rat), High: big.NewRat(1, 1)})}, nil
}

// packing is a search for disjoint quorums among those that live.
type packing struct {
	quorums     []quorum.Set
	least, free int // size of a smallest quorum; nodes that live and are not taken
	steps       int // below 0 once the search was given up
}

// extends reports whether h of the quorums from index from on are disjoint from the taken nodes and
// pairwise disjoint.
func (p *packing) extends(taken quorum.Set, from, h int) bool {
	if h == 0 {
		return true
	}
	for i := from; i < len(p.quorums) && h*p.least <= p.free; i++ {
		if p.steps--; p.steps < 0 {
			return false
		}
		q := p.quorums[i]
		if q.Intersects(taken) {
			continue
		}
		p.free -= q.Len()
		if p.extends(taken.Union(q), i+1, h-1) {
			return true
		}
		p.free += q.Len()
	}
	return false
}
