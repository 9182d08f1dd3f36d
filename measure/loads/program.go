package loads

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// program is the packing program of a load, over the classes of a partition:
//
//	maximise    Σ v_j                                  for the load of one family
//	subject to  Σ_j a_ij v_j <= |class i|              for each class i of nodes
//	            v >= 0
//
//	maximise    t                                      for a mix
//	subject to  the same
//	            share_g·t - Σ_{j of cartel g} v_j <= 0 for each cartel g that has a share
//
// Here v_j is the total of the packing over the quorums of column j and a_ij the number of nodes of
// class i in each of them.
type program struct {
	*lp.Program
	in   *input
	of   *lp.Classes
	room []*big.Rat // the right sides, of the classes
}

// newProgram returns the program, without columns where it has more than maxRows rows. The error
// is the cause of ctx, or a *memory.Error.
func newProgram(ctx context.Context, in *input, c *lp.Classes, maxRows int) (*program, error) {
	p := &program{in: in, of: c, room: make([]*big.Rat, len(c.Nodes))}
	for class, size := range c.Nodes {
		p.room[class] = new(big.Rat).SetInt64(int64(size))
	}
	var shares []*big.Rat
	for _, s := range in.mix {
		if s.Sign() > 0 {
			shares = append(shares, s)
		}
	}
	p.Program = lp.New(p.room, shares)
	if p.Rows() > maxRows {
		return p, nil
	}
	entries := 0
	for _, at := range c.First {
		entries += len(in.cartels[at.Cartel].Quorum(at.Quorum))
	}
	if err := memory.Ask(ctx, "the linear program", entries, columnEntryBytes); err != nil {
		return p, err
	}
	poll := par.NewPoll(ctx)
	group := 0
	for j, at := range c.First {
		if err := poll.Work(len(in.cartels[at.Cartel].Quorum(at.Quorum))); err != nil {
			return p, err
		}
		if j > 0 && at.Cartel != c.First[j-1].Cartel {
			group++
		}
		class, count := c.Multiset(in.cartels[at.Cartel].Quorum(at.Quorum))
		p.Add(group, class, count)
	}
	return p, nil
}

// columnEntryBytes is the memory of an entry of a column while columns are added.
const columnEntryBytes = 24

// singletons returns the partition into single nodes and quorums: a row for each node in a quorum.
func (in *input) singletons(ctx context.Context) (*lp.Classes, error) {
	return lp.Singletons(ctx, in.n, in.sharing())
}

// refined returns the classes of nodes and of quorums that look alike.
func (in *input) refined(ctx context.Context) (*lp.Classes, error) {
	return lp.Refine(ctx, in.n, in.sharing())
}

// sharing returns the cartels, those without a share of the requests empty.
func (in *input) sharing() []quorum.Family {
	out := make([]quorum.Family, len(in.cartels))
	for g, f := range in.cartels {
		if in.counts(g) {
			out[g] = f
		}
	}
	return out
}

// counts reports whether cartel g has a share of the requests.
func (in *input) counts(g int) bool { return in.mix == nil || in.mix[g].Sign() > 0 }

// support returns the number of quorums that the strategies of s choose from.
func (p *program) support(s *lp.Solution) int {
	total := 0
	for _, j := range s.Columns {
		total += p.of.Quorums[j]
	}
	return total
}

// method says in a few words how a load was found.
func (p *program) method(how string) string {
	if p.of.Discrete {
		return fmt.Sprintf("linear program, made exact by %s", how)
	}
	return fmt.Sprintf("linear program over classes (%d of nodes, %d of quorums), made exact by %s", len(p.room), p.Columns(), how)
}

// certificate returns the load that s gives, unchecked: every quorum of a column gets the same
// probability and every node of a class the same weight. ok is also false if ctx ends.
func (p *program) certificate(ctx context.Context, s *lp.Solution) (Mixed, bool) {
	if s.Total.Sign() <= 0 {
		return Mixed{}, false
	}
	in := p.in
	m := Mixed{Value: bounds.NewFraction(new(big.Rat).Inv(s.Total))}
	// The weights are scaled so that Σ y = 1.
	sum := new(big.Rat)
	for i, y := range s.Y {
		sum.Add(sum, new(big.Rat).Mul(y, p.room[i]))
	}
	if sum.Sign() <= 0 {
		return Mixed{}, false
	}
	weight := make([]bounds.Fraction, len(s.Y))
	for i, y := range s.Y {
		weight[i] = bounds.NewFraction(new(big.Rat).Quo(y, sum))
	}
	m.NodeWeights = make([]bounds.Fraction, in.n)
	for x, class := range p.of.OfNode {
		m.NodeWeights[x] = bounds.Integer(0)
		if class >= 0 {
			m.NodeWeights[x] = weight[class]
		}
	}
	totals := make([]*big.Rat, len(in.cartels))
	for k := range totals {
		totals[k] = new(big.Rat)
	}
	for k, j := range s.Columns {
		g := p.of.First[j].Cartel
		totals[g].Add(totals[g], s.Value[k])
	}
	probability := make(map[int32]bounds.Fraction, len(s.Columns))
	for k, j := range s.Columns {
		of := totals[p.of.First[j].Cartel]
		if of.Sign() <= 0 {
			return Mixed{}, false
		}
		w := new(big.Rat).Quo(s.Value[k], of)
		probability[int32(j)] = bounds.NewFraction(w.Quo(w, new(big.Rat).SetInt64(int64(p.of.Quorums[j]))))
	}
	for g, f := range in.cartels {
		m.Strategies = append(m.Strategies, p.strategy(ctx, g, f, probability))
	}
	m.Mix = in.shares()
	return m, ctx.Err() == nil
}

// shares returns the mix; for one family it is 1.
func (in *input) shares() (mix []bounds.Fraction) {
	if in.mix == nil {
		return []bounds.Fraction{bounds.Integer(1)}
	}
	for _, s := range in.mix {
		mix = append(mix, bounds.NewFraction(s))
	}
	return mix
}

// anyQuorum returns the strategy of a cartel that nobody asks: its first smallest quorum.
func anyQuorum(f quorum.Family) []Chosen {
	i := firstSmallest(f)
	return []Chosen{{quorum.Index(i), f.Set(i), bounds.Integer(1)}}
}

// fits asks for the memory of strategies with that number of quorums: a set of nodes for each.
func (in *input) fits(ctx context.Context, quorums int) error {
	return memory.Ask(ctx, "the strategy of quorums", quorums, 8*sets.Words(in.n)+chosenBytes)
}

// chosenBytes is the memory of a quorum of a strategy beside its nodes.
const chosenBytes = 128

// strategy returns the strategy of cartel g: each quorum gets the probability of its column. If ctx
// ends the strategy is incomplete.
func (p *program) strategy(ctx context.Context, g int, f quorum.Family, probability map[int32]bounds.Fraction) []Chosen {
	if !p.in.counts(g) {
		return anyQuorum(f)
	}
	poll := par.NewPoll(ctx)
	chosen := 0
	for j, w := range probability {
		if p.of.First[j].Cartel == g && w.Sign() > 0 {
			chosen += p.of.Quorums[j]
		}
	}
	out := make([]Chosen, 0, chosen)
	for i, j := range p.of.OfQuorum[g] {
		if w, ok := probability[j]; ok {
			if poll.Work(len(f.Quorum(i))+sets.Words(p.in.n)) != nil {
				break
			}
			out = append(out, Chosen{quorum.Index(i), f.Set(i), w})
		}
	}
	return out
}

// interval holds exact bounds of a load, with the weights that prove them.
type interval struct {
	lower, upper bounds.Fraction
	nodes        []int64   // in proportion to the weights of the nodes
	total        int64     // of these
	quorums      [][]int64 // for each cartel in proportion to its strategy; nil without a share
}

// interval returns exact bounds of the load from any weights of quorums and nodes: lower from the
// node weights, rounded to multiples of 2^-40 of the greatest, and upper from the strategies,
// rounded in the same way. Weights that are all 0 are replaced by equal ones. The bounds are added
// up over the listed quorums, so they hold whatever the classes are. ok is false if ctx ends.
func (p *program) interval(ctx context.Context, v, y []float64) (out interval, ok bool) {
	in := p.in
	out.quorums = make([][]int64, len(in.cartels))
	nodes := make([]float64, in.n)
	for x, class := range p.of.OfNode {
		if class >= 0 && y != nil {
			nodes[x] = max(y[class], 0)
		}
	}
	weights := dyadic(nodes)
	var total int64
	for _, w := range weights {
		total += w
	}
	poll := par.NewPoll(ctx)
	low := new(big.Rat)
	asked := make([]*big.Rat, in.n) // nil for 0
	times := make([]int64, in.n)
	for g, f := range in.cartels {
		if !in.counts(g) {
			continue
		}
		share := big.NewRat(1, 1)
		if in.mix != nil {
			share = in.mix[g]
		}
		lightest := int64(-1)
		quorums := make([]float64, f.Len())
		for i, q := range par.Until(ctx, f.All()) {
			var w int64
			for _, x := range q {
				w += weights[x]
			}
			if lightest < 0 || w < lightest {
				lightest = w
			}
			if j := p.of.OfQuorum[g][i]; j >= 0 && v != nil {
				quorums[i] = max(v[j], 0) / float64(p.of.Quorums[j])
			}
		}
		part := new(big.Rat).SetInt64(lightest)
		low.Add(low, part.Mul(part, share))
		var sum int64
		var touched []int32
		chosen := dyadic(quorums)
		out.quorums[g] = chosen
		for i, q := range par.Until(ctx, f.All()) {
			w := chosen[i]
			sum += w
			for _, x := range q {
				if times[x] == 0 && w > 0 {
					touched = append(touched, x)
				}
				times[x] += w
			}
		}
		for _, x := range touched {
			if poll.Err() != nil {
				return out, false
			}
			part := big.NewRat(times[x], sum)
			times[x] = 0
			if asked[x] == nil {
				asked[x] = new(big.Rat)
			}
			asked[x].Add(asked[x], part.Mul(part, share))
		}
	}
	high := new(big.Rat)
	for _, a := range asked {
		if a != nil && a.Cmp(high) > 0 {
			high = a
		}
	}
	if ctx.Err() != nil {
		return out, false
	}
	return interval{bounds.NewFraction(low.Quo(low, new(big.Rat).SetInt64(total))), bounds.NewFraction(high), weights, total, out.quorums}, true
}

// load returns the certificate of an interval whose ends are equal.
func (i interval) load(in *input) Mixed {
	m := Mixed{Value: i.lower, Mix: in.shares(), Method: "bounds that meet"}
	for _, w := range i.nodes {
		m.NodeWeights = append(m.NodeWeights, bounds.FractionOf(w, i.total))
	}
	for g, f := range in.cartels {
		if i.quorums[g] == nil {
			m.Strategies = append(m.Strategies, anyQuorum(f))
			continue
		}
		var sum int64
		for _, w := range i.quorums[g] {
			sum += w
		}
		var s []Chosen
		for q, w := range i.quorums[g] {
			if w > 0 {
				s = append(s, Chosen{quorum.Index(q), f.Set(q), bounds.FractionOf(w, sum)})
			}
		}
		m.Strategies = append(m.Strategies, s)
	}
	return m
}

// dyadic returns integers in proportion to the weights, the greatest 2^38: at most 2^24 of them
// have a sum below 2^62. Weights that are all 0 give all 1.
func dyadic(weights []float64) []int64 {
	top := 0.0
	for _, w := range weights {
		top = max(top, w)
	}
	out := make([]int64, len(weights))
	for i, w := range weights {
		out[i] = 1
		if top > 0 {
			out[i] = int64(w / top * (1 << 38))
		}
	}
	return out
}

// mostAfterwards bounds the nodes and incidences over which bounds are added up once the context
// has ended: to some hundredths of a second.
const mostAfterwards = 50_000

// stopped returns the error of a search that ended early, with the best interval from the packing v
// and the weights y (nil: not known). There is no interval where the context has ended and
// computing it would take long. Where the ends of the interval are equal, it returns the load.
func (p *program) stopped(ctx context.Context, cause error, v, y []float64) (Mixed, error) {
	cause = par.Stopped(cause)
	if ctx.Err() != nil {
		if p.in.large() {
			return Mixed{}, given.Limited(cause)
		}
		ctx = context.WithoutCancel(ctx)
	}
	i, ok := p.interval(ctx, v, y)
	switch {
	case !ok:
		return Mixed{}, given.Limited(cause)
	case i.lower.Cmp(i.upper) < 0:
		return Mixed{}, &quorum.LimitError{Figure: "load", Lower: i.lower.Rat(), Upper: i.upper.Rat(), Cause: cause}
	}
	quorums := 0
	for _, f := range p.in.cartels {
		quorums += f.Len()
	}
	if err := p.in.fits(ctx, quorums); err != nil {
		return Mixed{}, given.Limited(err)
	}
	l := i.load(p.in)
	return l, given.Limited(CheckMixed(ctx, p.in.cartels, l))
}

func (in *input) large() bool {
	size := in.n + 10*len(in.cartels)
	for _, f := range in.cartels {
		size += f.Incidences()
	}
	return size > mostAfterwards
}

// stoppedEarly is stopped for a search that ended before there were classes.
func stoppedEarly(ctx context.Context, in *input, cause error) (Mixed, error) {
	if in.large() {
		return Mixed{}, given.Limited(par.Stopped(cause))
	}
	of, err := in.singletons(context.WithoutCancel(ctx))
	if err != nil {
		return Mixed{}, given.Limited(err)
	}
	p := &program{of: of, in: in}
	return p.stopped(ctx, cause, nil, nil)
}
