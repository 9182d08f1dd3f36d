package judge

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/mutex/explore"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// Options are the limits of the explorations, and the questions to leave out. The limits hold for
// each exploration by itself.
type Options struct {
	explore.Options
	NoMessages bool // do not ask for the greatest cost of an entry, which needs more states
}

// Of asks all judges about a configuration. If ctx ends, the report holds the answers known by
// then. The error is that of the configuration.
func Of(ctx context.Context, c explore.Config, o Options) (Report, error) {
	r, err := explore.Run(ctx, c, o.Options)
	if err != nil {
		return Report{}, err
	}
	entries := c.Entries
	report := reportOf(&c)
	report.Entries, report.Violations = &entries, r.Violations
	report.States, report.Transitions, report.Depth, report.Terminal = r.States, r.Transitions, r.Depth, r.Terminal
	report.Complete, report.StoppedBy = r.Complete, r.Stopped.String()
	report.memory = r.Stopped == explore.MemoryLimit
	for _, f := range r.Failures {
		report.Runs = append(report.Runs, runOf(&c, f))
	}
	slices.SortStableFunc(report.Runs, func(a, b Run) int { return cmp.Compare(a.Sort, b.Sort) }) // the gravest first
	cut := "not all states were visited: " + r.Stopped.String()
	if r.Stopped == explore.FailureSeen {
		cut = "the search ended with the first thing that fails"
	}
	report.MutualExclusion = report.holds("mutual_exclusion", r.Violations, r.Complete, cut)
	if r.Stuck > 0 || r.Complete {
		report.Stuck = &r.Stuck
	} else {
		report.Reasons["stuck"] = cut
	}
	for k, i := range c.Algorithm.Invariants {
		whole, why := r.Complete, cut
		if c.Reduction != explore.None {
			whole, why = false, "a reduction leaves states out, in which an invariant may not hold"
		}
		report.Invariants = append(report.Invariants, Invariant{i.Name, i.Text, report.holds("invariants", r.Invariants[k], whole, why), r.Invariants[k]})
	}
	if !r.Complete {
		report.Open = cut
	}
	report.Reasons["lockout"] = "it is about processes that wish again and again"
	if err := report.entering(ctx, c, o); err != nil {
		return Report{}, err
	}
	return report, report.messages(ctx, c, o)
}

// entering asks whether the processes that the rule lets in together all come in.
func (r *Report) entering(ctx context.Context, c explore.Config, o Options) error {
	const key = "concurrent_entering"
	if !r.Complete {
		r.Reasons[key] = "nobody asked, as not all states were visited"
		return nil
	}
	e, err := explore.Entering(ctx, c, o.Options)
	if err != nil {
		return err
	}
	r.memory = r.memory || e.Stopped == explore.MemoryLimit
	for _, set := range e.Sets {
		r.Together = max(r.Together, len(set.Requesters))
		if set.Shut > 0 && len(set.Run) > 0 {
			r.Runs = append(r.Runs, Run{
				Of: key, Text: "leaves somebody outside whom the rule lets in", Config: &c, Schedule: set.Run, Shortest: true, Outside: set.Outside,
			})
			break
		}
	}
	switch holds, known := e.Holds(); {
	case known:
		r.ConcurrentEntering = &holds
	case e.Complete:
		r.Reasons[key] = "messages may go to and fro for ever"
	default:
		r.Reasons[key] = "not all states were visited of those who alone wish: " + e.Stopped.String()
		r.Open = r.Reasons[key]
	}
	return nil
}

// messages asks for the greatest cost of an entry.
func (r *Report) messages(ctx context.Context, c explore.Config, o Options) error {
	const key = "max_messages_per_entry"
	switch {
	case o.NoMessages:
		r.Reasons[key] = "nobody asked"
		return nil
	case c.Reduction != explore.None:
		r.Reasons[key] = "a reduction leaves states out that count"
		return nil
	case !r.Complete:
		r.Reasons[key] = r.Open
		return nil
	}
	m, err := explore.Messages(ctx, c, o.Options)
	r.memory = r.memory || m.Stopped == explore.MemoryLimit
	switch {
	case err != nil:
		return err
	case !m.Complete:
		r.Reasons[key] = "not all states were visited that differ by what is charged to whom: " + m.Stopped.String()
	case m.Cycle > 0:
		r.Reasons[key] = fmt.Sprintf("there is no most: a cycle of %d steps sends messages", m.Cycle)
	default:
		r.MaxMessages, r.MaxTotal = &m.Most, &m.Total
		r.Costliest = &Entry{quorum.Index(m.Of.Process), int(m.Of.Entry)}
		if m.Most > 0 { // else no step is needed for it
			r.Costly = &Run{Of: key, Text: "has the entry that costs most", Config: &c, Schedule: m.Run}
		}
	}
	return nil
}

// reportOf returns a report in which nothing is judged.
func reportOf(c *explore.Config) Report {
	r := Report{
		Algorithm: c.Algorithm.Name, System: c.Setup.Name, N: c.Setup.Nodes, Rule: c.Algorithm.RuleOver(c.Setup).String(), Reading: c.Algorithm.ReadingOver(c.Setup), FIFO: !c.NoFIFO,
		StandsFor: 1, Flaw: c.Setup.Flaw.String(), Reduction: c.Reduction.String(), Invariants: []Invariant{}, Reasons: map[string]string{},
	}
	for _, q := range c.Requesters {
		r.Requesters = append(r.Requesters, quorum.Index(q.Process))
	}
	return r
}

// holds returns whether a property holds that is broken in so many states. It returns nil, and
// notes a reason, if that is not known.
func (r *Report) holds(key string, broken uint64, whole bool, why string) *bool {
	switch {
	case broken > 0:
		return new(false)
	case whole:
		return new(true)
	}
	r.Reasons[key] = why
	return nil
}

// runOf returns the run of a failure.
func runOf(c *explore.Config, f explore.Failure) Run {
	run := Run{Config: c, Schedule: f.Schedule, Shortest: f.Shortest, Sort: f.Sort}
	switch f.Sort {
	case explore.Exclusion:
		run.Of, run.Text = "mutual_exclusion", "breaks the rule"
	case explore.Deadlock:
		run.Of, run.Text = "stuck", "ends with nothing left to happen"
	case explore.Invariant:
		run.Of, run.Text = "invariants", fmt.Sprintf("breaks %s", c.Algorithm.Invariants[f.Invariant].Name)
		run.Invariant = f.Invariant
	}
	return run
}

// Requesters converts the requesters of a run. Each wish can take any quorum of their menus.
func Requesters(list []sim.Requester) []explore.Requester {
	requesters := make([]explore.Requester, len(list))
	for i, r := range list {
		requesters[i].Process = r.Process
		for _, w := range r.Wishes() {
			requesters[i].Choices = append(requesters[i].Choices, explore.Choice{Group: w.Group, Quorum: w.Quorum})
		}
	}
	return requesters
}

// CountSets returns how many sets of at least one and at most most of n requesters there are, or
// math.MaxInt if the number is greater than that.
func CountSets(n, most int) int {
	sum, of := 0, 1 // of so many requesters
	for size := 1; size <= min(most, n); size++ {
		if of > (math.MaxInt-sum)/(n-size+1) {
			return math.MaxInt
		}
		of = of * (n - size + 1) / size
		sum += of
	}
	return sum
}

// Sets returns every set of at least least and at most most requesters, the small ones first.
func Sets(requesters []explore.Requester, least, most int) [][]explore.Requester {
	var sets [][]explore.Requester
	var grow func(set []explore.Requester, from, size int)
	grow = func(set []explore.Requester, from, size int) {
		if len(set) == size {
			sets = append(sets, append([]explore.Requester{}, set...))
			return
		}
		for i := from; i < len(requesters); i++ {
			grow(append(set, requesters[i]), i+1, size)
		}
	}
	for size := least; size <= min(most, len(requesters)); size++ {
		grow(nil, 0, size)
	}
	return sets
}
