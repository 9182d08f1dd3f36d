package trace

import (
	"fmt"

	"coterie/mutex"
	"coterie/quorum"
)

// Step is an event from outside of the machines, with its effects.
type Step struct {
	Number int // from 1
	Opener Event
	Then   []Event
}

// Replay runs the machines alongside a trace, event by event. It shows their state after each step,
// whether the trace comes from a file or from a run under way, and it fails at an event that the
// algorithm would not have made.
type Replay struct {
	System *mutex.System // its machines are in the state after the last step

	each     func(Step)
	step     Step
	told     []mutex.Message
	expected []mutex.Message // messages of the machines that have not yet appeared in the trace
	err      error
}

// NewReplay returns a replay over machines in their first state; each, if not nil, sees every step
// when it is whole. The system belongs to the replay from then on.
func NewReplay(s *mutex.System, each func(Step)) *Replay {
	r := &Replay{System: s, each: each}
	s.Told = func(m mutex.Message) { r.told = append(r.told, m) }
	return r
}

// Event takes the next event. The first error stays.
func (r *Replay) Event(e Event) error {
	if r.err != nil {
		return r.err
	}
	if e.What.Opens() || e.What == End {
		r.finish()
		if e.What != End && r.err == nil {
			r.open(e)
		}
		return r.err
	}
	r.step.Then = append(r.step.Then, e)
	switch list := &r.expected; e.What {
	case Tell:
		list = &r.told
		fallthrough
	case Send:
		if len(*list) == 0 || !alike(&(*list)[0], &e.Message) {
			return r.fail("%v of %v from actor %v to %v, which the algorithm does not do here", e.What, e.Message.Kind, quorum.Index(e.Message.From), quorum.Index(e.Message.To))
		}
		*list = (*list)[1:]
	case Enter:
		if r.System.Phase(e.Process) != mutex.Critical {
			return r.fail("process %v enters, which the algorithm does not let it", quorum.Index(e.Process))
		}
	}
	return nil
}

// alike compares the fields of a message that the machines see.
func alike(a, b *mutex.Message) bool {
	x, y := *a, *b
	x.Token, y.Token = nil, nil
	return x == y && (a.Token == nil) == (b.Token == nil)
}

func (r *Replay) fail(format string, args ...any) error {
	r.err = fmt.Errorf("step %d: %s", r.step.Number, fmt.Sprintf(format, args...))
	return r.err
}

// open performs the event that begins a step.
func (r *Replay) open(e Event) {
	r.step = Step{Number: r.step.Number + 1, Opener: e}
	r.told = r.told[:0]
	s := r.System
	phase := func(want mutex.Phase) bool {
		if s.Phase(e.Process) != want {
			_ = r.fail("%v of process %v, which is in %v", e.What, quorum.Index(e.Process), s.Phase(e.Process))
		}
		return r.err == nil
	}
	switch e.What {
	case Wish:
		if phase(mutex.Idle) {
			r.expected = s.Wish(mutex.Wish{Process: e.Process, Entry: e.Entry, Group: e.Group, Quorum: e.Quorum}, r.expected[:0])
		}
	case Arrive:
		r.expected = s.Receive(e.Message, r.expected[:0])
	case Crash:
		if s.Down == nil {
			s.Down = make([]bool, s.Setup.Nodes)
		}
		s.Down[e.Node] = true
	case Succeed:
		if _, ok := s.Machines[e.By].(mutex.Successor); !ok {
			_ = r.fail("node %v takes over another one, which the algorithm does not know", quorum.Node(e.By))
		} else {
			r.expected = s.TakeOver(e.Node, e.By, r.expected[:0])
		}
	case Exit:
		if phase(mutex.Critical) {
			r.expected = s.Exit(e.Process, r.expected[:0])
		}
	case Abandon:
		if !s.Algorithm.Abandons {
			_ = r.fail("process %v gives its request up, which the algorithm does not know", quorum.Index(e.Process))
		} else if phase(mutex.Trying) {
			r.expected = s.Abandon(e.Process, r.expected[:0])
		}
	}
}

// finish ends the step.
func (r *Replay) finish() {
	if r.err != nil || r.step.Number == 0 || r.step.Opener.What == 0 {
		return
	}
	if n := len(r.told) + len(r.expected); n > 0 {
		_ = r.fail("the algorithm sends %d messages that the trace lacks", n)
		return
	}
	if r.each != nil {
		r.each(r.step)
	}
	r.step.Opener = Event{}
}

// Close ends the last step of a run without an End event.
func (r *Replay) Close() error {
	r.finish()
	return r.err
}
