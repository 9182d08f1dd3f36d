package intervals

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
)

// MaxReadOnce is the greatest number of nodes of which all read-once formulas are gone through.
const MaxReadOnce = 6

// ReadOnce is the best of the systems whose reads are a read-once formula.
type ReadOnce struct {
	// Formula is over the nodes of the fleet, of which it may leave some out; Value as in Result,
	// nil where no formula keeps the requirements.
	Formula quorum.Formula
	Value   *big.Rat
	Tried   int // formulas
}

// once is a function that a formula reads each of its nodes once for: k of the parts.
type once struct {
	table uint64
	k     int
	parts []*once // none of a leaf
	leaf  int
}

func (o *once) formula() quorum.Formula {
	if len(o.parts) == 0 {
		return quorum.Leaf(o.leaf)
	}
	var parts []quorum.Formula
	for _, p := range o.parts {
		parts = append(parts, p.formula())
	}
	return quorum.Choose(o.k, parts...)
}

// everyOnce lists the functions of n nodes that are read-once with gates k of m: 1, 4, 18, 126,
// 1,370 and 20,320 for n = 1..6. Each comes once: a gate "and" has no part that is one, and
// likewise "or", and the parts have no order.
func everyOnce(n int) []*once {
	of := make([][]*once, 1<<n)
	var all []*once
	for s := uint32(1); s < 1<<n; s++ {
		if s&(s-1) == 0 {
			v := bits.TrailingZeros32(s)
			of[s] = []*once{{table: sets.With[v], leaf: v}}
		}
		var parts []*once
		var split func(rest uint32)
		split = func(rest uint32) {
			if rest == 0 {
				if len(parts) > 1 {
					of[s] = gates(of[s], parts)
				}
				return
			}
			first := rest & -rest
			for more := rest &^ first; ; more = (more - 1) & (rest &^ first) {
				if block := first | more; block != s {
					for _, g := range of[block] {
						parts = append(parts, g)
						split(rest &^ block)
						parts = parts[:len(parts)-1]
					}
				}
				if more == 0 {
					break
				}
			}
		}
		if s&(s-1) != 0 {
			split(s)
		}
		all = append(all, of[s]...)
	}
	return all
}

// gates appends the gates over the parts.
func gates(list []*once, parts []*once) []*once {
	m := len(parts)
	for k := 1; k <= m; k++ {
		same := func(p *once) bool { return len(p.parts) > 0 && (k == 1 && p.k == 1 || k == m && p.k == len(p.parts)) }
		if slices.ContainsFunc(parts, same) {
			continue
		}
		// at[i] is true where at least i of the parts so far are.
		var at [MaxReadOnce + 2]uint64
		at[0] = ^uint64(0)
		for j, p := range parts {
			for i := j + 1; i > 0; i-- {
				at[i] |= at[i-1] & p.table
			}
		}
		list = append(list, &once{table: at[k], k: k, parts: slices.Clone(parts)})
	}
	return list
}

// FindReadOnce looks for the best system whose reads are a formula that reads no node twice, with
// gates k of m: those that quoracle searches, and those that leave nodes out. target, if not nil,
// is a value that none is better than: the first formula that has it ends the search. The error is
// a *quorum.InputError beyond MaxReadOnce nodes, or the cause of ctx.
func FindReadOnce(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, target *big.Rat, o Options) (*ReadOnce, error) {
	if f.N() > MaxReadOnce {
		return nil, quorum.Bad("nodes", fmt.Sprintf("%d is out of range", f.N()), fmt.Sprintf("want at most %d nodes where all read-once formulas are tried", MaxReadOnce))
	}
	p, err := newProblem(ctx, f, goal)
	if err != nil {
		return nil, err
	}
	s := &finder{problem: p, upper: math.Inf(1)}
	r := newRelaxation(p)
	root, ok := p.root()
	res := &ReadOnce{}
	if !ok {
		return res, nil
	}
	poll := par.NewPoll(ctx)
	var pool []prices
	t := sets.NewTable(p.n)
	mask := ^uint64(0) >> (64 - 1<<p.n)
	for _, g := range everyOnce(p.n) {
		if err := poll.Err(); err != nil {
			return nil, fmt.Errorf("stopped: %w", err)
		}
		res.Tried++
		t.Bits[0] = g.table & mask
		if !root.lo.SubsetOf(t.Bits) || !t.SubsetOf(root.hi.Bits) || !p.allows(t) {
			continue
		}
		better, err := s.priced(ctx, r, t, &pool)
		if err != nil {
			return nil, err
		}
		if better == nil {
			continue
		}
		s.improve(better)
		res.Formula, res.Value = g.formula().Over(p.n), p.value(better.value)
		if target != nil && res.Value.Cmp(target) == 0 {
			break
		}
	}
	return res, nil
}

// priced is judge with prices that have proved bounds of functions before: most often one of them
// says that another function is no better.
func (s *finder) priced(ctx context.Context, r *relaxation, t sets.Table, pool *[]prices) (*candidate, error) {
	if s.goal == fleet.Availability || s.goal == "" {
		f := t.Clone()
		return s.judge(ctx, r, f)
	}
	iv := interval{t, t}
	if s.sets.beyond(iv) || !r.fill(iv) {
		return nil, nil
	}
	if s.best != nil {
		for i, y := range *pool {
			copy(r.prices.load, y.load)
			r.prices.limit = y.limit
			if r.proved(true) >= s.upper {
				list := *pool
				list[i], list[i/2] = list[i/2], list[i] // what has helped is tried sooner
				return nil, nil
			}
		}
	}
	bound, end := r.solve(math.Inf(1))
	if end == lp.Infeasible {
		return nil, nil
	}
	if bound >= s.upper {
		*pool = append(*pool, prices{slices.Clone(r.prices.load), r.prices.limit})
		return nil, nil
	}
	exact, err := r.exactly(ctx)
	if err != nil || exact == nil || s.best != nil && exact.Cmp(s.best.value) >= 0 {
		return nil, err
	}
	return &candidate{t.Clone(), exact}, nil
}

// Absent says whether it is proven that no system keeps the requirements of f, and why.
func Absent(ctx context.Context, f *fleet.Fleet, o Options) (why string, proven bool, err error) {
	res, err := Find(ctx, f, "", o)
	if err != nil {
		return "", false, err
	}
	if res.Verdict != search.ProvenAbsent {
		return "", false, nil
	}
	return fmt.Sprintf("no system of %d nodes keeps them: %d intervals of systems were gone through", f.N(), res.Visited), true, nil
}
