package trace

import (
	"slices"

	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
)

// Choice is the next event of a schedule: an event from outside of the machines, without its time.
type Choice struct {
	What                   What // Wish, Arrive, Exit, Abandon or Crash
	Process, Group, Quorum int32
	// Arrive: a message of the kind from one actor to the other, with Older such messages before
	// it. Where channels keep their order it is the next of its channel.
	From, To int32
	Kind     mutex.Kind
	Older    int32
	Node     int32 // Crash
}

// arrivalOf returns the arrival of a message that is the oldest of its type in its channel.
func arrivalOf(m *mutex.Message) Choice {
	return Choice{What: Arrive, From: m.From, To: m.To, Kind: m.Kind}
}

// Schedule collects the choices of a run from its events.
type Schedule struct {
	Choices []Choice
	under   map[Choice][]uint64 // the messages under way, by the choice of the oldest of them
}

// Event takes the next event.
func (s *Schedule) Event(e Event) {
	arrival := arrivalOf(&e.Message)
	switch e.What {
	case Wish:
		s.Choices = append(s.Choices, Choice{What: Wish, Process: e.Process, Group: e.Group, Quorum: e.Quorum})
	case Exit, Abandon:
		s.Choices = append(s.Choices, Choice{What: e.What, Process: e.Process})
	case Crash:
		s.Choices = append(s.Choices, Choice{What: Crash, Node: e.Node})
	case Send:
		if s.under == nil {
			s.under = map[Choice][]uint64{}
		}
		s.under[arrival] = append(s.under[arrival], e.ID)
	case Arrive, Lose:
		list := s.under[arrival]
		at := slices.Index(list, e.ID)
		if list = slices.Delete(list, at, at+1); len(list) == 0 {
			delete(s.under, arrival)
		} else {
			s.under[arrival] = list
		}
		arrival.Older = int32(at)
		s.Choices = append(s.Choices, arrival)
	}
}

// Choices returns the schedule of a run.
func Choices(events []Event) []Choice {
	var s Schedule
	for _, e := range events {
		s.Event(e)
	}
	return s.Choices
}

// Player performs a schedule over machines in their first state, and reports events whose times
// count the steps. A schedule has no times: it is a run of the asynchronous model.
type Player struct {
	*byhand.Run
	Events []Event
	Done   []Choice // the choices that could be performed
}

// NewPlayer returns a player whose channels keep their order or not, and that keeps the events or
// not.
func NewPlayer(a *mutex.Algorithm, s *mutex.Setup, fifo, events bool) *Player {
	p := &Player{Run: byhand.New(a, s)}
	p.NoFIFO = !fifo
	if events {
		p.Seen = Record(&sim.Config{Algorithm: a, Setup: s}, func(e Event) { p.Events = append(p.Events, e) })
	} else {
		p.System.Told = nil
	}
	return p
}

// Do performs a choice, and reports whether it could be.
func (p *Player) Do(c Choice) bool {
	var can bool
	switch c.What {
	case Wish:
		if can = p.Phase(c.Process) == mutex.Idle; can {
			p.Wish(c.Process, c.Group, c.Quorum)
		}
	case Arrive:
		var i int
		if i, can = p.find(c); can {
			p.Deliver(i)
		}
	case Exit:
		if can = p.Phase(c.Process) == mutex.Critical; can {
			p.Exit(c.Process)
		}
	case Abandon:
		if can = p.System.Algorithm.Abandons && p.Phase(c.Process) == mutex.Trying; can {
			p.Abandon(c.Process)
		}
	case Crash:
		if can = p.System.Down == nil || !p.System.Down[c.Node]; can {
			p.Crash(c.Node)
		}
	}
	if can {
		p.Done = append(p.Done, c)
	}
	return can
}

// find returns the message under way that the choice names. If there are fewer older ones than the
// choice says, because others were left out, it is the last one.
func (p *Player) find(c Choice) (at int, ok bool) {
	older := c.Older
	for i, m := range p.Under {
		if m.From != c.From || m.To != c.To {
			continue
		}
		if !p.NoFIFO {
			return i, m.Kind == c.Kind
		}
		if m.Kind == c.Kind {
			at, ok = i, true
			if older--; older < 0 {
				break
			}
		}
	}
	return at, ok
}

// Finish lets the run go on without further wishes until nothing is left to happen: the messages
// arrive in the order of sending, and then the processes inside leave. It reports whether this
// state was reached within most choices and without a violation.
func (p *Player) Finish(most int) bool {
	for range most {
		switch {
		case p.Violations > 0:
			return false
		case len(p.Under) > 0:
			p.Do(arrivalOf(&p.Under[0]))
		case len(p.Inside) > 0:
			p.Do(Choice{What: Exit, Process: p.Inside[0].Process})
		default:
			return true
		}
	}
	return false
}

// Trace returns the trace of the run so far. A run that broke the rule ends there, with processes
// that wait.
func (p *Player) Trace() *Trace {
	h := headerOf(p.System.Algorithm, p.System.Setup, !p.NoFIFO)
	h.Clock = ClockSteps
	events := append(slices.Clip(p.Events), Event{At: float64(len(p.Done)), What: End, Stuck: p.Waiting()})
	return &Trace{Header: h, Events: events}
}
