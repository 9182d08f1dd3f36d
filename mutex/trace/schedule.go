package trace

import (
	"slices"

	"coterie/mutex"
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
	System   *mutex.System
	Events   []Event
	Done     []Choice // the choices that could be performed
	Violated bool     // the rule has been broken

	fifo   bool
	quiet  bool // keep no events
	sent   uint64
	under  []flight
	asks   []asking
	groups []int32
	inside []mutex.Inside
	out    []mutex.Message
}

// flight is a message under way.
type flight struct {
	id      uint64
	message mutex.Message
}

// NewPlayer returns a player whose channels keep their order or not.
func NewPlayer(a *mutex.Algorithm, s *mutex.Setup, fifo bool) *Player {
	p := &Player{System: mutex.NewSystem(a, s), fifo: fifo, asks: make([]asking, s.Processes), groups: make([]int32, s.Processes)}
	p.System.Told = func(m mutex.Message) { p.tell(Event{What: Tell, Message: m}) }
	return p
}

func (p *Player) tell(e Event) {
	if !p.quiet {
		e.At = float64(len(p.Done))
		p.Events = append(p.Events, e)
	}
}

// Do performs a choice, and reports whether it could be.
func (p *Player) Do(c Choice) bool {
	s := p.System
	switch c.What {
	case Arrive:
		i := slices.IndexFunc(p.under, func(f flight) bool {
			return f.message.From == c.From && f.message.To == c.To && (p.fifo || f.message.Kind == c.Kind)
		})
		if i < 0 || p.under[i].message.Kind != c.Kind {
			return false
		}
		p.arrive(i, c)
	case Wish:
		a := &p.asks[c.Process]
		if a.phase != mutex.Idle {
			return false
		}
		p.Done = append(p.Done, c)
		a.phase, p.groups[c.Process] = mutex.Trying, c.Group
		a.entry++
		w := mutex.Wish{Process: c.Process, Entry: a.entry, Group: c.Group, Quorum: c.Quorum}
		p.tell(Event{What: Wish, Process: w.Process, Entry: w.Entry, Group: w.Group, Quorum: w.Quorum, Members: members(s.Setup, w.Quorum)})
		p.send(s.Wish(w, p.out[:0]))
		p.entered(c.Process)
	case Exit, Abandon:
		a := &p.asks[c.Process]
		_, can := s.Machines[s.Setup.Place(c.Process)].(mutex.Abandoner)
		if c.What == Exit && a.phase != mutex.Critical || c.What == Abandon && (a.phase != mutex.Trying || !can) {
			return false
		}
		p.Done = append(p.Done, c)
		a.phase = mutex.Idle
		p.tell(Event{What: c.What, Process: c.Process, Entry: a.entry})
		if c.What == Abandon {
			p.send(s.Abandon(c.Process, p.out[:0]))
			break
		}
		p.inside = slices.DeleteFunc(p.inside, func(x mutex.Inside) bool { return x.Process == c.Process })
		p.send(s.Exit(c.Process, p.out[:0]))
	case Crash:
		if s.Down == nil {
			s.Down = make([]bool, s.Setup.Nodes)
		}
		if s.Down[c.Node] {
			return false
		}
		p.Done = append(p.Done, c)
		s.Down[c.Node] = true
		p.tell(Event{What: Crash, Node: c.Node})
	default:
		return false
	}
	return true
}

// arrive delivers a message that is under way.
func (p *Player) arrive(i int, c Choice) {
	f := p.under[i]
	p.under = slices.Delete(p.under, i, i+1)
	p.Done = append(p.Done, c)
	if p.System.Lost(f.message) {
		p.tell(Event{What: Lose, ID: f.id, Message: f.message})
		return
	}
	p.tell(Event{What: Arrive, ID: f.id, Message: f.message})
	p.send(p.System.Receive(f.message, p.out[:0]))
	if process, ok := p.System.Setup.ProcessAt(f.message.To); ok {
		p.entered(process)
	}
}

func (p *Player) send(out []mutex.Message) {
	p.out = out
	for _, m := range out {
		p.sent++
		p.under = append(p.under, flight{p.sent, m})
		p.tell(Event{What: Send, ID: p.sent, Message: m})
	}
}

// entered sees whether the process has just entered.
func (p *Player) entered(process int32) {
	a := &p.asks[process]
	if a.phase != mutex.Trying || p.System.Phase(process) != mutex.Critical {
		return
	}
	a.phase = mutex.Critical
	p.inside = append(p.inside, mutex.Inside{Process: process, Group: p.groups[process]})
	violates := !p.System.Rule.Allows(p.inside)
	p.Violated = p.Violated || violates
	p.tell(Event{What: Enter, Process: process, Entry: a.entry, Violates: violates})
}

// Finish lets all go on without further wishes until nothing is left to happen: the messages arrive
// in the order of sending, and then those who are inside leave. It reports whether that was so
// after at most so many choices.
func (p *Player) Finish(most int) bool {
	for range most {
		switch {
		case len(p.under) > 0:
			m := p.under[0].message
			p.arrive(0, Choice{What: Arrive, From: m.From, To: m.To, Kind: m.Kind})
		case len(p.inside) > 0:
			p.Do(Choice{What: Exit, Process: p.inside[0].Process})
		default:
			return true
		}
		if p.Violated {
			return false
		}
	}
	return false
}

// Stuck returns the processes that wait.
func (p *Player) Stuck() []int32 {
	var stuck []int32
	for i, a := range p.asks {
		if a.phase == mutex.Trying {
			stuck = append(stuck, int32(i))
		}
	}
	return stuck
}

// Trace returns what happened. A run that broke the rule ends there, with processes that wait.
func (p *Player) Trace() *Trace {
	s := p.System.Setup
	h := headerOf(p.System.Algorithm, s, p.fifo)
	h.Steps = true
	events := append(slices.Clip(p.Events), Event{At: float64(len(p.Done)), What: End, Stuck: p.Stuck()})
	return &Trace{Header: h, Events: events}
}
