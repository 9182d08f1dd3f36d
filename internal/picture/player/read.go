package player

import (
	"context"
	"io"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/internal/machine/par"
	"coterie/mutex"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// Read returns the page of a trace. The machines alongside it run over the system that it names, if
// the name suffices to build the system, or otherwise over the quorums that it shows. The error is
// that of [trace.Reader], or the cause of ctx.
func Read(ctx context.Context, r io.Reader) (*Page, error) {
	t, err := trace.NewReader(r)
	if err != nil {
		return nil, err
	}
	run := &trace.Trace{Header: t.Header()}
	poll, steps, more := par.NewPoll(ctx), 0, 0
	for {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		e, err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if e.What.Opens() {
			steps++
		}
		// Steps without room are still read, since a file is judged as a whole, and counted. The
		// first such step represents all.
		switch {
		case steps <= MostSteps || e.What == trace.End || steps == MostSteps+1 && e.What.Opens():
			run.Events = append(run.Events, e)
		case e.What.Opens():
			more++
		}
	}
	setups, err := setupsOf(ctx, run)
	if err != nil {
		return nil, err
	}
	var best *Page
	for _, s := range setups {
		p := New(run.Header, mutex.NewSystem(mutex.Find(run.Algorithm), s))
		for _, e := range run.Events {
			if err := poll.Err(); err != nil {
				return nil, err
			}
			p.Event(e)
		}
		p.steps += more
		if p.data.Lost == 0 {
			return p, nil
		}
		if best == nil || p.data.Lost > best.data.Lost {
			best = p
		}
	}
	if best != nil && best.data.Lost > 1 {
		return best, nil
	}
	p := New(run.Header, nil)
	p.data.Notes = append(p.data.Notes, "The trace alone does not say in which states the nodes are, and the algorithm and the system that it names cannot be built from it.")
	for _, e := range run.Events {
		p.Event(e)
	}
	p.steps += more
	return p, nil
}

// mostBuilt is the greatest number of actors and quorums for which machines are built.
const mostBuilt = 1 << 16

// setupsOf returns the setups over which the machines of a trace may have run, the likeliest first.
func setupsOf(ctx context.Context, run *trace.Trace) ([]*mutex.Setup, error) {
	algorithm := mutex.Find(run.Algorithm)
	if algorithm == nil || run.Actors() > mostBuilt || !slices.Equal(algorithm.Lines, run.Lines) {
		return nil, nil
	}
	o := run.Options()
	var setups []*mutex.Setup
	s, err := named(ctx, &run.Header)
	if err != nil {
		return nil, err
	}
	if s != nil && algorithm.Accepts(s.Kind()) == nil {
		if setup, err := mutex.NewSetup(s, run.Processes, o); err == nil && setup.Processes == run.Processes && setup.Apart == run.Apart {
			if system, ok := s.(*quorum.System); ok {
				if sited, err := setup.WithSites(ctx, system, nil); err == nil && !slices.Contains(sited.Own, -1) {
					setup = sited
				}
			}
			setups = append(setups, setup)
		}
	}
	if setup := seen(run, o); setup != nil && algorithm.Accepts(quorum.KindSystem) == nil {
		setups = append(setups, setup)
	}
	return setups, nil
}

// named returns the system that a trace names, or nil if the name does not suffice: files that a
// trace names are not read.
func named(ctx context.Context, h *trace.Header) (quorum.Structure, error) {
	if strings.ContainsAny(h.System, `@/\{`) || strings.Contains(h.System, ".json") {
		return nil, nil
	}
	i, err := construct.Parse(ctx, h.System)
	if err != nil || i.N() != h.Nodes {
		return nil, context.Cause(ctx)
	}
	s, err := i.Build(ctx, mostBuilt)
	if err != nil {
		return nil, context.Cause(ctx)
	}
	return s, nil
}

// seen returns an ordinary system of the quorums that the wishes of a trace show, or nil if they
// are no quorum system. Quorums that no wish takes are empty.
func seen(run *trace.Trace, o mutex.Options) *mutex.Setup {
	if run.Apart || run.Groups > 1 {
		return nil
	}
	s := &mutex.Setup{
		Name: run.System, Nodes: run.Nodes, Processes: run.Processes, Options: o, Rule: mutex.Rule{Name: mutex.OneProcess},
		Own: slices.Repeat([]int32{-1}, run.Processes),
	}
	for _, e := range run.Events {
		if e.What != trace.Wish || e.Quorum < 0 {
			continue
		}
		if e.Quorum >= mostBuilt {
			return nil
		}
		for int(e.Quorum) >= len(s.Quorums) {
			s.Quorums = append(s.Quorums, nil)
		}
		old := s.Quorums[e.Quorum]
		for i, v := range e.Members {
			if v < 0 || int(v) >= run.Nodes || i > 0 && v <= e.Members[i-1] {
				return nil
			}
		}
		if old != nil && !slices.Equal(old, e.Members) || len(e.Members) == 0 {
			return nil
		}
		s.Quorums[e.Quorum] = e.Members
		if s.Own[e.Process] < 0 {
			s.Own[e.Process] = e.Quorum
		}
	}
	if slices.Contains(s.Own, -1) {
		s.Own = nil // a takeover asks for all of them
	}
	s.First = []int32{0, int32(len(s.Quorums))}
	return s
}
