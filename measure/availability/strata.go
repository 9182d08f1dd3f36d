package availability

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/internal/solve/live"
	"coterie/internal/solve/transversal"
	"coterie/quorum"
)

// FailureOptions are the settings of FindFailures; the zero value stands for the defaults.
type FailureOptions struct {
	// Samples is the number of samples of the crashes that are not counted; 0 means DefaultSamples.
	// Up to manySamples times as many are drawn where they settle a digit.
	Samples int
	Seed    uint64
	Jobs    int // workers; 0 means one. The result does not depend on it
	// MaxWork limits the count of transversals, in words of bits gone over; 0 means
	// DefaultCountWork.
	MaxWork int64

	quorums int // the most quorums in the relaxed family; tests take few
}

// DefaultCountWork is the limit on the count of FindFailures unless it is told otherwise: a few
// seconds.
const DefaultCountWork = 1 << 29

const (
	failureConfidence = 0.99
	manySamples       = 4
	pilotSamples      = 1 << 12
	// sharpEnough is the relative half width of an interval that is good enough: two digits.
	sharpEnough = 0.008
)

// FindFailures returns, for each of the given p, an interval for the probability that no quorum of
// f survives when each node crashes with probability p, independently. It is for families with too
// many live sets to count.
//
// The failure probability is Σ_k D_k·p^k·(1-p)^(n-k), where D_k of the sets of k nodes are
// transversals. They are counted for k from the smallest on, each size exactly, until the rest is
// small or opts.MaxWork is used up. The larger transversals are among the transversals of a few
// quorums of f whose decision diagram is small. These are counted by the diagram, and sets drawn
// evenly from them estimate the share that meets the other quorums as well, with the interval of
// Clopper and Pearson (1934) at confidence 0.99. A tail that is proved to be small is not sampled.
//
// Results with equal arguments are equal, whatever opts.Jobs is. The error is a *quorum.LimitError
// where ctx ended or there are more than 1000 nodes, a *quorum.InputError for a family without
// quorums. It panics if a p is out of 0..1 or an option is negative.
//
// Proof: docs/theorems/failure-strata.md.
func FindFailures(ctx context.Context, q quorum.Quorums, p []*big.Rat, opts FailureOptions) ([]FailureInterval, error) {
	if opts.Samples < 0 || opts.Jobs < 0 || opts.MaxWork < 0 {
		panic(fmt.Sprintf("availability: FindFailures: illegal options %+v", opts))
	}
	for _, x := range p {
		if x.Sign() < 0 || x.Cmp(big.NewRat(1, 1)) > 0 {
			panic(fmt.Sprintf("availability: FindFailures: p = %s is out of 0..1", x.RatString()))
		}
	}
	opts.Samples = cmp.Or(opts.Samples, DefaultSamples)
	opts.MaxWork = cmp.Or(opts.MaxWork, DefaultCountWork)
	opts.Jobs = par.Jobs(max(1, opts.Jobs))
	f, err := given.List(q)
	if err != nil {
		return nil, err
	}
	s, err := newStrata(ctx, f, p, opts)
	if err != nil {
		return nil, err
	}
	s.count(ctx)
	var list []FailureInterval
	for i := range p {
		interval, err := s.interval(ctx, i)
		if err != nil {
			return nil, err
		}
		list = append(list, interval)
	}
	return list, nil
}

// strata are the transversals of a family by size, as far as they are known.
type strata struct {
	f    quorum.Family
	opts FailureOptions
	all  []*big.Int // sets of every size

	// relaxed has the numbers of transversals of some of the quorums, by size; of all sets of nodes
	// where no quorums were chosen.
	relaxed []*big.Int
	sampler *live.Sampler
	rest    [][]int32 // the other quorums, small ones first

	counted []*big.Int // the transversals, of the sizes from 0 on
	weights []binomialWeights
}

func newStrata(ctx context.Context, f quorum.Family, p []*big.Rat, opts FailureOptions) (*strata, error) {
	n := f.N()
	switch {
	case f.Len() == 0:
		return nil, quorum.Bad("", "there is no quorum, so no set is live", "")
	case n > live.MaxSampledNodes:
		return nil, given.Limited(fmt.Errorf("crashes of more than %d nodes are not sampled by their number", live.MaxSampledNodes))
	}
	s := &strata{f: f, opts: opts}
	for k := range n + 1 {
		s.all = append(s.all, new(big.Int).Binomial(int64(n), int64(k)))
	}
	for _, x := range p {
		s.weights = append(s.weights, weightsAt(x, n))
	}
	return s, s.relax(ctx)
}

// binomialWeights are the numbers p^k·(1-p)^(n-k), as num[k]/whole.
type binomialWeights struct {
	num   []*big.Int
	whole *big.Int
}

func weightsAt(p *big.Rat, n int) binomialWeights {
	dead, alive := p.Num(), new(big.Int).Sub(p.Denom(), p.Num())
	w := binomialWeights{make([]*big.Int, n+1), new(big.Int).Exp(p.Denom(), big.NewInt(int64(n)), nil)}
	for k := range w.num {
		w.num[k] = new(big.Int).Exp(dead, big.NewInt(int64(k)), nil)
		w.num[k].Mul(w.num[k], new(big.Int).Exp(alive, big.NewInt(int64(n-k)), nil))
	}
	return w
}

// mass returns the sum of the weights times the counts over the sizes from..to-1.
func (w binomialWeights) mass(counts []*big.Int, from, to int) *big.Rat {
	return new(big.Rat).SetFrac(w.sum(counts, from, to), w.whole)
}

// sum is the numerator of mass.
func (w binomialWeights) sum(counts []*big.Int, from, to int) *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for k := from; k < to; k++ {
		sum.Add(sum, term.Mul(w.num[k], counts[k]))
	}
	return sum
}

const (
	// relaxedStates bounds the diagram of some of the quorums, relaxedCells the numbers that its
	// sampler keeps.
	relaxedStates = 1 << 17
	relaxedCells  = 1 << 23
	// relaxedQuorums is how many quorums are tried for the relaxed family.
	relaxedQuorums = 512
)

// relax chooses the quorums whose transversals are counted and drawn by a decision diagram: of each
// of two orders of the quorums it takes as many of the first ones as the diagram has room for, and
// it chooses the order with the smaller tails.
func (s *strata) relax(ctx context.Context) error {
	least := math.Inf(1)
	orders, bySize, err := quorumOrders(ctx, s.f)
	if err != nil {
		return given.Limited(err)
	}
	for _, order := range orders {
		if s.opts.quorums > 0 {
			order = order[:min(len(order), s.opts.quorums)]
		}
		taken, diagram, counts, err := s.diagramOf(ctx, order)
		if err != nil {
			return err
		}
		if diagram == nil {
			continue
		}
		size := 0.0
		for _, w := range s.weights {
			x, _ := new(big.Float).SetRat(w.mass(counts, 0, len(counts))).Float64()
			size += math.Log(max(x, math.SmallestNonzeroFloat64))
		}
		if size < least {
			least = size
			s.relaxed, s.sampler = counts, diagram.NewSampler(s.f.N())
			s.rest = s.rest[:0]
			inside := make([]bool, s.f.Len())
			for _, i := range order[:taken] {
				inside[i] = true
			}
			for _, i := range bySize {
				if !inside[i] {
					s.rest = append(s.rest, s.f.Quorum(int(i)))
				}
			}
		}
	}
	if s.sampler == nil {
		return given.Limited(errors.New("the decision diagram of one quorum is too large to sample by"))
	}
	return nil
}

// diagramOf returns a diagram of the first quorums, as many as it has room for, their number, and
// their transversals by size.
func (s *strata) diagramOf(ctx context.Context, order []int) (int, *live.Diagram, []*big.Int, error) {
	var best *live.Diagram
	low, high := 0, len(order)+1 // low quorums fit, high do not
	for next := min(32, len(order)); low+1 < high; {
		list := make([][]int, next)
		for i := range list {
			for _, v := range s.f.Quorum(order[i]) {
				list[i] = append(list[i], int(v))
			}
		}
		some, err := quorum.NewFamily(s.f.N(), list)
		if err != nil {
			panic("availability: " + err.Error())
		}
		d, _, err := live.Compile(ctx, some, min(relaxedStates, relaxedCells/(s.f.N()+1)), live.Masks)
		switch {
		case ctx.Err() != nil:
			return 0, nil, nil, given.Ended(ctx)
		case err == nil && d.SamplerCells() <= relaxedCells:
			low, best = next, d
		default:
			high = next
		}
		if next = (low + high) / 2; high > len(order) {
			next = min(2*low, len(order))
		}
	}
	if best == nil {
		return 0, nil, nil, nil
	}
	counts, err := best.Counts(ctx)
	if err != nil {
		return 0, nil, nil, given.Limited(err)
	}
	if counts, err = widen(ctx, counts, s.f.N()); err != nil {
		return 0, nil, nil, err
	}
	return low, best, live.Failing(counts), nil
}

// quorumOrders returns two orders of the first quorums, and all quorums by size. The first order is
// by size, then as they are listed. In the second each quorum has the fewest nodes that the quorums
// before it do not have.
func quorumOrders(ctx context.Context, f quorum.Family) ([][]int, []quorum.Index, error) {
	bySize, err := transversal.BySize(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	plain := make([]int, min(f.Len(), relaxedQuorums))
	for at := range plain {
		plain[at] = int(bySize[at])
	}
	fresh := make([]int, len(plain))
	through := make(map[int32][]int)
	for at, i := range plain {
		fresh[at] = len(f.Quorum(i))
		for _, v := range f.Quorum(i) {
			through[v] = append(through[v], at)
		}
	}
	taken := make([]bool, len(plain))
	seen := make([]bool, f.N())
	var close []int
	for range plain {
		best := -1
		for at, x := range fresh {
			if !taken[at] && (best < 0 || x < fresh[best]) {
				best = at
			}
		}
		taken[best] = true
		close = append(close, plain[best])
		for _, v := range f.Quorum(plain[best]) {
			if !seen[v] {
				seen[v] = true
				for _, at := range through[v] {
					fresh[at]--
				}
			}
		}
	}
	return [][]int{plain, close}, bySize, nil
}

// count counts the transversals of the smallest sizes, until sampling the others is good enough at
// every p.
func (s *strata) count(ctx context.Context) {
	settled := make([]bool, len(s.weights))
	s.counted, _ = transversal.Count(ctx, s.f, transversal.CountOptions{Jobs: s.opts.Jobs, MaxWork: s.opts.MaxWork, Enough: func(counts []*big.Int) bool {
		s.counted = counts
		all := true
		for i := range settled {
			settled[i] = settled[i] || s.settled(ctx, i)
			all = all && settled[i]
		}
		return all
	}})
}

// bounds returns the proved bounds of the failure probability at the i-th p.
//
// The upper bound has the tail of the relaxed family. The lower bound rests on the local LYM
// inequality: the share of transversals among the sets of k nodes does not fall with k.
func (s *strata) bounds(i int) (known, low, high *big.Rat) {
	w, from := s.weights[i], len(s.counted)
	known = w.mass(s.counted, 0, from)
	high = new(big.Rat).Add(known, w.mass(s.relaxed, from, len(s.relaxed)))
	low = known
	if from > 0 && from < len(s.all) {
		rising := make([]*big.Int, len(s.all))
		for k := from; k < len(rising); k++ { // rounded up
			x := new(big.Int).Mul(s.all[k], s.counted[from-1])
			x.Add(x, new(big.Int).Sub(s.all[from-1], big.NewInt(1)))
			rising[k] = x.Quo(x, s.all[from-1])
		}
		low = new(big.Rat).Add(known, w.mass(rising, from, len(rising)))
	}
	return known, low, high
}

// settled reports whether counting more is of no use at the i-th p: because sampling the rest is
// good enough, or because three sizes of transversals are far from the sizes that matter.
func (s *strata) settled(ctx context.Context, i int) bool {
	width, known := s.expected(ctx, i, manySamples*s.opts.Samples)
	sizes := 0
	for _, x := range s.counted {
		if x.Sign() > 0 {
			sizes++
		}
	}
	return width <= sharpEnough || sizes >= 3 && known < 0.1
}

// expected returns, by a pilot, the relative half width that the samples are likely to give, and
// the share that is counted.
func (s *strata) expected(ctx context.Context, i, samples int) (width, counted float64) {
	known, low, high := s.bounds(i)
	if high.Sign() == 0 {
		return 0, 1
	}
	if x := ratio(new(big.Rat).Sub(high, low), high); x <= sharpEnough {
		return x, 1
	}
	hits, drawn := s.sample(ctx, i, pilotSamples, pilotStream)
	if drawn == 0 {
		return math.Inf(1), 0
	}
	tail := ratio(new(big.Rat).Sub(high, known), high)
	share := (float64(hits) + 0.5) / (float64(drawn) + 1)
	half := 2.58*math.Sqrt(share*(1-share)/float64(samples)) + 6/float64(samples)
	return tail * half / (1 - tail + tail*share), (1 - tail) / (1 - tail + tail*share)
}

// ratio returns a/b. Fractions of so many digits have no common divisor that is worth the search.
func ratio(a, b *big.Rat) float64 {
	x, y := new(big.Float).SetPrec(128).SetRat(a), new(big.Float).SetPrec(128).SetRat(b)
	q, _ := x.Quo(x, y).Float64()
	return q
}

// interval returns the interval of the failure probability at the i-th p.
func (s *strata) interval(ctx context.Context, i int) (FailureInterval, error) {
	if ctx.Err() != nil {
		return FailureInterval{}, given.Ended(ctx)
	}
	known, low, high := s.bounds(i)
	out := newFailureInterval(low, low, high)
	proved := [2]*big.Rat{low, high}
	out.Confidence, out.By = 1, "transversals counted by size"
	if high.Sign() > 0 && ratio(new(big.Rat).Sub(high, low), high) > sharpEnough/4 {
		samples := s.opts.Samples
		for samples < manySamples*s.opts.Samples {
			if width, _ := s.expected(ctx, i, samples); width <= sharpEnough/2 {
				break
			}
			samples *= 2
		}
		hits, drawn := s.sample(ctx, i, samples, 0)
		if ctx.Err() != nil && drawn == 0 {
			return FailureInterval{}, given.Ended(ctx)
		}
		least, most := ClopperPearson(hits, drawn, failureConfidence)
		tail := new(big.Rat).Sub(high, known)
		at := func(share float64) *big.Rat {
			x := new(big.Rat).SetFloat64(share)
			return inside(x.Add(x.Mul(x, tail), known), low, high)
		}
		out = newFailureInterval(at(float64(hits)/float64(drawn)), at(least), at(most))
		out.Confidence, out.Samples, out.Hits, out.Seed = failureConfidence, drawn, hits, s.opts.Seed
		out.By = "transversals counted by size, the larger ones by sampling"
	}
	out.proved = proved
	out.Counted = len(s.counted) - 1
	out.Smallest = max(0, slices.IndexFunc(s.counted, func(x *big.Int) bool { return x.Sign() > 0 }))
	return out, nil
}

// pilotStream keeps the samples of a pilot apart from the samples that count.
const pilotStream = 1 << 32

// sample draws transversals of the relaxed family, of more nodes than are counted, with their
// probabilities as crashes at the i-th p. It returns how many meet all quorums, and how many were
// drawn before ctx ended.
func (s *strata) sample(ctx context.Context, i, samples int, stream uint64) (hits, drawn int) {
	w, from := s.weights[i], len(s.counted)
	tail := new(big.Float).SetPrec(128).SetInt(w.sum(s.relaxed, from, len(s.relaxed)))
	below := make([]float64, len(s.relaxed)) // the share of that number of crashes or fewer
	sum := 0.0
	for k := from; k < len(below); k++ {
		part := new(big.Float).SetPrec(128).SetInt(w.sum(s.relaxed, k, k+1))
		share, _ := part.Quo(part, tail).Float64()
		sum += share
		below[k] = sum
	}
	hits, drawn, _ = inBlocks(ctx, s.opts.Jobs, s.f.N(), samples, func(b int, alive []uint64) (int, bool) {
		return s.drawBlock(ctx, b, samples, stream, below, alive)
	})
	return hits, drawn
}

// drawBlock returns how many samples of block b meet all quorums; false if ctx ended before.
func (s *strata) drawBlock(ctx context.Context, b, samples int, stream uint64, below []float64, alive []uint64) (int, bool) {
	source := rand.New(rand.NewPCG(s.opts.Seed, stream+uint64(b)))
	hits := 0
	for word := range wordsPerBlock {
		count := min(64, samples-(b*wordsPerBlock+word)*64)
		if count <= 0 {
			break
		}
		if ctx.Err() != nil {
			return 0, false
		}
		for v := range alive {
			alive[v] = math.MaxUint64
		}
		for bit := range count {
			at := source.Float64() * below[len(below)-1]
			crashes, _ := slices.BinarySearchFunc(below, at, func(sum, at float64) int {
				if sum <= at {
					return -1
				}
				return 1
			})
			s.sampler.Draw(source, crashes, func(v int) { alive[v] &^= 1 << bit })
		}
		open := uint64(math.MaxUint64) >> (64 - count)
		for _, q := range par.Until(ctx, slices.All(s.rest)) {
			whole := open
			for _, v := range q {
				if whole &= alive[v]; whole == 0 {
					break
				}
			}
			if open &^= whole; open == 0 {
				break
			}
		}
		if ctx.Err() != nil { // then some quorums were not looked at
			return 0, false
		}
		hits += bits.OnesCount64(open)
	}
	return hits, true
}
