package fleet

import (
	"context"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/search"
	"coterie/search/fleet/propose"
)

// soonest finds systems whose percentile, the first goal, is small. It begins with those of the
// least mean latency. Then it asks, again and again, for the least probability that a request takes
// longer than a time just below the best percentile so far: a system that has little enough of it
// is better, and a bound above that proves the best. Proof: docs/theorems/fleet-percentiles.md.
func (p *planner) soonest(ctx context.Context, f *fleet.Fleet, s *solution) error {
	goal, other := s.order[0], p.beside(f)
	start := fleet.Load
	if f.MeansKnown() {
		start = fleet.LatencyGoal
	}
	found, err := other.solve(ctx, f, orderOf([]fleet.Goal{start}))
	if err != nil {
		return err
	}
	s.notes = found.notes
	if found.verdict == search.ProvenAbsent {
		s.verdict, s.boundBy = found.verdict, found.boundBy
		return nil
	}
	most := fleet.MostLate(goal.Percentile())
	tooLate := func(b *solution) bool { return b.bound != nil && b.bound.Cmp(most) > 0 }
	p.again(ctx, f, s, found.entries)
	best := s.best()
	for best != nil && ctx.Err() == nil {
		value := best.Value(goal)
		if value.Sign() == 0 {
			s.bound, s.boundBy = value, "no time is below 0"
			break
		}
		if found, err = other.solve(ctx, lateAt(f, justBelow(f, value)), []fleet.Goal{fleet.LatencyGoal}); err != nil {
			return err
		}
		if tooLate(found) {
			s.bound, s.boundBy = value, found.boundBy+upTo(f)
			break
		}
		p.again(ctx, f, s, slices.DeleteFunc(found.entries, func(e Entry) bool {
			return e.Strategy == nil || e.Strategy.Latency.Cmp(most) > 0
		}))
		if best = s.best(); best.Value(goal).Cmp(value) >= 0 {
			break
		}
	}
	s.stopped = found.stopped
	switch {
	case !f.MeansKnown():
		s.bound, s.boundBy = nil, ""
		s.notes = append(s.notes, "some latencies have no p100, so the "+string(goal)+" of some systems is not known, and nothing is proven")
	case best != nil && s.bound == nil:
		low, high := new(big.Rat), best.Value(goal)
		for range 8 {
			half := new(big.Rat).Add(low, high)
			half.Mul(half, big.NewRat(1, 2))
			b := &solution{order: []fleet.Goal{fleet.LatencyGoal}}
			if p.bound(ctx, lateAt(f, half), b); tooLate(b) {
				low, s.bound, s.boundBy = half, half, b.boundBy
			} else {
				high = half
			}
		}
	}
	return nil
}

// again judges systems by the order of s, but for those that are there.
func (p *planner) again(ctx context.Context, f *fleet.Fleet, s *solution, entries []Entry) {
	var systems []propose.Proposal
	for _, e := range entries {
		there := func(o Entry) bool { return keyOf(o.System) == keyOf(e.System) }
		if !slices.ContainsFunc(s.entries, there) {
			systems = append(systems, propose.Proposal{System: e.System, By: e.By})
		}
	}
	p.judgeAll(ctx, f, s, systems)
}

// lateAt returns f.LateAt without limits on times.
func lateAt(f *fleet.Fleet, t *big.Rat) *fleet.Fleet {
	g := f.LateAt(t)
	g.Require.Latency, g.Require.Percentiles = nil, [3]*big.Rat{}
	return g
}

// justBelow returns the last time below t that a latency or a percentile of one has or, if it is
// later and latencies are no fixed times, the time less by one part in 2^20 of the longest latency.
func justBelow(f *fleet.Fleet, t *big.Rat) *big.Rat {
	below := new(big.Rat)
	later := func(x *big.Rat) {
		if x.Cmp(t) < 0 && x.Cmp(below) > 0 {
			below = x
		}
	}
	for _, c := range f.Clients {
		for _, l := range c.Latency {
			for _, x := range l.Time {
				later(x)
			}
		}
	}
	if upTo(f) != "" {
		step := new(big.Rat).Mul(f.LongestTime(), big.NewRat(1, 1<<20))
		later(step.Sub(t, step))
	}
	return below
}

// upTo says how exact a bound on percentiles is.
func upTo(f *fleet.Fleet) string {
	if slices.ContainsFunc(f.Clients, func(c fleet.Client) bool { return !c.Fixed() }) {
		return ", up to one part in 2^20 of the longest latency"
	}
	return ""
}
