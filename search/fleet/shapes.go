package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/quorum"
	"coterie/search"
)

// ShapeAnswer holds the best system of a shape, and how far that is proven.
type ShapeAnswer struct {
	Shape fleet.Shape
	// Entry is the best system; nil where none keeps the requirements, and then Reason says why.
	// Absent says that this is proven.
	Entry  *Entry
	Reason string
	Absent bool
	// Reads and Writes say in a few words how software is configured for it.
	Reads, Writes string
	Votes         []int   // of each node, for weights and groups
	Groups        [][]int // nodes of each group; a group without votes counts for nothing
	Among         string  // what was gone through; empty for any
	Tried         int     // how many systems that were
	// Bound is on the first goal, as that of an Answer: no system of the shape is better. It is nil
	// where nothing is proven.
	Bound   *big.Rat
	BoundBy string
	// Optimal says that no system of the shape is better in the first goal, TiesOptimal that
	// besides none that is as good comes before it in the order.
	Optimal     bool
	OptimalBy   string
	TiesOptimal bool
	// Loses is how much the shape falls short of the best of all systems, as Answer.Gap says it.
	// Unless LosesProven the best of all is a bound, or a better system of the shape may not have
	// been found: it then loses at most so much.
	Loses       *big.Rat
	LosesProven bool
	// Apart are ways to configure software whose reads do not meet their writes.
	Apart []Apart
}

// Apart is a way to configure software that is no quorum system: two sets that share no node are a
// quorum of a read and one of a write.
type Apart struct {
	Reads, Writes string
	Read, Write   quorum.Set
}

// member is a system of a shape, with how software is configured for it.
type member struct {
	system        fleet.System
	spec          string // or "": that which is found for it
	reads, writes string
	votes         []int
	read          int // the quota of reads
	groups        [][]int
}

// pool is the systems of a shape that are gone through.
type pool interface {
	size() int
	member(i int) member
	// fails returns the requirements that system i does not keep, strategies apart; known is false
	// where that is not known of one of them.
	fails(ctx context.Context, f *fleet.Fleet, i int) (list []string, known bool)
	// under returns what prices prove for each system: in floating point, and exactly.
	under(ctx context.Context, f *fleet.Fleet, v vector) (low func(i int) float64, exact func(i int) *big.Rat)
	// available returns those of the systems that are the most available.
	available(ctx context.Context, f *fleet.Fleet, of []int) ([]int, error)
	// all says what was gone through; complete, that these are all systems of the shape.
	all() (text string, complete bool)
}

// vector is the prices that came with the best strategy of one system. They bound the strategies of
// every other system.
type vector struct {
	prices fleet.Prices
	goal   fleet.Goal // "" where they prove that no strategy keeps the limits
	limits fleet.Limits
}

// exact returns what the prices prove of each system.
func (v vector) exact(ctx context.Context, f *fleet.Fleet, member func(i int) member) func(i int) *big.Rat {
	return func(i int) *big.Rat {
		bound, err := v.prices.Bound(ctx, f, member(i).system, v.goal, v.limits)
		if err != nil {
			return big.NewRat(-1, 1) // says nothing
		}
		return bound
	}
}

// Gap is how much the best of the shape falls short of its bound, as Answer.Gap says it.
func (x *ShapeAnswer) Gap(a *Answer) *big.Rat {
	if x.Entry == nil || x.Bound == nil {
		return nil
	}
	return gap(a.Fleet, a.Goals[0], x.Entry.Value(a.Goals[0]), x.Bound)
}

// shapes finds the best system of each shape. What it loses is judged by the best of all systems,
// or its bound.
func (p *planner) shapes(ctx context.Context, f *fleet.Fleet, a *Answer, shapes []fleet.Shape) {
	beside, proven, by := a.Bound, a.Optimal, a.BoundBy
	for i, shape := range shapes {
		p.told.Tell("shapes", i, len(shapes))
		x := ShapeAnswer{Shape: shape, Bound: beside, BoundBy: by}
		if shape == fleet.AnyShape {
			x.Optimal, x.OptimalBy, x.TiesOptimal, x.Absent = a.Optimal, a.OptimalBy, a.TiesOptimal, a.Verdict == search.ProvenAbsent
			if x.Reason = "none that keeps the requirements was found"; a.Best >= 0 {
				best := a.Entries[a.Best]
				x.Entry, x.Reason = &best, ""
			}
		} else {
			p.shape(ctx, f, a.Order, &x)
		}
		if shape == fleet.AnyShape && x.Entry != nil {
			x.Loses, x.LosesProven = new(big.Rat), true
		} else if x.Entry != nil && beside != nil {
			x.Loses, x.LosesProven = gap(f, a.Goals[0], x.Entry.Value(a.Goals[0]), beside), proven && x.Optimal
		}
		a.Shapes = append(a.Shapes, x)
	}
}

// onlyShapes answers where systems of some shapes alone are asked for: of all systems only the
// bound is found.
func (p *planner) onlyShapes(ctx context.Context, f *fleet.Fleet, a *Answer, shapes []fleet.Shape) *solution {
	s := &solution{order: a.Order, verdict: search.Unknown}
	if p.bound(ctx, f, s); s.verdict == search.ProvenAbsent {
		return s
	}
	a.Bound, a.BoundBy = s.bound, s.boundBy
	p.shapes(ctx, f, a, shapes)
	s.bound, s.boundBy = nil, ""
	open := slices.DeleteFunc(slices.Clone(a.Shapes), func(x ShapeAnswer) bool { return x.Absent })
	if len(open) == 0 {
		s.verdict, s.boundBy = search.ProvenAbsent, "going through the shape: "+a.Shapes[0].Reason
	}
	for i, x := range open {
		if x.Entry != nil {
			x.Entry.Given = true
			s.entries, s.verdict = append(s.entries, *x.Entry), search.Found
		}
		if i == 0 || s.bound != nil && (x.Bound == nil || better(a.Goals[0], x.Bound, s.bound)) {
			s.bound, s.boundBy = x.Bound, x.BoundBy
		}
		s.tiesProven = x.TiesOptimal && len(open) == 1
	}
	return s
}

// shapesFor returns the shapes that are asked for, or all of them where they take no time.
func shapesFor(f *fleet.Fleet, opts Options) []fleet.Shape {
	slow := func(c fleet.Client) bool { return !c.Fixed() }
	switch {
	case opts.Shapes != nil:
		return opts.Shapes
	case f.Shapes != nil || len(f.Systems) > 0 || f.N() > mostUnasked || f.Workload.Silent > 0 || f.Require.Liars != nil || slices.ContainsFunc(f.Clients, slow),
		f.Require.Percentiles != [3]*big.Rat{}, slices.ContainsFunc(f.Optimize, func(g fleet.Goal) bool { return g.Percentile() >= 0 }):
		return f.Shapes
	}
	return slices.DeleteFunc(fleet.Shapes(), func(s fleet.Shape) bool { return s == fleet.ZoneShape && len(f.Zones) == 0 })
}

// limits reports whether these shapes are the only systems that may be taken.
func limits(shapes []fleet.Shape) bool {
	return len(shapes) > 0 && !slices.Contains(shapes, fleet.AnyShape)
}

// mostUnasked is the most nodes for which the answer has all shapes without being asked.
const mostUnasked = 5

// shape finds the best system of a shape other than any.
func (p *planner) shape(ctx context.Context, f *fleet.Fleet, order []fleet.Goal, x *ShapeAnswer) {
	c, apart, why := poolOf(ctx, f, x.Shape, p.opts.Runs != nil)
	if x.Apart = apart; why != "" {
		x.Reason, x.Absent = why, true
		return
	}
	if list, ok := c.(*formulas); ok && p.opts.Runs != nil && (x.Shape == fleet.CountShape || x.Shape == fleet.ZoneShape) {
		list.list = slices.DeleteFunc(list.list, func(m member) bool { return !p.opts.Runs(ctx, f, m.system) })
		if list.text = "those that the software runs of " + list.text; len(list.list) == 0 {
			x.Reason, x.Absent = "the software runs none of the shape", true
			return
		}
	}
	x.Tried = c.size()
	found := p.pick(ctx, f, order, c)
	text, complete := c.all()
	if complete = complete && found.closed; !found.closed {
		text = "those that were judged of " + text
	}
	var list []member
	if found.at >= 0 {
		list, found.at = []member{c.member(found.at)}, 0
	}
	if !complete && (x.Shape == fleet.WeightShape || x.Shape == fleet.GroupShape) {
		text, complete = p.throughVotes(ctx, f, order, x, &found, &list, text)
	}
	if found.at < 0 {
		x.Reason, x.Absent = found.why, complete
		return
	}
	m := list[found.at]
	x.Reads, x.Writes, x.Votes, x.Groups = m.reads, m.writes, m.votes, m.groups
	x.Among = text
	e := judge(ctx, f, specced(ctx, f, m), fmt.Sprintf("the shape %s (reads %s, writes %s)", x.Shape, m.reads, m.writes), order)
	if !e.Keeps() || e.Value(order[0]) == nil {
		x.Reason = "time was too short to say how good the best is"
		return
	}
	e.percentiles(ctx, f)
	e.Losses, e.NoLosses = fleet.FindLosses(ctx, f, e.System)
	x.Entry = &e
	switch value := e.Value(order[0]); {
	case complete:
		x.Bound, x.BoundBy, x.Optimal, x.OptimalBy, x.TiesOptimal = value, text, true, text, found.ties
	case x.Bound != nil && value.Cmp(x.Bound) == 0:
		x.Optimal, x.OptimalBy = true, x.BoundBy
	}
}

// poolOf returns the systems of a shape, or says why there are none; chosen says that not all will
// be taken.
func poolOf(ctx context.Context, f *fleet.Fleet, shape fleet.Shape, chosen bool) (c pool, apart []Apart, why string) {
	switch shape {
	case fleet.CountShape:
		return countPool(f, chosen), nil, ""
	case fleet.ZoneShape:
		list, apart, why := zonePool(f)
		return list, apart, why
	case fleet.WeightShape:
		return weightPool(f), nil, ""
	}
	return groupPool(f), nil, ""
}

// specced gives a member a spec that every verb reads, where there is one: its own, the expression
// of the reads whose dual are the writes, or the list of quorums that reads and writes have both.
func specced(ctx context.Context, f *fleet.Fleet, m member) fleet.System {
	s := m.system
	if s.Places != nil {
		return s
	}
	if s.Name = m.spec; s.Name == "" {
		s = named(ctx, f, s)
	}
	if s.Name == "" {
		s = spelled(ctx, f, s)
	}
	if s.Name != "" {
		if again, err := systemOf(ctx, f, s.Name); err == nil {
			return again
		}
	}
	return s
}

// picked is the best system of a pool by an order of goals.
type picked struct {
	at     int      // -1: none keeps the requirements
	why    string   // none does
	closed bool     // all systems of the pool were judged
	ties   bool     // and no other that ties comes before it
	value  *big.Rat // of the first goal; nil for an availability
}

// pick finds the best system of a pool, goal by goal: among those that are as good in one goal that
// which is best in the next.
func (p *planner) pick(ctx context.Context, f *fleet.Fleet, order []fleet.Goal, c pool) picked {
	out := picked{at: -1, closed: true, ties: true}
	var open []int
	failed := map[string]int{}
	for i := range c.size() {
		if ctx.Err() != nil {
			return picked{at: -1, why: "time was too short"}
		}
		list, known := c.fails(ctx, f, i)
		out.closed = out.closed && known
		for _, r := range list {
			failed[r]++
		}
		if len(list) == 0 {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		out.why = "none keeps " + together(failed, c.size())
		return out
	}
	const noStrategy = "none has a strategy within the limits of capacity, latency and asked"
	for k, goal := range order {
		switch {
		case k > 0 && len(open) == 1:
			continue
		case goal == fleet.Availability:
			most, err := p.mostAvailable(ctx, f, c, open)
			if err == nil {
				open = most
			}
			if len(open) == 0 {
				out.why = noStrategy
				return out
			}
			out.closed = out.closed && (err == nil || k > 0)
			out.ties = out.ties && err == nil
			continue
		case k > 0 && (goal == fleet.LatencyGoal || goal.Percentile() >= 0) && (f.N() > manyNodes || !f.MeansKnown()):
			out.ties = false
			continue
		}
		value, rest, closed := p.least(ctx, f, goal, open, c)
		out.closed, out.ties = out.closed && (closed || k > 0), out.ties && closed
		if k == 0 {
			out.value = value
		}
		if value != nil {
			open, f = rest, limitedTo(f, goal, value)
		} else if k == 0 {
			if out.why = "no strategy was found"; closed {
				out.why = noStrategy
			}
			return out
		}
	}
	out.at, out.ties = open[0], out.ties && out.closed
	return out
}

// together names the requirements that all systems fail, or else all that one fails.
func together(failed map[string]int, all int) string {
	var each, some []string
	for r, count := range failed {
		if some = append(some, r); count == all {
			each = append(each, r)
		}
	}
	list := each
	if len(each) == 0 {
		list = some
	}
	slices.Sort(list)
	text := strings.Join(list, "; ")
	if len(each) == 0 {
		text += " together"
	}
	return text
}

// mostAvailable returns the most available systems of which one has a strategy within the limits of
// f, that one first; none where no system has one.
func (p *planner) mostAvailable(ctx context.Context, f *fleet.Fleet, c pool, open []int) ([]int, error) {
	for {
		most, err := c.available(ctx, f, open)
		if err != nil || f.Require.Limits() == (fleet.Limits{}) || len(open) == 0 {
			return most, err
		}
		if value, rest, _ := p.least(ctx, f, fleet.Load, most, c); value != nil {
			return slices.Insert(slices.DeleteFunc(most, func(i int) bool { return i == rest[0] }), 0, rest[0]), nil
		}
		open = slices.DeleteFunc(slices.Clone(open), func(i int) bool { return slices.Contains(most, i) })
	}
}

// mostSolved is the most linear programs of a goal. Few are needed but where prices say little, as
// of times that are distributions.
const mostSolved = 10_000

// nearly is by how much a bound in floating point may be wrong, as a share of it.
const nearly = 1e-9

// least returns the least value of a goal that strategies of the systems have within the limits of
// f, and the systems of which no prices show that they have more, first one that has it; nil where
// no strategy keeps the limits. Not every system needs a linear program: the prices of each one
// that is solved bound all others. closed says that this is proven of all systems.
func (p *planner) least(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, open []int, c pool) (value *big.Rat, rest []int, closed bool) {
	if goal == fleet.Capacity {
		goal = fleet.Load
	}
	limits := f.Require.Limits()
	type state struct {
		low   float64
		by    func(i int) *big.Rat // the exact bound
		exact *big.Rat             // its value, or a bound that is no less than one that was reached
		gone  bool                 // it is above a value that is reached, or has no strategy
	}
	all, active := make([]state, len(open)), make([]int, len(open)) // active are those to be judged
	for k := range active {
		active[k] = k
	}
	best, winner := math.Inf(1), -1
	closed = true
	// next returns one that may have less than the value, if there is one. Those that may be as
	// good at most are judged exactly.
	next := func() (at int, found bool) {
		at = slices.MinFunc(active, func(a, b int) int { return cmp.Compare(all[a].low, all[b].low) })
		if value == nil || all[at].low < best*(1-nearly) {
			return at, true
		}
		for k, i := range active {
			s := &all[i]
			if s.exact = new(big.Rat); s.by != nil {
				s.exact = s.by(open[i])
			}
			if s.exact.Cmp(value) < 0 {
				active = active[k:]
				return i, true
			}
		}
		return 0, false
	}
	for solved := 0; len(active) > 0; solved++ {
		at, found := next()
		if !found {
			break
		}
		if ctx.Err() != nil || solved == mostSolved {
			closed = false
			break
		}
		find := func(g fleet.Goal, within fleet.Limits) (*fleet.Strategy, error) {
			return fleet.FindStrategy(ctx, f, c.member(open[at]).system, fleet.StrategyOptions{Goal: g, Limits: within, SkipCheck: true})
		}
		v, none := vector{goal: goal, limits: limits}, (*fleet.InfeasibleError)(nil)
		st, err := (*fleet.Strategy)(nil), error(nil)
		if i := goal.Percentile(); i >= 0 && value != nil { // one program says whether there is more to find
			v.limits.Percentiles[i] = value
			_, err = find(fleet.Load, v.limits)
		}
		if err == nil {
			v.limits = limits
			st, err = find(goal, limits)
		}
		judged := false
		switch {
		case errors.As(err, &none):
			all[at].gone, v.prices, v.goal = true, none.Prices, ""
			judged = none.Silent
		case err != nil:
			all[at].gone, closed, judged = true, false, true
		default:
			all[at].exact, v.prices = st.Value, st.Prices
			if goal.Percentile() >= 0 { // whose prices are those of a limit; nothing is known of others
				judged, closed = true, closed && !slices.ContainsFunc(f.Clients, func(c fleet.Client) bool { return !c.Fixed() })
			}
			if value == nil || st.Value.Cmp(value) < 0 {
				value, winner = st.Value, at
				best, _ = value.Float64()
			}
		}
		var low func(i int) float64
		var exact func(i int) *big.Rat
		if !judged {
			low, exact = c.under(ctx, f, v)
		}
		active = slices.DeleteFunc(active, func(k int) bool {
			s := &all[k]
			if k == at {
				return true
			}
			if !judged {
				switch x := low(open[k]); {
				case v.goal == "":
					s.gone = x > 0 && exact(open[k]).Sign() > 0
				case x > s.low || s.by == nil:
					s.low, s.by = x, exact
				}
			}
			s.gone = s.gone || s.low > best*(1+nearly)
			return s.gone
		})
	}
	for k, i := range open {
		switch s := &all[k]; {
		case value != nil && k == winner:
			rest = slices.Insert(rest, 0, i)
		case value != nil && !s.gone && s.exact != nil && s.exact.Cmp(value) == 0:
			rest = append(rest, i)
		}
	}
	return value, rest, closed
}
