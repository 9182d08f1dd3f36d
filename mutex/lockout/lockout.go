package lockout

import (
	"context"
	"fmt"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
)

// Options say how far to go. The zero value goes to the end.
type Options struct {
	MostStates uint64 // 0: no limit. The budget of memory is that of the context.
	Progress   func(stage string, done, total int)
}

// Verdict is the answer to the question whether a process can be locked out.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Free            // no fair run locks a process out
	Found           // a fair run locks a process out, though it could be let in
	Blocked         // a fair run leaves a process waiting that nothing can let in, while others go on
)

// String returns the word of a report.
func (v Verdict) String() string { return [...]string{"unknown", "free", "lockout", "blocked"}[v] }

// Result holds the verdict and the runs that show it.
type Result struct {
	Verdict Verdict
	Reason  string // why it is unknown

	// Found and Blocked: after Stem, a run from the first state, Cycle can be performed for ever,
	// each choice as [trace.Player] takes it, while Process waits. Found: from there Rescue lets it
	// in.
	Process             int32
	Stem, Cycle, Rescue []trace.Choice

	// Stuck is a run to a deadlock: nothing but wishes can happen, and somebody waits. Nil: none
	// was found; where StuckUnknown is true there may be one.
	Stuck        []trace.Choice
	StuckUnknown bool

	States      uint64 // of the graph, which keeps only the order of times
	Clocks      bool   // it has the clocks, besides the stamps of requests
	Transitions uint64
	Complete    bool // the graph is whole
	Stopped     explore.Cause
	Bytes       uint64 // memory of the graph
}

// MostRequesters is the greatest number of processes that may wish to enter.
const MostRequesters = 16

// Judge looks for a lockout of any requester of the configuration. It ignores Config.Entries. The
// error is a *quorum.InputError if the configuration makes no sense.
//
// Cost: a few times that of exploring the graph. Proof: docs/theorems/lockout.md.
func Judge(ctx context.Context, c explore.Config, o Options) (Result, error) {
	if err := check(&c); err != nil {
		return Result{}, err
	}
	// The graph of the stamps is smaller where messages show clocks; it may have cycles that no run
	// has, and no end where the other has one.
	stamps := newGraph(&c, false).shows()
	endless := c.Algorithm.Endless && c.Setup.Most() > 1
	if endless && (o.MostStates == 0 || o.MostStates > fewStates) {
		o.MostStates = fewStates
	}
	var stuck []trace.Choice // a deadlock that a smaller part of a graph has shown
	for most := uint64(1 << 15); ; most *= 4 {
		last := o.MostStates > 0 && most >= o.MostStates
		some := o
		if some.MostStates = most; last {
			some.MostStates = o.MostStates
		}
		var best Result
		for _, stamps := range []bool{stamps, !stamps} {
			r, err := judge(ctx, &c, some, stamps)
			if r.Stuck == nil && stuck != nil {
				r.Stuck, r.StuckUnknown = stuck, false
			}
			stuck = r.Stuck
			if err != nil || r.Verdict != Unknown || ctx.Err() != nil {
				return r, err
			}
			last = last || r.Stopped == explore.MemoryLimit
			if best.Reason == "" || r.Stopped == explore.MemoryLimit || r.Complete && r.Clocks {
				best = r
			}
		}
		if last || best.Complete && best.Clocks {
			if endless && !best.Complete {
				best.Reason = fmt.Sprintf("%s lets a process ask again before all have heard of its last request, so that the messages under way have no bound; "+
					"that nobody is locked out is proved by hand (docs/theorems/k-entries.md)", c.Algorithm.Name)
			}
			return best, nil
		}
	}
}

// fewStates bounds a graph that may have no end.
const fewStates = 1 << 14

// judge looks for a lockout in the graph of orders of the stamps or of all clocks.
func judge(ctx context.Context, c *explore.Config, o Options, stamps bool) (Result, error) {
	g := newGraph(c, stamps)
	stopped, err := g.grow(ctx, o)
	if err != nil {
		return Result{}, err
	}
	r := Result{
		States: uint64(len(g.keys)), Transitions: uint64(len(g.edges)), Complete: stopped == explore.Ended, Stopped: stopped, Bytes: g.bytes(), Clocks: !stamps,
	}
	if ctx.Err() != nil {
		r.Reason = "the search was interrupted"
		return r, nil
	}
	g.findStuck(&r)
	found, tried := g.findCycle(ctx, &r)
	switch {
	case found:
	case ctx.Err() != nil:
		r.Stopped, r.Complete, r.Reason = explore.Interrupted, false, "the search was interrupted"
	case !r.Complete:
		r.Reason = fmt.Sprintf("the graph of orders was cut off after %d states: %v", r.States, stopped)
	case tried > 0:
		r.Reason = "the orders of timestamps allow cycles that the machines could not be brought to repeat"
	default:
		r.Verdict = Free
	}
	return r, nil
}

func check(c *explore.Config) error {
	one := *c
	one.Entries = max(1, c.Entries)
	if err := one.Check(); err != nil {
		return err
	}
	switch {
	case len(c.Requesters) > MostRequesters:
		return mutex.Unfit("lockout is judged for at most %d requesters, not %d", MostRequesters, len(c.Requesters))
	case c.NoExit:
		return mutex.Unfit("where nobody leaves, everybody who waits is locked out")
	}
	return nil
}
