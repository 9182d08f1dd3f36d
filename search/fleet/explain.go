package fleet

import (
	"context"
	"slices"

	"coterie/fleet"
	"coterie/search"
	"coterie/search/fleet/floor"
	"coterie/search/fleet/intervals"
	"coterie/search/fleet/require"
)

// costs plans again without each requirement, and with less of it.
func (p *planner) costs(ctx context.Context, f *fleet.Fleet, a *Answer) {
	goal := a.Goals[0]
	with := a.Entries[a.Best].Value(goal)
	other := p.beside(f)
	own := require.Answer{Value: with, Bound: a.Bound}
	// The end of ctx leaves the costs so far.
	a.Costs, _ = require.Costs(ctx, f, own, func(ctx context.Context, variant *fleet.Fleet) (require.Answer, error) {
		p.told.Tell("answers to other requirements", 0, 0)
		s, err := other.solve(ctx, variant, []fleet.Goal{goal})
		if err != nil {
			return require.Answer{}, err
		}
		answer := require.Answer{Bound: s.bound, Absent: s.verdict == search.ProvenAbsent}
		if best := s.best(); best != nil {
			answer.Value = best.Value(goal)
		}
		return answer, nil
	})
}

// conflict finds the fewest requirements that no system keeps together, as far as proofs exclude
// them.
func (p *planner) conflict(ctx context.Context, f *fleet.Fleet, a *Answer, by string) {
	a.ConflictBy = by
	set, why, err := require.Conflict(ctx, f, p.absent)
	if err != nil || len(set) == 0 {
		return
	}
	for _, r := range set {
		a.Conflict = append(a.Conflict, string(r))
	}
	a.ConflictBy = why
	if goal := fleet.Goal(set[0]); len(set) == 1 && len(f.Systems) == 0 && Figure(f, goal) == goal && slices.Contains(orderOf(fleet.PercentileGoals()), goal) {
		if s, err := p.beside(f).solve(ctx, require.Without(f, set[0]), []fleet.Goal{goal}); err == nil {
			a.Possible = s.bound
		}
	}
}

// absent reports whether it is proven that no system keeps the requirements of f, and how.
func (p *planner) absent(ctx context.Context, f *fleet.Fleet) (why string, proven bool, err error) {
	if len(f.Systems) > 0 {
		s := &solution{order: []fleet.Goal{fleet.Load}}
		if err := p.choose(ctx, f, s); err != nil {
			return "", false, err
		}
		return s.boundBy, s.verdict == search.ProvenAbsent, nil
	}
	f, _ = relaxed(f, "")
	if why, proven, err := floor.Absent(ctx, provable(f)); proven || err != nil {
		return why, proven, err
	}
	if f.N() > exhausted(f) {
		return "", false, nil
	}
	return intervals.Absent(ctx, f, intervals.Options{Jobs: p.opts.Jobs})
}
