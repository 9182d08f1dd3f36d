package judge

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/mutex/explore"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// Of asks all judges about a configuration. The limits of the options hold for each exploration by
// itself. What was known when ctx ended is in the report; the error is that of the configuration.
func Of(ctx context.Context, c explore.Config, o explore.Options) (Report, error) {
	r, err := explore.Run(ctx, c, o)
	if err != nil {
		return Report{}, err
	}
	entries := c.Entries
	report := reportOf(&c)
	report.Entries, report.Violations = &entries, r.Violations
	report.States, report.Transitions, report.Depth, report.Terminal = r.States, r.Transitions, r.Depth, r.Terminal
	report.Complete, report.StoppedBy = r.Complete, r.Stopped.String()
	for _, f := range r.Failures {
		report.Runs = append(report.Runs, runOf(&c, f))
	}
	slices.SortStableFunc(report.Runs, func(a, b Run) int { return cmp.Compare(a.sort, b.sort) }) // the gravest first
	cut := "not all states were visited: " + r.Stopped.String()
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
	return report, nil
}

// reportOf is a report in which nothing is judged.
func reportOf(c *explore.Config) Report {
	r := Report{
		Algorithm: c.Algorithm.Name, System: c.Setup.Name, N: c.Setup.Nodes, Rule: c.Algorithm.RuleOver(c.Setup).String(), FIFO: !c.NoFIFO,
		Flaw: c.Setup.Flaw.String(), Reduction: c.Reduction.String(), Invariants: []Invariant{}, Reasons: map[string]string{},
	}
	for _, q := range c.Requesters {
		r.Requesters = append(r.Requesters, quorum.Index(q.Process))
	}
	return r
}

// holds returns whether something holds that is broken in so many states, nil with a reason if that
// is not known.
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

// runOf is the run of a failure.
func runOf(c *explore.Config, f explore.Failure) Run {
	run := Run{Config: c, Schedule: f.Schedule, Shortest: f.Shortest, sort: f.Sort}
	switch f.Sort {
	case explore.Exclusion:
		run.Of, run.says = "mutual_exclusion", "breaks the rule"
	case explore.Deadlock:
		run.Of, run.says = "stuck", "ends with nothing left to happen"
	case explore.Invariant:
		run.Of, run.says = "invariants", fmt.Sprintf("breaks %s", c.Algorithm.Invariants[f.Invariant].Name)
		run.invariant = f.Invariant
	}
	return run
}

// Requesters are those of a run, each of whose wishes can take any quorum of its menus.
func Requesters(list []sim.Requester) []explore.Requester {
	requesters := make([]explore.Requester, len(list))
	for i, r := range list {
		requesters[i].Process = r.Process
		for k, g := range r.Groups {
			quorums := r.Menus[k].Quorums
			if len(quorums) == 0 {
				quorums = []int32{-1}
			}
			for _, q := range quorums {
				requesters[i].Choices = append(requesters[i].Choices, explore.Choice{Group: g, Quorum: q})
			}
		}
	}
	return requesters
}

// Sets returns every set of at least one and at most most requesters, the small ones first.
func Sets(requesters []explore.Requester, most int) [][]explore.Requester {
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
	for size := 1; size <= min(most, len(requesters)); size++ {
		grow(nil, 0, size)
	}
	return sets
}
