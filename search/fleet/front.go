package fleet

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/search"
)

// Points of a front between its ends: where all systems are gone through, and beyond.
const (
	pointsProven = 6
	pointsSought = 2
)

// The steps and the intervals of searches whose answers stand beside that of the plan, where not
// all systems are gone through.
const (
	stepsBeside     = 60
	intervalsBeside = 2000
)

// beside returns p for such searches: with less work, unless the options say how much.
func (p *planner) beside(f *fleet.Fleet) *planner {
	other := *p
	if f.N() > exhausted(f) {
		other.opts.Steps = cmp.Or(other.opts.Steps, stepsBeside)
		other.opts.Intervals = cmp.Or(other.opts.Intervals, intervalsBeside)
	}
	return &other
}

// front looks for systems that are best in the first goal under limits on the second. first is what
// was found without such a limit.
func (p *planner) front(ctx context.Context, f *fleet.Fleet, a *Answer, first *solution) {
	one, two := a.Goals[0], a.Goals[1]
	add := func(s *solution, g fleet.Goal, most *big.Rat) *Entry {
		e := s.best(g)
		if e == nil || s.bound == nil || e.Value(g) == nil || e.Value(g).Cmp(s.bound) != 0 {
			a.FrontOptimal = false
		}
		if e == nil {
			return nil
		}
		added := *e
		if added.Second = two; g == one {
			added.Most = most
		}
		again := slices.ContainsFunc(a.Entries, func(o Entry) bool {
			return o.Second != "" && keyOf(o.System) == keyOf(added.System) && o.Value(one).Cmp(added.Value(one)) == 0 && o.Value(two) != nil && added.Value(two) != nil && o.Value(two).Cmp(added.Value(two)) == 0
		})
		if !again {
			a.Entries = append(a.Entries, added)
		}
		return &added
	}
	if e := first.best(one); e == nil || first.bound == nil || e.Value(one).Cmp(first.bound) != 0 {
		a.FrontOptimal = false
	}
	other, points := p.beside(f), pointsProven
	if f.N() > exhausted(f) {
		points = pointsSought
	}
	begin := first.best(one) // nil where time was too short for the first goal of any
	last, err := other.solve(ctx, f, two, []fleet.Goal{one})
	if err != nil || begin == nil || begin.Value(two) == nil {
		a.FrontOptimal = false
		return
	}
	start, end := begin.Value(two), add(last, two, nil)
	if end == nil || end.Value(two) == nil || !better(two, end.Value(two), start) {
		a.markFront()
		return
	}
	for i := points; i >= 1 && ctx.Err() == nil; i-- {
		p.told.Tell("points of the front", points-i, points)
		limit := between(two, start, end.Value(two), int64(i), int64(points+1))
		limited := limitedTo(f, two, limit)
		s, err := other.solve(ctx, limited, one, []fleet.Goal{two})
		if err != nil || s.verdict != search.Found {
			a.FrontOptimal = false
			continue
		}
		add(s, one, limit)
	}
	if ctx.Err() != nil {
		a.FrontOptimal = false
	}
	a.markFront()
}

// best is the best entry of a solution that keeps the requirements; nil without one.
func (s *solution) best(g fleet.Goal) *Entry {
	var best *Entry
	for i := range s.entries {
		e := &s.entries[i]
		if e.Keeps() && e.Value(g) != nil && (best == nil || better(g, e.Value(g), best.Value(g))) {
			best = e
		}
	}
	return best
}

// between is the value i of k from a to b; loads go by their inverses, as people think of
// capacities.
func between(g fleet.Goal, a, b *big.Rat, i, k int64) *big.Rat {
	inverse := (g == fleet.Capacity || g == fleet.Load) && a.Sign() > 0 && b.Sign() > 0
	if inverse {
		a, b = new(big.Rat).Inv(a), new(big.Rat).Inv(b)
	}
	v := new(big.Rat).Sub(b, a)
	v.Mul(v, big.NewRat(i, k)).Add(v, a)
	if inverse {
		v.Inv(v)
	}
	return v
}

// limitedTo is f with a limit on a goal.
func limitedTo(f *fleet.Fleet, g fleet.Goal, limit *big.Rat) *fleet.Fleet {
	out := *f
	switch g {
	case fleet.LatencyGoal:
		out.Require.Latency = limit
	case fleet.Network:
		out.Require.Network = limit
	case fleet.Availability:
		out.Require.Availability = limit
	default:
		out.Require.Capacity = new(big.Rat).Inv(limit)
	}
	return &out
}

// markFront marks the entries that keep the requirements, and that no other beats in both goals;
// of equals the first. Where the points of the front are proven, no others are marked.
func (a *Answer) markFront() {
	one, two := a.Goals[0], a.Goals[1]
	for i := range a.Entries {
		e := &a.Entries[i]
		e.front = e.Keeps() && e.Value(one) != nil && e.Value(two) != nil
		if a.FrontOptimal && e.Second == "" && (a.Bound == nil || !e.front || e.Value(one).Cmp(a.Bound) != 0) {
			e.front = false
		}
	}
	for i := range a.Entries {
		e := &a.Entries[i]
		for j := range a.Entries {
			o := &a.Entries[j]
			if i == j || !o.Keeps() || o.Value(one) == nil || o.Value(two) == nil {
				continue
			}
			worse := better(one, e.Value(one), o.Value(one)) || better(two, e.Value(two), o.Value(two))
			equal := !worse && !better(one, o.Value(one), e.Value(one)) && !better(two, o.Value(two), e.Value(two))
			if !worse && (!equal || j < i && o.front) {
				e.front = false
			}
		}
	}
}

// listFront lists what is marked, by the first goal; the entries are in that order.
func (a *Answer) listFront() {
	a.Front = nil
	for i := range a.Entries {
		if a.Entries[i].front {
			a.Front = append(a.Front, i)
		}
	}
	a.Front = slices.Clip(a.Front)
}
