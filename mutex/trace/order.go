package trace

import (
	"fmt"
	"slices"

	"coterie/mutex"
	"coterie/quorum"
)

// order judges whether a run is possible. It keeps a summary of the events so far.
type order struct {
	header *Header
	at     float64
	last   uint64 // the number of the last message that was sent
	under  map[uint64]mutex.Message
	seen   map[[2]int32]uint64 // of each channel: the last message that arrived
	asks   map[int32]asking
	down   map[int32]bool
}

// asking is the state of a process that has wished.
type asking struct {
	phase mutex.Phase
	entry uint32
}

func (o *order) start(h *Header) {
	*o = order{header: h, under: map[uint64]mutex.Message{}, seen: map[[2]int32]uint64{}, asks: map[int32]asking{}, down: map[int32]bool{}}
}

// see takes an event, fills in the message of an event about one, and returns why the event is
// impossible, or "".
func (o *order) see(e *Event) string {
	if !(e.At >= o.at) {
		return fmt.Sprintf("time goes back, from %v to %v", o.at, e.At)
	}
	o.at = e.At
	switch e.What {
	case Wish, Enter, Exit, Abandon:
		return o.process(e)
	case Send, Tell:
		return o.message(e)
	case Arrive, Lose:
		return o.arrival(e)
	case Refuse:
		if p := quorum.Index(e.Process); p < 0 || int(p) >= o.header.Processes {
			return fmt.Sprintf("there is no process %v", p)
		}
	case Crash, Learn:
		if e.Node < 0 || int(e.Node) >= o.header.Nodes {
			return fmt.Sprintf("there is no node %v", quorum.Node(e.Node))
		}
		if o.down[e.Node] != (e.What == Learn) {
			return fmt.Sprintf("%v of node %v, which is %s", e.What, quorum.Node(e.Node), choose(o.down[e.Node], "up", "down"))
		}
		o.down[e.Node] = true
	case Succeed:
		switch {
		case e.Node < 0 || int(e.Node) >= o.header.Nodes:
			return fmt.Sprintf("there is no node %v", quorum.Node(e.Node))
		case e.By < 0 || int(e.By) >= o.header.Nodes:
			return fmt.Sprintf("there is no node %v", quorum.Node(e.By))
		case !o.down[e.Node] || o.down[e.By]:
			return fmt.Sprintf("node %v takes over node %v; the one has to be up, and the other down", quorum.Node(e.By), quorum.Node(e.Node))
		}
	case End:
		var waits []int32
		for p, a := range o.asks {
			if a.phase == mutex.Trying {
				waits = append(waits, p)
			}
		}
		if slices.Sort(waits); !slices.Equal(waits, e.Stuck) {
			return fmt.Sprintf("the processes that wait are %v, not %v", list(waits), list(e.Stuck))
		}
	}
	return ""
}

func (o *order) process(e *Event) string {
	if e.Process < 0 || int(e.Process) >= o.header.Processes {
		return fmt.Sprintf("there is no process %v", quorum.Index(e.Process))
	}
	a := o.asks[e.Process]
	want, then := mutex.Trying, mutex.Critical
	switch e.What {
	case Wish:
		want, then = mutex.Idle, mutex.Trying
		// A process that gave a request up wishes again under the same number.
		if e.Entry < max(1, a.entry) {
			return fmt.Sprintf("process %v wishes for entry %d after %d", quorum.Index(e.Process), e.Entry, a.entry)
		}
		a.entry = e.Entry
		if flaw := o.wish(e); flaw != "" {
			return flaw
		}
	case Exit:
		want, then = mutex.Critical, mutex.Idle
	case Abandon:
		then = mutex.Idle
	}
	if a.phase != want {
		return fmt.Sprintf("%v of process %v, which is in %v", e.What, quorum.Index(e.Process), a.phase)
	}
	if e.Entry != a.entry {
		return fmt.Sprintf("%v of process %v for entry %d; it is at %d", e.What, quorum.Index(e.Process), e.Entry, a.entry)
	}
	a.phase = then
	o.asks[e.Process] = a
	return ""
}

func (o *order) wish(e *Event) string {
	if e.Group < 0 || int(e.Group) >= o.header.Groups {
		return fmt.Sprintf("there is no group %v", quorum.Index(e.Group))
	}
	if !(e.Arose >= 0 && e.Arose <= e.At) {
		return fmt.Sprintf("a wish that arose at %v is made at %v", e.Arose, e.At)
	}
	if e.Quorum < 0 && len(e.Members) > 0 {
		return "members of no quorum"
	}
	for i, j := range e.Members {
		if j < 0 || int(j) >= o.header.Nodes || i > 0 && j <= e.Members[i-1] {
			return "the members are not ascending nodes"
		}
	}
	return ""
}

func (o *order) message(e *Event) string {
	m := &e.Message
	for _, a := range []int32{m.From, m.To} {
		if a < 0 || int(a) >= o.header.Actors() {
			return fmt.Sprintf("there is no actor %v", quorum.Index(a))
		}
	}
	switch {
	case m.Node < -1 || int(m.Node) >= o.header.Nodes:
		return fmt.Sprintf("there is no node %v", quorum.Node(m.Node))
	case m.Group < -1 || int(m.Group) >= o.header.Groups:
		return fmt.Sprintf("there is no group %v", quorum.Index(m.Group))
	case e.What == Tell && m.From != m.To:
		return "what an actor tells another is a message of the network"
	case e.What == Tell:
		return ""
	case e.ID <= o.last:
		return fmt.Sprintf("the number of the message is %d, after %d", e.ID, o.last)
	}
	o.last = e.ID
	o.under[e.ID] = *m
	return ""
}

func (o *order) arrival(e *Event) string {
	m, ok := o.under[e.ID]
	if !ok {
		return fmt.Sprintf("no message %d is under way", e.ID)
	}
	delete(o.under, e.ID)
	e.Message = m
	if e.What == Lose && !o.down[m.To] && !(m.Kind == mutex.Recover && o.down[m.From]) {
		return fmt.Sprintf("message %d is lost at an arbiter that is up", e.ID)
	}
	if channel := [2]int32{m.From, m.To}; o.header.FIFO {
		if before := o.seen[channel]; before > e.ID {
			return fmt.Sprintf("message %d arrives after %d, which was sent later, and channels keep their order", e.ID, before)
		}
		o.seen[channel] = e.ID
	}
	return ""
}

// list returns processes, counted from 1.
func list(processes []int32) []quorum.Index {
	out := make([]quorum.Index, len(processes))
	for i, p := range processes {
		out[i] = quorum.Index(p)
	}
	return out
}
