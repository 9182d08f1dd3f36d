package fleet

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/fleet/floor"
	"coterie/search/fleet/intervals"
	"coterie/search/fleet/propose"
	"coterie/search/fleet/require"
)

// exhausted is the most nodes at which all systems are gone through, whatever they are: one more
// where reads and writes have the same quorums.
func exhausted(f *fleet.Fleet) int {
	if f.Require.Same {
		return 7
	}
	return 6
}

// grace is how long a step may go on after the end of a context: some are long where there are many
// nodes.
const grace = 200 * time.Millisecond

// planner is one plan on the way.
type planner struct {
	opts Options
	told par.Progress
}

// Plan finds the best quorum systems for a fleet, and how far that is proven. At the end of ctx the
// best so far comes back, with StoppedBy.
//
// Errors: those of opening the systems that the fleet names, where none can be taken, and the cause
// of ctx where it ends before they are open. What hinders a bound or a search of all systems is
// among the Notes.
func Plan(ctx context.Context, f *fleet.Fleet, opts Options) (*Answer, error) {
	told, end := oneAtATime(opts.Progress)
	defer end()
	opts.Progress = told
	p := &planner{opts: opts, told: told}
	a := &Answer{Fleet: f, Goals: f.Optimize, Verdict: search.Unknown, Best: -1, Majority: -1}
	if len(a.Goals) == 0 {
		a.Goals = []fleet.Goal{fleet.Capacity}
	}
	a.Order = orderOf(a.Goals)
	best, err := p.solve(ctx, f, a.Order)
	if err != nil {
		return nil, err
	}
	p.ties(ctx, f, best)
	a.Entries, a.Notes, a.Verdict, a.StoppedBy = best.entries, best.notes, best.verdict, best.stopped
	a.Bound, a.BoundBy = best.bound, best.boundBy
	p.addMajority(ctx, f, a)
	if len(a.Goals) > 1 && best.verdict == search.Found {
		p.front(ctx, f, a, best)
	}
	a.rank()
	if len(a.Goals) > 1 {
		a.Front = Front(a.Entries, a.Goals[0], a.Goals[1])
	}
	if a.Best < 0 && a.Verdict == search.Found {
		a.Verdict = search.Unknown // time was too short to say how good those are that were found
	}
	if a.Best >= 0 {
		a.Verdict = search.Found
		value := a.Entries[a.Best].Value(a.Goals[0])
		a.Optimal = a.Bound != nil && value != nil && value.Cmp(a.Bound) == 0
		if a.Optimal {
			a.OptimalBy, a.TiesOptimal = a.BoundBy, best.tiesProven
		}
	}
	if a.Optimal && len(f.Systems) == 0 && f.N() <= intervals.MaxReadOnce && ctx.Err() == nil {
		p.told.Tell("formulas that read each node once", 0, 0)
		if once, err := intervals.FindReadOnce(ctx, f, a.Goals[0], a.Bound, intervals.Options{Jobs: opts.Jobs}); err == nil {
			a.ReadOnce, a.OnceTried = once.Value, once.Tried
		}
	}
	if a.Verdict == search.ProvenAbsent {
		p.conflict(ctx, f, a, best.boundBy)
	}
	if opts.Explain && a.Best >= 0 {
		p.costs(ctx, f, a)
	}
	if a.StoppedBy == "" && ctx.Err() != nil {
		a.StoppedBy = session.StopCause(ctx)
	}
	return a, nil
}

// solution is what was found for the first goal of an order.
type solution struct {
	order   []fleet.Goal
	entries []Entry
	verdict search.Verdict
	bound   *big.Rat
	boundBy string
	stopped string
	notes   []string
	// tiesProven says that of all systems that are as good as the best, none is better by the rest
	// of the order.
	tiesProven bool
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

// solve finds systems that are good in the first goal of an order, and a bound of it. Of those as
// good, it looks for the best by the rest of the order.
func (p *planner) solve(ctx context.Context, f *fleet.Fleet, order []fleet.Goal) (*solution, error) {
	s := &solution{order: order, verdict: search.Unknown}
	if len(f.Systems) > 0 {
		return s, p.choose(ctx, f, s)
	}
	goal := order[0]
	n := f.N()
	type found struct {
		system fleet.System
		by     string
	}
	var systems []found

	// What proves that nothing keeps the requirements saves the rest.
	bound, err := par.LeaveBehind(ctx, grace, func() (*floor.Bound, error) { return floor.Find(ctx, provable(f), goal) })
	if bound != nil && bound.Absent {
		s.verdict, s.boundBy = search.ProvenAbsent, bound.By
		return s, nil
	}
	if bound != nil {
		s.raise(goal, bound.Value, bound.By)
	}
	if err != nil && ctx.Err() == nil {
		s.notes = append(s.notes, fmt.Sprintf("no bound for all systems: %v", err))
	}
	if f.Require.Same && (goal == fleet.Capacity || goal == fleet.Load) {
		s.raise(goal, floor.SameLoad(f), floor.BySame)
	}
	if goal == fleet.Availability {
		most, err := fleet.FindMostAvailable(ctx, f)
		if err == nil {
			s.raise(goal, most.Bound, most.By)
			if most.System.Reads != nil && p.allowed(ctx, f, most.System) {
				systems = append(systems, found{named(ctx, f, most.System), "the most available"})
			}
		} else if ctx.Err() == nil {
			s.notes = append(s.notes, fmt.Sprintf("no bound for the availability: %v", err))
		}
	}

	steps := p.opts.Steps
	if n <= exhausted(f) {
		steps = -1 // the search that follows needs no more than somewhere to begin
	}
	proposals, err := par.LeaveBehind(ctx, grace, func() ([]propose.Proposal, error) {
		return propose.Find(ctx, f, goal, propose.Options{Jobs: p.opts.Jobs, Seed: p.opts.Seed, Steps: steps, Progress: p.opts.Progress})
	})
	if err != nil && ctx.Err() == nil {
		s.notes = append(s.notes, fmt.Sprintf("no systems were proposed: %v", err))
	}
	for _, q := range proposals {
		systems = append(systems, found{named(ctx, f, q.System), q.By})
	}

	if budget := p.intervals(f); budget >= 0 && ctx.Err() == nil {
		o := intervals.Options{Jobs: p.opts.Jobs, Nodes: budget, Progress: p.told}
		for _, q := range proposals {
			o.Start = append(o.Start, q.System.Reads)
		}
		r, err := intervals.Find(ctx, f, goal, o)
		switch {
		case err != nil && ctx.Err() == nil:
			s.notes = append(s.notes, fmt.Sprintf("systems were not gone through: %v", err))
		case err == nil && r.Verdict == search.ProvenAbsent:
			s.verdict, s.boundBy = search.ProvenAbsent, "all systems were gone through"
			return s, nil
		case err == nil:
			by := gone(f)
			s.raise(goal, r.Bound, by)
			if r.Optimal && n <= exhausted(f) {
				r, s.tiesProven = p.among(ctx, f, r, order)
			}
			if r.Value != nil && r.Reads.Len() > 0 {
				systems = append(systems, found{named(ctx, f, fleet.System{Reads: r.Reads, Writes: r.Writes}), "branch and bound"})
			}
			if r.StoppedBy != "" && r.StoppedBy != "nodes" {
				s.stopped = r.StoppedBy
			}
		}
	}
	if slow := goal == fleet.LatencyGoal || f.Require.Latency != nil; slow && !f.MeansKnown() {
		// What is proven is of the systems whose mean is known, and the others may be better.
		s.bound, s.boundBy = nil, ""
		s.notes = append(s.notes, "some latencies have no p100, so the mean latency of some systems is not known, and nothing is proven")
	}
	last, done := par.LastMoment(ctx)
	defer done()
	slices.Reverse(systems) // what was found last is best, and judged even where time is short
	seen := map[string]bool{}
	for i, q := range systems {
		if i > 0 && last.Err() != nil {
			break
		}
		p.told.Tell("systems judged", i, len(systems))
		key := keyOf(q.system)
		if key != "" && seen[key] {
			continue
		}
		seen[key] = true
		s.entries = append(s.entries, judge(last, f, q.system, q.by, order))
	}
	if slices.ContainsFunc(s.entries, func(e Entry) bool { return e.Keeps() }) {
		s.verdict = search.Found
	}
	if e := s.best(); e != nil && s.bound == nil && goal == fleet.LatencyGoal && e.Value(goal).Sign() == 0 {
		s.bound, s.boundBy = new(big.Rat), "no time is below 0"
	}
	return s, nil
}

// among goes through the systems that are as good as the best one, for that which is best in the
// next goal of the order, and so on; exact says that no system comes before it in the order.
func (p *planner) among(ctx context.Context, f *fleet.Fleet, best *intervals.Result, order []fleet.Goal) (_ *intervals.Result, exact bool) {
	for i, goal := range order[1:] {
		if goal == fleet.LatencyGoal && !f.MeansKnown() {
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

// allowed reports whether a system that was found has the same quorums for reads and writes, or
// writes that meet, where that is required.
func (p *planner) allowed(ctx context.Context, f *fleet.Fleet, s fleet.System) bool {
	if f.Require.Same {
		same, err := s.Same(ctx)
		return same && err == nil
	}
	return !f.Require.WritesMeet || quorum.JudgeWritesMeet(ctx, s.Writes, quorum.Options{}).Holds == quorum.Holds
}

// coteries has how many nondominated coteries there are on 1, 2, ... nodes.
var coteries = []string{"1", "2", "4", "12", "81", "2,646", "1,422,564"}

// gone says what a branch and bound goes through. Where reads and writes have the same quorums,
// nondominated ones are enough for every goal; where writes have to meet, reads that are the dual
// of the writes are. Proof: docs/theorems/intervals.md.
func gone(f *fleet.Fleet) string {
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

// keyOf tells listed systems apart; "" for one that is not listed.
func keyOf(s fleet.System) string {
	list, ok := s.Reads.List()
	writes, both := s.Writes.List()
	if !ok || !both {
		return s.Name
	}
	text := func(f quorum.Family) string {
		var all []string
		for i := range f.Len() {
			all = append(all, f.Set(i).String())
		}
		slices.Sort(all)
		return strings.Join(all, "")
	}
	return text(list) + "|" + text(writes)
}

// intervals is how many intervals a branch and bound looks at: 0 without limit, below 0 none.
func (p *planner) intervals(f *fleet.Fleet) int {
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
	s, err := SystemOf(last, f, "majority")
	if err != nil {
		a.Notes = append(a.Notes, fmt.Sprintf("the majority was not measured: %v", err))
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

// rank puts the best first, and finds the majority again.
func (a *Answer) rank() {
	goal := a.Goals[0]
	first := func(x bool) int { // of two entries that differ in it
		if x {
			return -1
		}
		return 1
	}
	slices.SortStableFunc(a.Entries, func(x, y Entry) int {
		if x.Keeps() != y.Keeps() {
			return first(x.Keeps())
		}
		if len(a.Fleet.Systems) > 0 && x.Given != y.Given { // the majority may be none of those to choose from
			return first(x.Given)
		}
		return compareBy(a.Order, &x, &y)
	})
	for i := range a.Entries {
		e := &a.Entries[i]
		if strings.HasPrefix(e.System.Name, "majority:") && e.Second == "" && a.Majority < 0 {
			a.Majority = i
		}
	}
	if len(a.Entries) > 0 && a.Entries[0].Keeps() && a.Entries[0].Value(goal) != nil && (len(a.Fleet.Systems) == 0 || a.Entries[0].Given) {
		a.Best = 0
	}
}

// oneAtATime is progress that several may tell, and that nobody hears of after its end: what was
// left behind may go on for a while.
func oneAtATime(progress par.Progress) (told par.Progress, end func()) {
	if progress == nil {
		return nil, func() {}
	}
	var mu sync.Mutex
	ended := false
	told = func(stage string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			progress(stage, done, total)
		}
	}
	return told, func() {
		mu.Lock()
		defer mu.Unlock()
		ended = true
	}
}
