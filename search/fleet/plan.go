package fleet

import (
	"context"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/search"
	"coterie/search/fleet/require"
)

// Options of a plan; the zero value is useful. No budget is a time, so that an answer does not
// depend on a clock unless the context ends.
type Options struct {
	// Jobs is the number of workers; below 1, one for each core.
	Jobs int
	// Seed is the source of all randomness of the searches that prove nothing.
	Seed uint64
	// Intervals bounds the intervals that a branch and bound looks at; 0 is the default.
	Intervals int
	// Steps bounds the steps of a local search; 0 is the default, below 0 there are none.
	Steps int
	// Shapes are the forms of systems that are asked for; nil leaves it to the fleet, and if the
	// fleet asks for none takes all where they take no time. If any is not among them, the best is
	// the best of these.
	Shapes []fleet.Shape
	// Runs, if not nil, reports whether a system of the shapes counts and zones can be run; others
	// are not taken.
	Runs func(ctx context.Context, f *fleet.Fleet, s fleet.System) bool
	// Explain asks for what each requirement costs: a plan for each without it.
	Explain bool
	// From is the system that runs today, over all nodes of the fleet, from which a change is
	// wanted; nil where none is.
	From *fleet.System
	// Progress, if not nil, is told how far the work is, from one goroutine at a time.
	Progress func(stage string, done, total int)
}

// Answer is what a plan found.
type Answer struct {
	Fleet *fleet.Fleet // without the nodes that leave
	Goals []fleet.Goal // one, or two
	// Order are the goals by which entries are ranked, one after the other: those of the plan, and
	// to them ties fall, then the others. All values are fractions, and a tie is exact.
	Order []fleet.Goal
	// Verdict is of the requirements together: a system keeps them, none can, or unknown.
	Verdict search.Verdict
	// Entries are the systems, the best first: by the order, those that fail a requirement behind
	// all that keep them.
	Entries []Entry
	// Best is the place of the best in Entries, or -1; Majority that of the majority of the nodes.
	Best, Majority int
	// Bound is on the first goal, valid for every system that keeps the requirements: the mean load
	// for the goals capacity and load (where less is better), seconds, nodes, or a probability. It
	// is nil where nothing is proven. BoundBy names what proves it. Of a percentile it is valid up
	// to one part in 2^20 of the longest latency, and exactly where latencies are fixed times.
	Bound   *big.Rat
	BoundBy string
	// Optimal says that no system at all is better than the best in the first goal; OptimalBy names
	// what proves it.
	Optimal   bool
	OptimalBy string
	// TiesOptimal says that besides no system at all that is as good comes before the best in the
	// order.
	TiesOptimal bool
	// Front has the places in Entries that [Front] returns for two goals; nil with one goal.
	// FrontOptimal says that no system at all is better in both goals than one of them.
	Front        []int
	FrontOptimal bool
	// ReadOnce is the best value of the first goal that formulas which read each node once reach,
	// of which OnceTried were looked at; nil where none keeps the requirements, or where OnceTried
	// is 0.
	ReadOnce  *big.Rat
	OnceTried int
	// Conflict names the fewest requirements that no system keeps together, and ConflictBy what
	// proves it; empty unless that is proven.
	Conflict   []string
	ConflictBy string
	// Possible is, where Conflict is one limit on a figure, a bound on that figure for the systems
	// that keep the other requirements; nil where none is known.
	Possible *big.Rat
	// Costs are what each requirement costs, where that was asked for.
	Costs []require.Cost
	// StoppedBy is empty, or what ended the search before its end.
	StoppedBy string
	Notes     []string
	// Shapes are the best systems of the shapes that were asked for.
	Shapes []ShapeAnswer
	// Seats are the places where the leader may stand, of like ones the first, and Seat is the one
	// of the answer: the best in the order, where a latency counts with the way to the leader. nil
	// without a leader.
	Seats []Seat
	Seat  int
	// Change is how to get there from Options.From; nil without.
	Change *Change
}

// Seat is a node that may lead.
type Seat struct {
	Node string
	// Best is the best system found with the leader there; nil where none keeps the requirements.
	Best *Entry
	// Way is the mean time from the clients to the leader, in seconds; nil where it is not known.
	Way    *big.Rat
	answer *Answer
}

// figure returns a value of a goal as clients have it.
func (s Seat) figure(g fleet.Goal, v *big.Rat) *big.Rat {
	if g != fleet.LatencyGoal || s.Way == nil || v == nil {
		return v
	}
	return new(big.Rat).Add(v, s.Way)
}

// before reports whether a place is better than another in the order.
func (s Seat) before(t Seat) bool {
	if s.Best == nil || t.Best == nil {
		return s.Best != nil
	}
	for _, g := range s.answer.Order {
		v, w := s.figure(g, s.Best.Value(g)), t.figure(g, t.Best.Value(g))
		if better(g, v, w) || better(g, w, v) {
			return better(g, v, w)
		}
	}
	return false
}

// SeatProven reports whether the best found in the place of the answer is as good in the first goal
// as any system in any place.
func (a *Answer) SeatProven() bool {
	if a.Best < 0 {
		return false
	}
	goal, own := a.Goals[0], a.Seats[a.Seat]
	value := own.figure(goal, own.Best.Value(goal))
	return !slices.ContainsFunc(a.Seats, func(s Seat) bool {
		bound := s.figure(goal, s.answer.Bound)
		return s.answer.Verdict != search.ProvenAbsent && (bound == nil || better(goal, bound, value))
	})
}

// Value is what an entry has of a goal; nil where it is not known. Of capacity it is the mean load.
func (e *Entry) Value(g fleet.Goal) *big.Rat {
	switch {
	case g == fleet.Availability && e.Chances != nil:
		return e.Chances.Least()
	case g == fleet.Availability || e.Strategy == nil:
		return nil
	case g == fleet.LatencyGoal:
		return e.Strategy.Latency
	case g == e.Strategy.Goal: // a percentile, rounded up as its bound is, so that ties are exact
		return e.Strategy.Value
	case g.Percentile() >= 0:
		return e.Percentiles.Of(g)
	case g == fleet.Network:
		return e.Strategy.Network
	}
	return e.Strategy.Load
}

// better reports whether a is a better value of the goal than b; every value is better than none.
func better(g fleet.Goal, a, b *big.Rat) bool {
	switch {
	case a == nil || b == nil:
		return a != nil
	case g == fleet.Availability:
		return a.Cmp(b) > 0
	}
	return a.Cmp(b) < 0
}

// Figure returns the figure that systems for f are ranked by under a goal, and that bounds are of.
// It is the goal, but for a capacity the load where there are several shares of reads: the weighted
// mean of capacities is not the inverse of the mean load then, and it is the mean load that ranks.
func Figure(f *fleet.Fleet, g fleet.Goal) fleet.Goal {
	switch {
	case g != fleet.Capacity && g != "":
		return g
	case len(f.Workload.Shares) > 1:
		return fleet.Load
	}
	return fleet.Capacity
}

// Gap is how much the best falls short of the bound in the Figure of the first goal, as a share of
// the bound: of an availability in what is missing to 1. It is nil without a bound or a system; 0
// where the best is proven.
func (a *Answer) Gap() *big.Rat {
	if a.Best < 0 || a.Bound == nil {
		return nil
	}
	return gap(a.Fleet, a.Goals[0], a.Entries[a.Best].Value(a.Goals[0]), a.Bound)
}

// gap returns how much a value falls short of a bound, as Gap says it.
func gap(f *fleet.Fleet, goal fleet.Goal, value, bound *big.Rat) *big.Rat {
	one := big.NewRat(1, 1)
	switch Figure(f, goal) {
	case fleet.Availability:
		value, bound = new(big.Rat).Sub(one, value), new(big.Rat).Sub(one, bound)
	case fleet.Capacity: // by the inverse of loads
		value, bound = bound, value
		if bound.Sign() == 0 {
			return nil
		}
		return new(big.Rat).Sub(one, new(big.Rat).Quo(value, bound))
	}
	if value.Cmp(bound) == 0 {
		return new(big.Rat)
	}
	if bound.Sign() <= 0 {
		return nil
	}
	return new(big.Rat).Sub(new(big.Rat).Quo(value, bound), one)
}
