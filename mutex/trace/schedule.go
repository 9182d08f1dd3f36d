package trace

import (
	"slices"

	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
)

// Choice is what a schedule lets happen next: an event from outside of the machines, without its
// time.
type Choice struct {
	What                   What // Wish, Arrive, Exit, Abandon or Crash
	Process, Group, Quorum int32
	// Arrive: the oldest message of the kind from one actor to the other; where channels keep their
	// order, if none is before it.
	From, To int32
	Kind     mutex.Kind
	Node     int32 // Crash
}

// Choices returns the schedule of a run.
func Choices(events []Event) []Choice {
	var list []Choice
	for i := range events {
		if c, ok := ChoiceOf(&events[i]); ok {
			list = append(list, c)
		}
	}
	return list
}

// ChoiceOf returns the choice that the event was, if it was one.
func ChoiceOf(e *Event) (Choice, bool) {
	switch m := &e.Message; e.What {
	case Wish:
		return Choice{What: Wish, Process: e.Process, Group: e.Group, Quorum: e.Quorum}, true
	case Exit, Abandon:
		return Choice{What: e.What, Process: e.Process}, true
	case Arrive, Lose:
		return Choice{What: Arrive, From: m.From, To: m.To, Kind: m.Kind}, true
	case Crash:
		return Choice{What: Crash, Node: e.Node}, true
	}
	return Choice{}, false
}

// Player performs a schedule over machines in their first state, and tells what happens as events
// whose times count the steps. A schedule has no times: it is a run of the asynchronous model.
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
		i := slices.IndexFunc(p.Under, func(m mutex.Message) bool {
			return m.From == c.From && m.To == c.To && (!p.NoFIFO || m.Kind == c.Kind)
		})
		if can = i >= 0 && p.Under[i].Kind == c.Kind; can {
			p.Deliver(i)
		}
	case Exit:
		if can = p.Phase(c.Process) == mutex.Critical; can {
			p.Exit(c.Process)
		}
	case Abandon:
		_, can = p.System.Machines[p.System.Setup.Place(c.Process)].(mutex.Abandoner)
		if can = can && p.Phase(c.Process) == mutex.Trying; can {
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

// Finish lets all go on without further wishes until nothing is left to happen: the messages arrive
// in the order of sending, and then those who are inside leave. It reports whether that was so
// after at most so many choices, and without a violation.
func (p *Player) Finish(most int) bool {
	for range most {
		switch {
		case p.Violations > 0:
			return false
		case len(p.Under) > 0:
			m := p.Under[0]
			p.Do(Choice{What: Arrive, From: m.From, To: m.To, Kind: m.Kind})
		case len(p.Inside) > 0:
			p.Do(Choice{What: Exit, Process: p.Inside[0].Process})
		default:
			return true
		}
	}
	return false
}

// Trace returns what happened. A run that broke the rule ends there, with processes that wait.
func (p *Player) Trace() *Trace {
	h := headerOf(p.System.Algorithm, p.System.Setup, !p.NoFIFO)
	h.Steps = true
	events := append(slices.Clip(p.Events), Event{At: float64(len(p.Done)), What: End, Stuck: p.Waiting()})
	return &Trace{Header: h, Events: events}
}
