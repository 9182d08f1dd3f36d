package fleet

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/fleet/floor"
	"coterie/search/fleet/intervals"
	"coterie/search/fleet/propose"
	"coterie/search/fleet/require"
)

// What this file adds to a solution is proven: bounds that no system is better than, that none
// keeps the requirements, and the best of all systems where they are few.

// exhausted is the most nodes at which all systems are gone through, whatever they are: one more
// where reads and writes have the same quorums.
func exhausted(f *fleet.Fleet) int {
	if f.Require.Same {
		return 7
	}
	return 6
}

// raise takes a bound where it is better than the one that there is.
func (s *solution) raise(g fleet.Goal, bound *big.Rat, by string) {
	if g != fleet.Availability && bound != nil && bound.Sign() == 0 {
		return // says nothing
	}
	if bound != nil && (s.bound == nil || better(g, s.bound, bound)) {
		s.bound, s.boundBy = bound, by
	}
}

// provable is f without a limit on the latency where some means are not known: what is excluded by
// such a limit may keep it.
func provable(f *fleet.Fleet) *fleet.Fleet {
	if f.Require.Latency == nil || f.MeansKnown() {
		return f
	}
	return require.Without(f, require.Latency)
}

// relaxed returns the fleet that bounds and searches take in place of f, and whether it is f: they
// know one time of a set. Of limits on percentiles one takes the place of the limit on the latency,
// if that is neither limited nor the goal, and the others are left out: what is proven without them
// holds with them. Where nodes may lie, it is honest. Proof: docs/theorems/fleet-percentiles.md.
func relaxed(f *fleet.Fleet, goal fleet.Goal) (g *fleet.Fleet, same bool) {
	g = f.Honest()
	switch {
	case f.Require.Percentiles == [3]*big.Rat{}:
		return g, g == f && goal.Percentile() < 0
	case goal == fleet.LatencyGoal || f.Require.Latency != nil:
		out := *g
		out.Require.Percentiles = [3]*big.Rat{}
		return &out, false
	}
	return inTime(g), false
}

// inTime returns the fleet under which a system keeps a limit on the latency if and only if it
// keeps, under f, the first limit on a percentile.
func inTime(f *fleet.Fleet) *fleet.Fleet {
	limits := f.Require.Percentiles
	i := slices.IndexFunc(limits[:], func(t *big.Rat) bool { return t != nil })
	g := f.LateAt(limits[i])
	g.Require.Latency, g.Require.Percentiles = fleet.MostLate(i), [3]*big.Rat{}
	return g
}

// bound finds what no system that keeps the requirements is better than, or that there is none,
// without looking for one.
func (p *planner) bound(ctx context.Context, f *fleet.Fleet, s *solution) {
	goal := s.order[0]
	bound, err := par.LeaveBehind(ctx, grace, func() (*floor.Bound, error) { return floor.Find(ctx, provable(f), goal) })
	switch {
	case bound != nil && bound.Absent:
		s.verdict, s.boundBy = search.ProvenAbsent, bound.By
		return
	case bound != nil:
		s.raise(goal, bound.Value, bound.By)
	}
	if err != nil && ctx.Err() == nil {
		s.notes = append(s.notes, fmt.Sprintf("no bound for all systems: %v", err))
	}
	if f.Require.Same && (goal == fleet.Capacity || goal == fleet.Load) {
		s.raise(goal, floor.SameLoad(f), floor.BySame)
	}
}

// budget is how many intervals a branch and bound looks at: 0 without limit, below 0 none.
func (p *planner) budget(f *fleet.Fleet) int {
	n := f.N()
	switch {
	case n > intervals.MaxNodes:
		return -1
	case p.opts.Intervals > 0 || n <= exhausted(f):
		return p.opts.Intervals
	}
	if n == exhausted(f)+1 {
		return 100_000
	}
	return 20_000
}

// goThrough goes through the systems by branch and bound, beginning with those that were proposed,
// and returns the best that it knows; ties are decided by the rest of the order.
func (p *planner) goThrough(ctx context.Context, f *fleet.Fleet, s *solution, proposals []propose.Proposal, ties bool) []propose.Proposal {
	o := intervals.Options{Jobs: p.opts.Jobs, Nodes: p.budget(f), Known: s.bound, Progress: p.told}
	for _, q := range proposals {
		o.Start = append(o.Start, q.System.Reads)
	}
	r, err := intervals.Find(ctx, f, s.order[0], o)
	switch {
	case err != nil:
		if ctx.Err() == nil {
			s.notes = append(s.notes, fmt.Sprintf("systems were not gone through: %v", err))
		}
		return nil
	case r.Verdict == search.ProvenAbsent:
		s.verdict, s.boundBy = search.ProvenAbsent, "all systems were gone through"
		return nil
	}
	s.raise(s.order[0], r.Bound, goneThrough(f))
	if r.StoppedBy != "" && r.StoppedBy != "nodes" {
		s.stopped = r.StoppedBy
	}
	if ties && r.Optimal && f.N() <= exhausted(f) {
		r, s.tiesProven = p.decideTies(ctx, f, r, s.order)
	}
	if r.Value == nil || r.Reads.Len() == 0 {
		return nil
	}
	return []propose.Proposal{{System: named(ctx, f, fleet.System{Reads: r.Reads, Writes: r.Writes}), By: "branch and bound"}}
}

// decideTies goes through the systems that are as good as the best one, for that which is best in
// the next goal of the order, and so on; exact says that no system comes before it in the order.
func (p *planner) decideTies(ctx context.Context, f *fleet.Fleet, best *intervals.Result, order []fleet.Goal) (_ *intervals.Result, exact bool) {
	for i, goal := range order[1:] {
		if goal == fleet.LatencyGoal && !f.MeansKnown() || goal.Percentile() >= 0 {
			return best, false
		}
		f = limitedTo(f, order[i], best.Value)
		r, err := intervals.Find(ctx, f, goal, intervals.Options{
			Jobs: p.opts.Jobs, Nodes: p.opts.Intervals, Start: []quorum.Quorums{best.Reads}, Progress: p.told,
		})
		if err != nil || r.Value == nil || r.Reads.Len() == 0 {
			return best, false
		}
		if best = r; !r.Optimal {
			return best, false
		}
	}
	return best, true
}

// coteries has how many nondominated coteries there are on 1, 2, ... nodes.
var coteries = []string{"1", "2", "4", "12", "81", "2,646", "1,422,564"}

// goneThrough says what a branch and bound goes through. Where reads and writes have the same
// quorums, nondominated ones are enough for every goal; where writes have to meet, reads that are
// the dual of the writes are. Proof: docs/theorems/intervals.md.
func goneThrough(f *fleet.Fleet) string {
	switch n := f.N(); {
	case f.Require.Same && n <= len(coteries):
		return fmt.Sprintf("branch and bound over the %s nondominated coteries on %d nodes; dominated ones are no better", coteries[n-1], n)
	case f.Require.Same:
		return fmt.Sprintf("branch and bound over the nondominated coteries on %d nodes; dominated ones are no better", n)
	case f.Require.WritesMeet:
		return fmt.Sprintf("branch and bound over all systems on %d nodes whose writes meet", n)
	default:
		return fmt.Sprintf("branch and bound over all systems on %d nodes", n)
	}
}
