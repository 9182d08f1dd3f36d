package fleet

import (
	"context"
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
	"coterie/search/fleet/intervals"
	"coterie/search/fleet/propose"
)

// grace is how long a step may go on after the end of a context: some are long where there are many
// nodes.
const grace = 200 * time.Millisecond

// planner is one plan on the way.
type planner struct {
	opts Options
	told par.Progress
}

// Plan finds the best quorum systems for a fleet, and how far that is proven. At the end of ctx the
// best so far comes back, with StoppedBy. Where one of several nodes leads, it is a plan for each,
// and the answer is the best of these.
//
// Errors: those of opening the systems that the fleet names, where none can be taken, and the cause
// of ctx where it ends before they are open. A *quorum.InputError says that no change from the
// system of today is safe. What hinders a bound or a search of all systems is
// among the Notes. A *quorum.InputError says that a fleet that names systems is asked for shapes.
func Plan(ctx context.Context, f *fleet.Fleet, opts Options) (*Answer, error) {
	if len(f.Leaders) == 0 {
		return plan(ctx, f, opts)
	}
	var best *Answer
	var seats []Seat
	for _, v := range f.Places() {
		a, err := plan(ctx, f.Led(v), opts)
		if err != nil {
			return nil, err
		}
		seat := Seat{Node: f.Nodes[v].Name, answer: a}
		seat.Way, _ = f.WayTo(ctx, v) // nil where the times have no mean
		if a.Best >= 0 {
			seat.Best = &a.Entries[a.Best]
		}
		if seats = append(seats, seat); best == nil || seat.before(seats[best.Seat]) {
			best, a.Seat = a, len(seats)-1
		}
	}
	best.Seats = seats
	return best, nil
}

// plan finds the plan for requests that come from the places of f.
func plan(ctx context.Context, f *fleet.Fleet, opts Options) (*Answer, error) {
	told, end := oneAtATime(opts.Progress)
	defer end()
	opts.Progress = told
	p := &planner{opts: opts, told: told}
	all := f
	if opts.From != nil {
		if err := judgeFrom(ctx, all, *opts.From); err != nil {
			return nil, err
		}
	}
	f, at := all.Staying()
	a := &Answer{Fleet: f, Goals: f.Optimize, Verdict: search.Unknown, Best: -1, Majority: -1}
	if len(a.Goals) == 0 {
		a.Goals = []fleet.Goal{fleet.Capacity}
	}
	a.Order = orderOf(a.Goals)
	shapes := shapesFor(f, opts)
	if len(shapes) > 0 && len(f.Systems) > 0 {
		return nil, quorum.Bad("", "the fleet names the only systems to be looked at, and a shape asks for others", "one of them")
	}
	if f.Require.Liars != nil && (opts.From != nil || f.Require.Liars.Sets != nil && f.N() < all.N() || !f.Witnesses().Empty() || slices.Contains(shapes, fleet.WeightShape) || slices.Contains(shapes, fleet.GroupShape)) {
		return nil, quorum.Bad("", "beside liars there is no change from the system of today, no witness, no node that leaves if sets may lie, and no shape weights or groups", "leave one of them out")
	}
	asked := *f
	if a.Fleet = &asked; opts.Shapes != nil {
		asked.Shapes = opts.Shapes
	}
	only := limits(shapes)
	var best *solution
	if only {
		best = p.onlyShapes(ctx, f, a, shapes)
	} else {
		var err error
		if best, err = p.solve(ctx, f, a.Order); err != nil {
			return nil, err
		}
		p.ties(ctx, f, best)
	}
	a.Entries, a.Notes, a.Verdict, a.StoppedBy = best.entries, best.notes, best.verdict, best.stopped
	a.Bound, a.BoundBy = best.bound, best.boundBy
	p.addMajority(ctx, f, a)
	if len(a.Goals) > 1 && !only && best.verdict == search.Found {
		p.front(ctx, f, a, best)
	}
	p.beyond(ctx, f, a)
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
	if _, same := relaxed(f, a.Goals[0]); same && a.Optimal && len(f.Systems) == 0 && !only && f.N() <= intervals.MaxReadOnce && ctx.Err() == nil {
		p.told.Tell("formulas that read each node once", 0, 0)
		if once, err := intervals.FindReadOnce(ctx, f, a.Goals[0], a.Bound, intervals.Options{Jobs: opts.Jobs}); err == nil {
			a.ReadOnce, a.OnceTried = once.Value, once.Tried
		}
	}
	switch {
	case a.Verdict == search.ProvenAbsent && len(a.Shapes) > 0:
		a.ConflictBy = best.boundBy
	case a.Verdict == search.ProvenAbsent:
		p.conflict(ctx, f, a, best.boundBy)
	case opts.Explain && a.Best >= 0 && !only:
		p.costs(ctx, f, a)
	}
	if !only && (a.Best >= 0 || opts.Shapes != nil || f.Shapes != nil) {
		p.shapes(ctx, f, a, shapes)
	}
	if a.StoppedBy == "" && ctx.Err() != nil {
		a.StoppedBy = session.StopCause(ctx)
	}
	if opts.From != nil {
		return a, p.change(ctx, all, a, at)
	}
	return a, nil
}

// solution holds the systems and the bound for the first goal of an order.
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

// solve finds systems that are good in the first goal of an order, and a bound of it. Of those as
// good, it looks for the best by the rest of the order. Proofs are those of proofs.go; proposals.go
// has searches that prove nothing.
func (p *planner) solve(ctx context.Context, f *fleet.Fleet, order []fleet.Goal) (*solution, error) {
	s := &solution{order: order, verdict: search.Unknown}
	goal := order[0]
	switch {
	case len(f.Systems) > 0:
		return s, p.choose(ctx, f, s)
	case goal.Percentile() >= 0:
		return s, p.soonest(ctx, f, s)
	}
	// What proves that nothing keeps the requirements saves the rest.
	g, same := relaxed(f, goal)
	if p.bound(ctx, g, s); s.verdict == search.ProvenAbsent {
		return s, nil
	}
	systems := p.propose(ctx, g.Evened(), s)
	if p.budget(f) >= 0 && ctx.Err() == nil {
		best := p.goThrough(ctx, g, s, systems, same)
		if s.verdict == search.ProvenAbsent {
			return s, nil
		}
		systems = append(systems, best...)
	}
	if f.Require.Percentiles != [3]*big.Rat{} && g.Require.Latency == f.Require.Latency { // the limits on percentiles apart
		late := &solution{order: []fleet.Goal{fleet.Load}}
		if p.bound(ctx, inTime(f.Honest()), late); late.verdict != search.ProvenAbsent && p.budget(f) >= 0 {
			systems = append(systems, p.goThrough(ctx, inTime(f.Honest()), late, systems, false)...)
		}
		if late.verdict == search.ProvenAbsent {
			s.verdict, s.boundBy = late.verdict, late.boundBy
			return s, nil
		}
	}
	if slow := goal == fleet.LatencyGoal || f.Require.Latency != nil; slow && !f.MeansKnown() {
		// What is proven is of the systems whose mean is known, and the others may be better.
		s.bound, s.boundBy = nil, ""
		s.notes = append(s.notes, "some latencies have no p100, so the mean latency of some systems is not known, and nothing is proven")
	}
	p.judgeAll(ctx, f, s, p.outvoting(ctx, f, systems))
	if e := s.best(); e != nil && s.bound == nil && goal == fleet.LatencyGoal && e.Value(goal).Sign() == 0 {
		s.bound, s.boundBy = new(big.Rat), "no time is below 0"
	}
	return s, nil
}

// beyond adds the figures of all entries that rank none, as far as time goes.
func (p *planner) beyond(ctx context.Context, f *fleet.Fleet, a *Answer) {
	last, done := par.LastMoment(ctx)
	defer done()
	for i := range a.Entries {
		e := &a.Entries[i]
		e.percentiles(last, f)
		e.Lost, e.NoLost = fleet.FindLost(last, f, e.System)
		e.Losses, e.NoLosses = fleet.FindLosses(last, f, e.System)
	}
}

// judgeAll measures the systems. What was found last is best, and judged even where time is short.
func (p *planner) judgeAll(ctx context.Context, f *fleet.Fleet, s *solution, systems []propose.Proposal) {
	last, done := par.LastMoment(ctx)
	defer done()
	slices.Reverse(systems)
	seen := map[string]bool{}
	for i, q := range systems {
		if i > 0 && last.Err() != nil {
			break
		}
		p.told.Tell("systems judged", i, len(systems))
		key := keyOf(q.System)
		if key != "" && seen[key] {
			continue
		}
		seen[key] = true
		s.entries = append(s.entries, judge(last, f, q.System, q.By, s.order))
	}
	if slices.ContainsFunc(s.entries, func(e Entry) bool { return e.Keeps() }) {
		s.verdict = search.Found
	}
}

// rank puts the best first, and finds the majority again.
func (a *Answer) rank() {
	goal, limited := a.Goals[0], len(a.Fleet.Systems) > 0 || limits(a.Fleet.Shapes)
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
		if limited && x.Given != y.Given { // the majority may be none of those to choose from
			return first(x.Given)
		}
		return compareBy(a.Order, &x, &y)
	})
	for i := range a.Entries {
		e := &a.Entries[i]
		if strings.HasPrefix(e.System.Name, strings.Split(comparison(a.Fleet), ":")[0]+":") && e.Second == "" && a.Majority < 0 {
			a.Majority = i
		}
	}
	if len(a.Entries) > 0 && a.Entries[0].Keeps() && a.Entries[0].Value(goal) != nil && (!limited || a.Entries[0].Given) {
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
