package trace

import (
	"context"
	"slices"

	"coterie/mutex"
	"coterie/mutex/sim"
)

// HeaderOf returns the header of a trace of a run. names are those of the nodes, nil if they have
// none.
func HeaderOf(c *sim.Config, names []string) Header {
	h := headerOf(c.Algorithm, c.Setup, !c.NoFIFO)
	h.Names, h.Seed = names, c.Seed
	return h
}

func headerOf(a *mutex.Algorithm, s *mutex.Setup, fifo bool) Header {
	return Header{
		Format: Format, Algorithm: a.Name, System: s.Name, Nodes: s.Nodes, Processes: s.Processes, Apart: s.Apart, Groups: max(1, s.Groups()), Lines: a.Lines,
		Self: choose(a.SelfOver(s) == mutex.SelfLocal, selfNetwork, selfLocal), Knows: s.Knows.String(), Late: choose(s.Late == mutex.LateIgnored, "", mutex.LateIgnored.String()),
		MaxLocks: s.MaxLocks, Flaw: s.Flaw.String(), FIFO: fifo, Clock: clockUnits,
	}
}

// Record returns a function for the Trace field of the configuration. It converts each event of the
// run into one of a trace, and hands it to take. The end is not among them.
func Record(c *sim.Config, take func(Event)) func(sim.Event) {
	var inside []mutex.Inside
	rule := c.Algorithm.RuleOver(c.Setup)
	return func(e sim.Event) {
		t := Event{At: e.At.Units(), What: e.What, Process: e.Process, Entry: e.Entry}
		switch e.What {
		case sim.Wishes:
			t.Group, t.Quorum, t.Members = e.Group, e.Quorum, members(c.Setup, e.Quorum)
			t.Arose = (e.At - e.Waited).Units()
		case sim.Sends, sim.Tells, sim.Arrives, sim.Loses:
			t.Message, t.ID = e.Message, e.ID
		case sim.Enters:
			inside = append(inside, mutex.Inside{Process: e.Process, Group: e.Group})
			t.Violates = !rule.Allows(inside)
		case sim.Exits:
			inside = slices.DeleteFunc(inside, func(x mutex.Inside) bool { return x.Process == e.Process })
		case sim.Crashes, sim.Learns:
			t.Process, t.Node = 0, e.Process
		case sim.Succeeds:
			t.Process, t.Node, t.By = 0, e.Process, e.By
		}
		take(t)
	}
}

func members(s *mutex.Setup, quorum int32) []int32 {
	if quorum < 0 {
		return nil
	}
	return s.Quorums[quorum]
}

// RecordRun does a run and hands its events to take, the end included. The error is that of
// sim.Run; then there is no end.
func RecordRun(ctx context.Context, c sim.Config, take func(Event)) (sim.Result, error) {
	c.Trace = Record(&c, take)
	r, err := sim.Run(ctx, c)
	if err == nil {
		take(Closing(&r))
	}
	return r, err
}

// Closing returns the last event of the trace of a run that ended by itself.
func Closing(r *sim.Result) Event {
	return Event{At: r.Ended.Units(), What: End, Stuck: r.Stuck}
}
