package fleet

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"coterie/fleet"
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
	other, points := p.beside(f), pointsProven
	if f.N() > exhausted(f) {
		points = pointsSought
	}
	begin := first.best() // nil where time was too short for the first goal of any
	last, err := other.solve(ctx, f, orderOf([]fleet.Goal{two, one}))
	if err != nil || begin == nil || begin.Value(two) == nil {
		return
	}
	proven := []proof{{nil, first.bound}}
	limit := func(most *big.Rat) {
		s, err := other.solve(ctx, limitedTo(f, two, most), a.Order)
		if err == nil {
			a.add(s.best(), two, most)
			proven = append(proven, proof{most, s.bound})
		}
	}
	if end := last.best(); end != nil {
		if a.add(end, two, nil); last.proves(end) {
			proven = append(proven, proof{end.Value(two), end.Value(one)})
		}
		for i := points; i >= 1 && ctx.Err() == nil && better(two, end.Value(two), begin.Value(two)); i-- {
			p.told.Tell("points of the front", points-i, points)
			limit(between(two, begin.Value(two), end.Value(two), int64(i), int64(points+1)))
		}
	}
	open := func() int {
		for _, i := range Front(a.Entries, one, two) {
			e := &a.Entries[i]
			reached := func(q proof) bool {
				return q.bound != nil && !better(one, q.bound, e.Value(one)) && (q.most == nil || !better(two, q.most, e.Value(two)))
			}
			if !slices.ContainsFunc(proven, reached) {
				return i
			}
		}
		return -1
	}
	// What was made for something else may be on the front, too: beside it stands what beats it.
	before, at := -1, open()
	for at >= 0 && at != before && (f.N() <= exhausted(f) || len(f.Systems) > 0) && ctx.Err() == nil {
		limit(a.Entries[at].Value(two))
		before, at = at, open()
	}
	a.FrontOptimal = at < 0 && first.proves(begin)
}

// proof says that no system with at most so much of the second goal is better in the first than the
// bound; nil are no limit, and no bound.
type proof struct{ most, bound *big.Rat }

// add adds a point of the front, unless its system stands there with the same figures.
func (a *Answer) add(e *Entry, two fleet.Goal, most *big.Rat) {
	if e == nil {
		return
	}
	point := *e
	point.Second, point.Most = two, most
	again := func(o Entry) bool {
		return keyOf(o.System) == keyOf(point.System) && compareBy(a.Goals, &o, &point) == 0
	}
	if !slices.ContainsFunc(a.Entries, again) {
		a.Entries = append(a.Entries, point)
	}
}

// Front returns the places of the entries that no other beats in two goals: of those that keep the
// requirements, and that the fleet names where it names any, and that have both figures, all that
// no other of these is as good as in both and better in one. They come in the order of entries.
func Front(entries []Entry, one, two fleet.Goal) []int {
	var list []int
	for i := range entries {
		if e := &entries[i]; e.Keeps() && e.Value(one) != nil && e.Value(two) != nil {
			list = append(list, i)
		}
	}
	if named := func(i int) bool { return entries[i].Given }; slices.ContainsFunc(list, named) {
		list = slices.DeleteFunc(list, func(i int) bool { return !named(i) })
	}
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool {
		return slices.ContainsFunc(list, func(j int) bool {
			e, o := &entries[i], &entries[j]
			x, y := compareBy([]fleet.Goal{one}, o, e), compareBy([]fleet.Goal{two}, o, e)
			return x <= 0 && y <= 0 && x+y < 0
		})
	})
}

// orderOf is the order in which entries are ranked for these goals.
func orderOf(goals []fleet.Goal) []fleet.Goal {
	order := slices.Clone(goals)
	for _, g := range []fleet.Goal{fleet.Capacity, fleet.LatencyGoal, fleet.Availability, fleet.Network} {
		same := func(h fleet.Goal) bool { return h == g || g == fleet.Capacity && h == fleet.Load }
		if !slices.ContainsFunc(order, same) {
			order = append(order, g)
		}
	}
	return order
}

// compareBy is below 0 where a is better than b in the first goal of the order in which they
// differ.
func compareBy(order []fleet.Goal, a, b *Entry) int {
	for _, g := range order {
		v, w := a.Value(g), b.Value(g)
		switch {
		case better(g, v, w):
			return -1
		case better(g, w, v):
			return 1
		}
	}
	return 0
}

// best is the best entry of a solution that keeps the requirements; nil without one.
func (s *solution) best() *Entry {
	var best *Entry
	for i := range s.entries {
		e := &s.entries[i]
		if e.Keeps() && e.Value(s.order[0]) != nil && (best == nil || compareBy(s.order, e, best) < 0) {
			best = e
		}
	}
	return best
}

// proves reports whether the entry reaches the bound.
func (s *solution) proves(e *Entry) bool {
	return s.bound != nil && e.Value(s.order[0]).Cmp(s.bound) == 0
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
	case fleet.P50, fleet.P99, fleet.P999:
		out.Require.Percentiles[g.Percentile()] = limit
	default:
		if limit.Sign() > 0 { // no load is less than 0
			out.Require.Capacity = new(big.Rat).Inv(limit)
		}
	}
	return &out
}
