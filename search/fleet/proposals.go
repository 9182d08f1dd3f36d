package fleet

import (
	"context"
	"fmt"
	"strings"

	"coterie/fleet"
	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
	"coterie/search/fleet/propose"
)

// What this file finds is judged, and proves nothing of other systems: systems that are proposed,
// or that the fleet names, and the majority beside them.

// propose returns systems that are good in the first goal, those that are likely the best last. Of
// an availability its most available system comes with a bound, which is proven.
func (p *planner) propose(ctx context.Context, f *fleet.Fleet, s *solution) []propose.Proposal {
	goal := s.order[0]
	var systems []propose.Proposal
	if goal == fleet.Availability {
		most, err := fleet.FindMostAvailable(ctx, f)
		if err == nil {
			s.raise(goal, most.Bound, most.By)
			if most.System.Reads != nil && p.allowed(ctx, f, most.System) {
				systems = append(systems, propose.Proposal{System: named(ctx, f, most.System), By: "the most available"})
			}
		} else if ctx.Err() == nil {
			s.notes = append(s.notes, fmt.Sprintf("no bound for the availability: %v", err))
		}
	}
	steps := p.opts.Steps
	if f.N() <= exhausted(f) {
		steps = -1 // the branch and bound that follows needs no more than somewhere to begin
	}
	found, err := par.LeaveBehind(ctx, grace, func() ([]propose.Proposal, error) {
		return propose.Find(ctx, f, goal, propose.Options{Jobs: p.opts.Jobs, Seed: p.opts.Seed, Steps: steps, Progress: p.opts.Progress})
	})
	if err != nil && ctx.Err() == nil {
		s.notes = append(s.notes, fmt.Sprintf("no systems were proposed: %v", err))
	}
	for _, q := range found {
		systems = append(systems, propose.Proposal{System: named(ctx, f, q.System), By: q.By})
	}
	return systems
}

// allowed reports whether a system that was found has the same quorums for reads and writes, or
// writes that meet, where that is required.
func (p *planner) allowed(ctx context.Context, f *fleet.Fleet, s fleet.System) bool {
	if f.Require.Same {
		same, err := s.Same(ctx)
		return same && err == nil
	}
	return !f.Require.WritesMeet || quorum.JudgeWritesMeet(ctx, s.Writes, quorum.Options{}).Holds == quorum.Holds
}

// mostTranslated is the most nodes for which residues are sought whose translates bear liars.
const mostTranslated = 60

// outvoting returns the systems of f that honest ones stand for, and before them the families that
// are made for liars.
func (p *planner) outvoting(ctx context.Context, f *fleet.Fleet, honest []propose.Proposal) (systems []propose.Proposal) {
	l := f.Require.Liars
	if l == nil {
		return honest
	}
	square := fmt.Sprintf("grid:side=%d,b=%d", gf.FloorSqrt(f.N()), l.Nodes)
	specs := []string{"boostfpp", "m" + square, fmt.Sprintf("byzantine-%s,kind=%s", square, l.Kind), comparison(f)}
	if f.N() <= mostTranslated {
		cover, _ := cyclic.Repeated(ctx, f.N(), l.Sharing(l.Nodes))
		specs = append(specs, fmt.Sprintf("cyclic:n=%d,cover=%s", f.N(), strings.Trim(strings.ReplaceAll(fmt.Sprint(cover), " ", "-"), "[]")))
	}
	var outside []quorum.Set // all nodes but those of a set and a failure, which bear them if any quorums do
	for down := range f.Beside(l.Sets).Failures() {
		if outside = append(outside, quorum.FullSet(f.N()).Minus(down)); l.Sets == nil || len(outside) == mostOutside {
			break
		}
	}
	specs = append(specs, show.Join(outside, ",", quorum.Set.String))
	for _, spec := range specs {
		if s, err := systemOf(ctx, f, spec); err == nil {
			systems = append(systems, propose.Proposal{System: s, By: "a family for liars"})
		}
	}
	reads := liars.Faulty{Any: l.Shared / 2, Sets: l.Spares()}
	writes := reads
	if !f.Require.Same && !f.Require.WritesMeet {
		writes.Any = (l.Shared - 1) / 2
	}
	for _, q := range honest {
		if s, err := q.System.Spared(ctx, reads, writes); err == nil {
			systems = append(systems, propose.Proposal{System: spelled(ctx, f, s), By: q.By + ", with nodes to outvote liars"})
		}
	}
	return systems
}

// mostOutside bounds the quorums of all nodes but those that lie or are down.
const mostOutside = 3000

// ties looks, where not all systems are gone through, for systems that are as good as a proven best
// and better in the next goal.
func (p *planner) ties(ctx context.Context, f *fleet.Fleet, s *solution) {
	best := s.best()
	if best == nil || !s.proves(best) || len(f.Systems) > 0 || f.N() <= exhausted(f) || ctx.Err() != nil {
		return
	}
	limited := limitedTo(f, s.order[0], best.Value(s.order[0]))
	others, err := p.beside(f).solve(ctx, limited, s.order[1:])
	if err != nil {
		return
	}
	if e := others.best(); e != nil {
		s.entries = append(s.entries, judge(ctx, f, e.System, e.By, s.order))
	}
}

// choose takes the best of the systems that the fleet names.
func (p *planner) choose(ctx context.Context, f *fleet.Fleet, s *solution) error {
	goal := s.order[0]
	list, notes, closed, err := given(ctx, f)
	s.notes = append(s.notes, notes...)
	if err != nil {
		return err
	}
	for i, q := range list {
		p.told.Tell("systems judged", i, len(list))
		e := judge(ctx, f, q, "named by the fleet", s.order)
		e.Given = true
		closed = closed && len(e.Open) == 0 && (len(e.Fails) > 0 || e.Value(goal) != nil)
		if e.Keeps() {
			s.verdict = search.Found
			if v := e.Value(goal); s.bound == nil || better(goal, v, s.bound) {
				s.bound, s.boundBy = v, "every system that the fleet names was measured"
			}
		}
		s.entries = append(s.entries, e)
	}
	if s.tiesProven = closed; !closed {
		s.bound, s.boundBy = nil, ""
	} else if s.verdict != search.Found {
		s.verdict, s.boundBy = search.ProvenAbsent, "every system that the fleet names was measured"
	}
	return nil
}

// addMajority adds the majority, unless it is there.
func (p *planner) addMajority(ctx context.Context, f *fleet.Fleet, a *Answer) {
	last, done := par.LastMoment(ctx)
	defer done()
	s, err := systemOf(last, f, comparison(f))
	if err != nil {
		a.Notes = append(a.Notes, fmt.Sprintf("the %s was not measured: %v", comparison(f), err))
		return
	}
	key := keyOf(s)
	for i := range a.Entries {
		if e := &a.Entries[i]; keyOf(e.System) == key && e.Second == "" {
			e.System.Name = s.Name
			return
		}
	}
	a.Entries = append(a.Entries, judge(last, f, s, "what everybody deploys", a.Order))
}

// comparison is the spec of the system that everybody deploys: a majority or, where nodes may lie,
// the threshold that bears them.
func comparison(f *fleet.Fleet) string {
	if l := f.Require.Liars; l != nil {
		return fmt.Sprintf("threshold:n=%d,b=%d,kind=%s", f.N(), l.Nodes, l.Kind)
	}
	return "majority"
}

// keyOf tells listed systems apart; "" for one that is not listed.
func keyOf(s fleet.System) string {
	list, ok := s.Reads.List()
	writes, both := s.Writes.List()
	if !ok || !both {
		return s.Name
	}
	return list.Sorted().String() + "|" + writes.Sorted().String()
}
