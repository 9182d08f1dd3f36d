package availability

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
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
	// Up to manySamples times as many are drawn where they settle a digit, and 64 times as many of
	// those if all crashes are drawn.
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
	// maxSampledNodes keeps binomial coefficients within a float64.
	maxSampledNodes = 1000
	// manySizes is the number of sizes with transversals that are counted at most.
	manySizes = 4
	// sharpEnough is the relative half width of an interval that is good enough. With as many
	// samples as the square of halfWidths relative standard deviations, it is likely to be met.
	sharpEnough = 0.009
	halfWidths  = 2.7 / (0.9 * sharpEnough)
	// bridge is the step to a greater p where samples are carried better.
	bridge = 1.4
)

// FindFailures returns, for each of the given p, an interval for the probability that no quorum of
// f survives when each node crashes with probability p, independently. It is for families with too
// many live sets to count.
//
// The failure probability is Σ_k D_k·p^k·(1-p)^(n-k), where D_k of the sets of k nodes are
// transversals. They are counted for k from the smallest on, each size exactly, until the rest is
// small, four sizes have transversals, or opts.MaxWork is used up. The larger ones are bounded from
// above by the transversals of a few quorums, counted by a decision diagram. Where two quorums
// always meet, those that hold a quorum are counted to within the two inequalities of Bonferroni.
// A tail that is proved to be small is not sampled. Where failures are frequent, all crashes are
// drawn, with the interval of Clopper and Pearson (1934) at confidence 0.99. Other tails are
// estimated by importance sampling in the manner of L'Ecuyer, Rubino, Saggadi and Tuffin (2011),
// with an interval of Student (1908) from 64 independent replications, which is approximate. If
// fewer than 400 samples carry the mean, the tail at a greater p bounds it from above, or the
// proved bounds stand.
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
	// holding are bounds of the numbers of sets that hold a quorum, by size; nil if they are
	// unknown, or two quorums do not meet.
	holding [2][]*big.Int

	counted []*big.Int // the transversals, of the sizes from 0 on
	weights []binomialWeights
}

func newStrata(ctx context.Context, f quorum.Family, p []*big.Rat, opts FailureOptions) (*strata, error) {
	n := f.N()
	switch {
	case f.Len() == 0:
		return nil, quorum.Bad("", "there is no quorum, so no set is live", "")
	case n > maxSampledNodes:
		return nil, given.Limited(fmt.Errorf("crashes of more than %d nodes are not sampled by their number", maxSampledNodes))
	}
	s := &strata{f: f, opts: opts}
	for k := range n + 1 {
		s.all = append(s.all, new(big.Int).Binomial(int64(n), int64(k)))
	}
	for _, x := range p {
		s.weights = append(s.weights, weightsAt(x, n))
	}
	s.pair(ctx)
	return s, s.relax(ctx)
}

// binomialWeights are the numbers p^k·(1-p)^(n-k), as num[k]/whole.
type binomialWeights struct {
	p     *big.Rat
	num   []*big.Int
	whole *big.Int
}

func weightsAt(p *big.Rat, n int) binomialWeights {
	dead, alive := p.Num(), new(big.Int).Sub(p.Denom(), p.Num())
	w := binomialWeights{p, make([]*big.Int, n+1), new(big.Int).Exp(p.Denom(), big.NewInt(int64(n)), nil)}
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

// power returns p^k, as a fraction.
func (w binomialWeights) power(k int) (num, whole *big.Int) {
	e := big.NewInt(int64(k))
	return new(big.Int).Exp(w.p.Num(), e, nil), new(big.Int).Exp(w.p.Denom(), e, nil)
}

const (
	// relaxedStates bounds the diagram of some of the quorums, relaxedCells its states times nodes.
	relaxedStates = 1 << 17
	relaxedCells  = 1 << 23
	// relaxedQuorums is how many quorums are tried for the relaxed family.
	relaxedQuorums = 512
)

// relax counts the transversals of some quorums by a decision diagram: of as many of closeQuorums
// as it has room for. Where there is no room for one, all sets stand for transversals.
func (s *strata) relax(ctx context.Context) error {
	order, err := closeQuorums(ctx, s.f)
	if err != nil {
		return given.Limited(err)
	}
	if s.opts.quorums > 0 {
		order = order[:min(len(order), s.opts.quorums)]
	}
	s.relaxed, err = s.countSome(ctx, order)
	if s.relaxed == nil {
		s.relaxed = s.all
	}
	return err
}

// countSome returns the transversals by size of the first quorums, as many as a diagram has room
// for; nil where it has no room for one.
func (s *strata) countSome(ctx context.Context, order []int) ([]*big.Int, error) {
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
			return nil, given.Ended(ctx)
		case err == nil:
			low, best = next, d
		default:
			high = next
		}
		if next = (low + high) / 2; high > len(order) {
			next = min(2*low, len(order))
		}
	}
	if best == nil {
		return nil, nil
	}
	counts, err := best.Counts(ctx)
	if err != nil {
		return nil, given.Limited(err)
	}
	if counts, err = widen(ctx, counts, s.f.N()); err != nil {
		return nil, err
	}
	return live.Failing(counts), nil
}

// closeQuorums returns some of the smallest quorums. Each has the fewest nodes that the quorums
// before it do not have.
func closeQuorums(ctx context.Context, f quorum.Family) ([]int, error) {
	bySize, err := transversal.BySize(ctx, f)
	if err != nil {
		return nil, err
	}
	left := slices.Clone(bySize[:min(f.Len(), relaxedQuorums)])
	fresh := make(map[int32]int, len(left))
	through := transversal.Through(ctx, f.N(), f)
	for _, i := range left {
		fresh[int32(i)] = len(f.Quorum(int(i)))
	}
	seen := make([]bool, f.N())
	var order []int
	for len(left) > 0 {
		next := slices.MinFunc(left, func(i, j quorum.Index) int { return cmp.Compare(fresh[int32(i)], fresh[int32(j)]) })
		left = slices.DeleteFunc(left, func(i quorum.Index) bool { return i == next })
		order = append(order, int(next))
		for _, v := range f.Quorum(int(next)) {
			if !seen[v] {
				seen[v] = true
				for _, i := range through.Of(int(v)) {
					fresh[i]--
				}
			}
		}
	}
	return order, nil
}

// pair counts the sets of k nodes that hold a quorum, from below and from above, where every two
// quorums meet: then they are transversals. It leaves both nil otherwise, or if there are too many
// pairs of quorums to look at.
func (s *strata) pair(ctx context.Context) {
	unions, meet := unionSizes(ctx, s.f)
	if !meet {
		return
	}
	bySize := make([]int, s.f.N()+1)
	for _, q := range s.f.All() {
		bySize[len(q)]++
	}
	for range bySize {
		s.holding[0], s.holding[1] = append(s.holding[0], new(big.Int)), append(s.holding[1], new(big.Int))
	}
	term := new(big.Int)
	for size, quorums := range bySize {
		if quorums == 0 && unions[size] == 0 {
			continue
		}
		above := big.NewInt(1) // the sets of k nodes that hold given ones, which are so many
		for k := size; k <= s.f.N(); k++ {
			once, twice := s.holding[1][k], s.holding[0][k]
			once.Add(once, term.Mul(above, big.NewInt(int64(quorums))))
			twice.Add(twice, term.Mul(above, big.NewInt(int64(unions[size]))))
			above.Mul(above, big.NewInt(int64(s.f.N()-k)))
			above.Quo(above, big.NewInt(int64(k+1-size)))
		}
	}
	for k, once := range s.holding[1] {
		if twice := s.holding[0][k]; twice.Sub(once, twice).Sign() < 0 {
			twice.SetInt64(0)
		}
		if once.Cmp(s.all[k]) > 0 {
			s.holding[1][k] = s.all[k]
		}
	}
}

// count counts the transversals of the smallest sizes, until the proved bounds are good enough at
// every p, or four sizes have transversals.
func (s *strata) count(ctx context.Context) {
	s.counted, _ = transversal.Count(ctx, s.f, transversal.CountOptions{Jobs: s.opts.Jobs, MaxWork: s.opts.MaxWork, Enough: func(counts []*big.Int) bool {
		s.counted = counts
		sharp, sizes := true, 0
		for i := range s.weights {
			_, low, high := s.bounds(i)
			sharp = sharp && sharpTo(low, high, sharpEnough)
		}
		for _, x := range counts {
			sizes += x.Sign()
		}
		return sharp || sizes >= manySizes
	}})
}

// sharpTo reports whether the relative width of low..high is at most that.
func sharpTo(low, high *big.Rat, width float64) bool {
	return high.Sign() == 0 || ratio(new(big.Rat).Sub(high, low), high) <= width
}

// bounds returns the proved bounds of the failure probability at the i-th p.
//
// The upper bound has the tail of the relaxed family. The lower bound has the sets that hold one of
// pairwise meeting quorums, and it rests on the local LYM inequality: the share of transversals
// among the sets of k nodes does not fall with k.
func (s *strata) bounds(i int) (known, low, high *big.Rat) {
	w, from := s.weights[i], len(s.counted)
	known = w.mass(s.counted, 0, from)
	high = new(big.Rat).Add(known, w.mass(s.relaxed, from, len(s.relaxed)))
	rising := make([]*big.Int, len(s.all))
	for k := from; k < len(rising); k++ {
		x := new(big.Int)
		if from > 0 { // rounded up
			x.Mul(s.all[k], s.counted[from-1])
			x.Add(x, new(big.Int).Sub(s.all[from-1], big.NewInt(1)))
			x.Quo(x, s.all[from-1])
		}
		if least := s.holding[0]; least != nil && x.Cmp(least[k]) < 0 {
			x = least[k]
		}
		if k == s.f.N() {
			x = s.all[k] // which is 1
		}
		rising[k] = x
	}
	return known, new(big.Rat).Add(known, w.mass(rising, from, len(rising))), high
}

// ratio returns a/b. Fractions of so many digits have no common divisor that is worth the search.
func ratio(a, b *big.Rat) float64 {
	x, y := new(big.Float).SetPrec(128).SetRat(a), new(big.Float).SetPrec(128).SetRat(b)
	q, _ := x.Quo(x, y).Float64()
	return q
}

// interval returns the interval of the failure probability at the i-th p.
func (s *strata) interval(ctx context.Context, i int) (out FailureInterval, err error) {
	if ctx.Err() != nil {
		return FailureInterval{}, given.Ended(ctx)
	}
	known, low, high := s.bounds(i)
	out = newFailureInterval(low, low, high)
	out.Confidence, out.By = 1, "transversals counted by size"
	if !sharpTo(low, high, sharpEnough/4) {
		if out, err = s.sample(ctx, i, known, out); err != nil {
			return FailureInterval{}, given.Limited(err)
		}
	}
	out.proved = [2]*big.Rat{low, high}
	out.Counted = len(s.counted) - 1
	out.Smallest = max(0, slices.IndexFunc(s.counted, func(x *big.Int) bool { return x.Sign() > 0 }))
	return out, nil
}
