package extend

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// tries is how many tie-breaks are tried beyond the first, and tryWork bounds the table words that
// they write.
const tries, tryWork = 30, 1 << 22

// loadQuorums is how many quorums a system may have whose load is solved.
const loadQuorums = 20_000

// prefer looks for an extension that is better than the first one.
func (p *problem) prefer(ctx context.Context, best *solution) (*solution, error) {
	var judge func(context.Context, *solution) (*big.Rat, error)
	switch p.opts.Prefer {
	case "quorums":
		judge = p.countAll
	case "load":
		judge = p.loadOf
	default:
		return best, nil
	}
	e := p.ext
	if err := p.lowerBound(ctx, best); err != nil {
		return best, err
	}
	value, err := judge(ctx, best)
	if err != nil && ctx.Err() != nil {
		return best, nil
	} else if err != nil {
		p.note("%v", err)
	}
	p.found(value, best)
	for _, tie := range p.ties() {
		if e.Optimal || ctx.Err() != nil {
			break
		}
		other, err := p.tables(ctx, tie)
		if err != nil {
			break
		}
		v, err := judge(ctx, other)
		if err == nil && (value == nil || v.Cmp(value) < 0) {
			value, best = v, other
			p.found(value, best)
		}
	}
	if p.opts.Prefer == "load" && !e.Optimal {
		if value, err = p.loadCeiling(ctx, value); err != nil {
			return best, err
		}
	}
	exact := p.exactNodes()
	switch {
	case e.Optimal || value == nil || ctx.Err() != nil:
	case p.n > exact:
		p.note("the best is looked for until it is proven only up to %d nodes", exact)
	case p.opts.Prefer == "quorums":
		return p.fewestQuorums(ctx, best, value)
	case len(p.given) > mixGroups:
		p.note("the least mix load is looked for until it is proven only for up to %d cartels", mixGroups)
	default:
		return p.leastLoad(ctx, best, value)
	}
	return best, nil
}

// exactMost bounds ExactNodes: the formula has a clause for each set and node.
const exactMost = 12

// mixGroups bounds the tuples of weights that the question for a mix load goes through.
const mixGroups = 3

func (p *problem) exactNodes() int {
	switch {
	case p.opts.ExactNodes > 0:
		return p.opts.ExactNodes
	case p.group() && p.opts.Prefer == "load":
		return 4
	case p.group():
		return 5
	case p.opts.Prefer == "load":
		return 7
	}
	return 9
}

// ties are the tie-breaks tried after the first, within a bound on the work.
func (p *problem) ties() []tie {
	var ties []tie
	if p.n > tableNodes || p.opts.First > 0 {
		return nil
	}
	for v := range min(p.n, tries) {
		if words := max(1, 1<<p.n/64); (v+1)*words*len(p.given)*len(p.given) > tryWork && v > 0 {
			break
		}
		ties = append(ties, dictatorial(v))
	}
	return ties
}

// found notes a better extension.
func (p *problem) found(value *big.Rat, s *solution) {
	if value == nil {
		return
	}
	e := p.ext
	e.Value = new(bounds.NewFraction(value))
	e.Upper = e.Value
	e.UpperBy = "the closed form with the tie-break " + s.tie.words
	if s.tie.words == modelWords {
		e.UpperBy = s.tie.words
	}
	e.Optimal = e.Lower != nil && e.Lower.Cmp(*e.Upper) == 0
	p.session.Tell()
}

// countAll returns the number of quorums of all cartels.
func (p *problem) countAll(ctx context.Context, s *solution) (*big.Rat, error) {
	sum := new(big.Int)
	for _, f := range s.functions {
		c, err := f.count(ctx)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, c)
	}
	return new(big.Rat).SetInt(sum), nil
}

// loadOf returns the load of a solution.
func (p *problem) loadOf(ctx context.Context, s *solution) (*big.Rat, error) {
	value, _, err := p.loadOfAll(ctx, s.functions)
	return value, err
}

// loadOfAll returns the load, or the mix load, of functions, with node weights that prove it.
func (p *problem) loadOfAll(ctx context.Context, fs []function) (value *big.Rat, weights []bounds.Fraction, err error) {
	families := make([]quorum.Family, len(fs))
	for i, f := range fs {
		if families[i], err = listedOf(ctx, p.n, f, loadQuorums); err != nil {
			return nil, nil, err
		}
	}
	return p.loadOfFamilies(ctx, families)
}

func (p *problem) loadOfFamilies(ctx context.Context, families []quorum.Family) (*big.Rat, []bounds.Fraction, error) {
	if !p.group() {
		l, err := loads.Find(ctx, families[0], loads.Options{Sparse: true})
		if err != nil {
			return nil, nil, err
		}
		return l.Value.Rat(), l.NodeWeights, nil
	}
	l, err := loads.FindMixed(ctx, families, nil, loads.Options{Sparse: true})
	if err != nil {
		return nil, nil, err
	}
	return l.Value.Rat(), l.NodeWeights, nil
}

// listedOf lists the minimal sets of a function.
func listedOf(ctx context.Context, n int, f function, limit int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	count := 0
	for q := range f.minimal(ctx) {
		if count++; count > limit {
			return quorum.Family{}, tooLarge("the load was not solved: there are more than %d quorums", limit)
		}
		if err := b.Add(q.Nodes()...); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family(), context.Cause(ctx)
}

// lowerBound bounds the objective of every extension of the base. f_i <= ∧_{j≠i} F_j* (f <= F* of
// one family), so that each quorum contains one of these functions, whose load is therefore a lower
// bound.
func (p *problem) lowerBound(ctx context.Context, s *solution) error {
	e := p.ext
	if p.opts.Prefer == "quorums" {
		total := 0
		for _, c := range p.given {
			if p.demands == nil {
				total++
			} else {
				total += c.Len()
			}
		}
		e.Lower, e.LowerBy = new(bounds.Integer(total)), "the quorums of the given system, which it contains"
		if p.demands == nil {
			e.LowerBy = "no cartel is empty"
		}
		return nil
	}
	if least := p.leastSize(ctx, s); least > 0 {
		best := bounds.LoadFromSize(p.n, least)
		for c := least; c <= p.n; c++ {
			if b := bounds.LoadFromSize(p.n, c); b.Cmp(best) < 0 {
				best = b
			}
		}
		e.Lower, e.LowerBy = new(bounds.NewFraction(best)), fmt.Sprintf("size, no quorum has c < %d nodes: load >= max(1/c, c/n)", least)
	}
	if by, name := p.loadFloor(); e.Lower == nil || by.Cmp(*e.Lower) > 0 {
		e.Lower, e.LowerBy = by, name
	}
	if s.most == nil || p.group() && p.demandsFree() {
		return nil
	}
	value, _, err := p.loadOfAll(ctx, s.most)
	switch {
	case err == nil:
		if v := new(bounds.NewFraction(value)); e.Lower == nil || v.Cmp(*e.Lower) > 0 {
			e.Lower, e.LowerBy = v, "load of the minimal transversals, of which every quorum contains one"
		}
	case ctx.Err() == nil && !isLimit(err):
		return err
	}
	return nil
}

func (p *problem) demandsFree() bool { return p.demands != nil && p.demands.free }

// loadFloor is the bound on the load of every system of so many nodes: of a plane's points, or of a
// mix of 1/m for each of m cartels. A root is rounded down to six digits.
func (p *problem) loadFloor() (*bounds.Fraction, string) {
	floor, name := bounds.PlaneLoad(p.n), "the bound of planes, of every quorum system"
	if p.group() {
		mix := slices.Repeat([]*big.Rat{big.NewRat(1, int64(len(p.given)))}, len(p.given))
		floor, name = bounds.MixLoad(p.n, mix), "cartels that cross, of every group quorum system"
	}
	if floor.IsRational() {
		return new(bounds.NewFraction(floor.RationalPart())), name
	}
	const digits = 1_000_000
	v := big.NewRat(int64(floor.Float64()*digits), digits)
	for floor.Cmp(v) < 0 {
		v.Sub(v, big.NewRat(1, digits))
	}
	return new(bounds.NewFraction(v)), name + ", rounded down"
}

// leastSize bounds the size of a live set of any extension from below: it is a transversal of the
// base. 0 for group systems, and if nothing is known.
func (p *problem) leastSize(ctx context.Context, s *solution) int {
	if p.group() {
		return 0
	}
	if s.most == nil {
		t, _ := transversals.Smallest(ctx, p.base[0], transversals.Options{Jobs: p.opts.Jobs})
		return t.Lower
	}
	counts, err := s.most[0].live(ctx)
	if err != nil {
		return 0
	}
	for size, c := range counts {
		if c.Sign() > 0 {
			return size
		}
	}
	return 0
}

// loadCeiling bounds the load from above by that of the given system: a strategy for it, with each
// quorum replaced by one of the extension within it, asks no node more often.
func (p *problem) loadCeiling(ctx context.Context, value *big.Rat) (*big.Rat, error) {
	if p.n > 2000 {
		return value, nil
	}
	load, _, err := p.loadOfFamilies(ctx, p.given)
	if err != nil {
		if isLimit(err) {
			return value, nil
		}
		return value, err
	}
	e := p.ext
	if e.Upper == nil || bounds.NewFraction(load).Cmp(*e.Upper) < 0 {
		e.Upper, e.UpperBy = new(bounds.NewFraction(load)), "load of the given system, which it dominates"
	}
	if e.Lower != nil && e.Lower.Cmp(*e.Upper) == 0 {
		e.Value, e.Optimal, value = e.Upper, true, load
	}
	p.session.Tell()
	return value, nil
}
