package sim

import (
	"maps"
	"slices"

	"coterie/mutex"
)

// network holds the messages under way.
type network struct {
	slots []mutex.Message
	ids   []uint64 // beside slots: the number of the message
	free  []int32
	sent  uint64
	last  channels

	// The data of the schedules other than Random.
	stack  []sending          // LIFO: the messages in the order of sending; most are under way
	order  map[uint64][]int32 // LIFO: the slots of each channel in use, in the order of sending
	held   []int32            // Starve: the messages of the victim that are due
	others int                // Starve: how many of the others are under way
}

// sending is a message that was sent: its slot at that time, and its number.
type sending struct {
	slot int32
	id   uint64
}

// channels holds for each channel when its last message arrives: in a table where there are few
// actors, as it is asked for every message, and otherwise for the channels in use.
type channels struct {
	actors int32
	table  []Time
	used   map[uint64]Time
	sweep  int // the number of used ones at which those whose last message has arrived are removed
}

const (
	tabled     = 2048    // actors that have a table, of 32 MB
	leastSweep = 1 << 16 // channels
)

func newChannels(actors int) channels {
	c := channels{actors: int32(actors)}
	if actors <= tabled {
		c.table = make([]Time, actors*actors)
	} else {
		c.used, c.sweep = map[uint64]Time{}, leastSweep
	}
	return c
}

// after returns the first moment from at on when a message that is sent now can arrive without
// overtaking one, and takes it.
func (c *channels) after(m *mutex.Message, now, at Time) Time {
	if c.table != nil {
		last := &c.table[m.From*c.actors+m.To]
		at = max(at, *last)
		*last = at
		return at
	}
	at = max(at, c.used[channel(m)])
	c.used[channel(m)] = at
	if len(c.used) > c.sweep {
		maps.DeleteFunc(c.used, func(_ uint64, last Time) bool { return last <= now })
		c.sweep = max(leastSweep, 2*len(c.used))
	}
	return at
}

func channel(m *mutex.Message) uint64 { return uint64(m.From)<<32 | uint64(m.To) }

// send puts the messages of the system on their way.
func (e *engine) send() {
	n := &e.net
	for i := range e.out {
		m := &e.out[i]
		if e.charge(m.Cause) || m.Cause.Entry == 0 && e.wishes >= e.Warmup {
			e.result.Messages++
			e.result.ByType[m.Kind]++
		}
		at := e.now
		if e.Matrix != nil {
			at += ticks(e.Matrix[m.From][m.To])
		} else {
			at += e.Latency.Draw(e.random)
		}
		if !e.NoFIFO && (e.Latency.Shape != Constant || e.Matrix != nil) {
			at = n.last.after(m, e.now, at)
		}
		var slot int32
		if free := len(n.free); free > 0 {
			slot, n.free = n.free[free-1], n.free[:free-1]
		} else {
			slot = int32(len(n.slots))
			n.slots, n.ids = append(n.slots, mutex.Message{}), append(n.ids, 0)
		}
		n.sent++
		n.slots[slot], n.ids[slot] = *m, n.sent
		e.traceMessage(Sends, m, n.sent)
		switch e.Schedule {
		case LIFO:
			if len(n.stack) > 2*len(n.slots) {
				n.stack = slices.DeleteFunc(n.stack, func(s sending) bool { return n.ids[s.slot] != s.id })
			}
			n.stack = append(n.stack, sending{slot, n.sent})
			if !e.NoFIFO {
				if n.order == nil {
					n.order = map[uint64][]int32{}
				}
				n.order[channel(m)] = append(n.order[channel(m)], slot)
			}
		case Starve:
			if !e.ofVictim(m) {
				n.others++
			}
		}
		e.schedule(at, dueArrival, slot)
	}
}

// arrival handles the moment when the message of a slot is due. The schedule chooses the message
// that arrives then.
func (e *engine) arrival(slot int32) {
	n := &e.net
	switch e.Schedule {
	case Random:
		e.deliver(slot)
	case LIFO:
		top := len(n.stack) - 1
		for n.ids[n.stack[top].slot] != n.stack[top].id {
			top--
		}
		n.stack = n.stack[:top+1]
		slot = n.stack[top].slot
		if !e.NoFIFO {
			c := channel(&n.slots[slot])
			slot = n.order[c][0]
			if n.order[c] = slices.Delete(n.order[c], 0, 1); len(n.order[c]) == 0 {
				delete(n.order, c)
			}
		}
		e.deliver(slot)
	case Starve:
		n.others -= count(!e.ofVictim(&n.slots[slot]))
		n.held = append(n.held, slot)
		for i := e.due(); i >= 0; i = e.due() {
			slot = n.held[i]
			n.held = slices.Delete(n.held, i, i+1)
			e.deliver(slot)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// due returns which of the messages that are held arrives now: one that is not the victim's and has
// none of the victim's before it in its channel; one of the victim's if nothing else is under way;
// -1 for none.
func (e *engine) due() int {
	n := &e.net
	for i, slot := range n.held {
		m := &n.slots[slot]
		ahead := func(other int32) bool { return channel(&n.slots[other]) == channel(m) }
		if !e.ofVictim(m) && (e.NoFIFO || !slices.ContainsFunc(n.held[:i], ahead)) {
			return i
		}
	}
	if n.others > 0 || len(n.held) == 0 {
		return -1
	}
	return 0
}

// ofVictim reports whether the message is from or to the process of the victim.
func (e *engine) ofVictim(m *mutex.Message) bool {
	victim := e.Setup.Place(e.Victim)
	if m.Kind.ToArbiter() {
		return m.From == victim
	}
	return m.To == victim
}

// deliver lets a message arrive.
func (e *engine) deliver(slot int32) {
	m, id := e.net.slots[slot], e.net.ids[slot]
	e.net.free = append(e.net.free, slot)
	e.net.ids[slot] = 0
	e.result.Deliveries++
	if e.system.Lost(m) {
		e.traceMessage(Loses, &m, id)
		return
	}
	e.traceMessage(Arrives, &m, id)
	e.access(&m)
	e.out = e.system.Receive(m, e.out[:0])
	e.send()
	if p, ok := e.Setup.ProcessAt(m.To); ok {
		e.entered(p)
	}
}

// told counts a message that an actor delivers to itself at once.
func (e *engine) told(m mutex.Message) {
	e.access(&m)
	e.traceMessage(Tells, &m, 0)
}

// access counts a message that asks a node.
func (e *engine) access(m *mutex.Message) {
	if (m.Kind == mutex.Request || m.Kind == mutex.Ask) && int(m.To) < e.Setup.Nodes && e.counted(m.Cause.Process, m.Cause.Entry) {
		e.result.Accesses[m.To]++
	}
}
