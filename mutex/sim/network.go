package sim

import (
	"slices"

	"coterie/mutex"
)

// network is the messages under way.
type network struct {
	slots []mutex.Message
	ids   []uint64 // beside slots: the number of the message
	free  []int32
	sent  uint64
	last  map[uint64]Time // of each channel: when its last message arrives

	// What the schedules other than Random keep.
	stack    []int32            // LIFO: the slots, the one sent last at the end
	channels map[uint64][]int32 // LIFO: the slots of each channel, in the order of sending
	held     []int32            // Starve: the messages of the victim that are due
	others   int                // Starve: how many of the others are under way
}

func channel(m *mutex.Message) uint64 { return uint64(m.From)<<32 | uint64(m.To) }

// send puts what the system said on its way.
func (e *engine) send() {
	n := &e.net
	for i := range e.out {
		m := &e.out[i]
		if e.charge(m.Cause) {
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
			at = max(at, n.last[channel(m)])
			n.last[channel(m)] = at
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
		if e.Trace != nil {
			e.Trace(Event{At: e.now, What: Sends, Message: *m, ID: n.sent})
		}
		switch e.Schedule {
		case LIFO:
			n.stack = append(n.stack, slot)
			if !e.NoFIFO {
				if n.channels == nil {
					n.channels = map[uint64][]int32{}
				}
				n.channels[channel(m)] = append(n.channels[channel(m)], slot)
			}
		case Starve:
			if !e.ofVictim(m) {
				n.others++
			}
		}
		e.schedule(at, dueArrival, slot)
	}
}

// arrival is the moment when the message of a slot is due. Which one arrives then the schedule
// says.
func (e *engine) arrival(slot int32) {
	n := &e.net
	switch e.Schedule {
	case Random:
		e.deliver(slot)
	case LIFO:
		slot = n.stack[len(n.stack)-1]
		n.stack = n.stack[:len(n.stack)-1]
		if !e.NoFIFO {
			c := channel(&n.slots[slot])
			slot = n.channels[c][0]
			n.channels[c] = slices.Delete(n.channels[c], 0, 1)
		}
		e.deliver(slot)
	case Starve:
		if e.ofVictim(&n.slots[slot]) {
			n.held = append(n.held, slot)
		} else {
			n.others--
			e.deliver(slot)
		}
		for n.others == 0 && len(n.held) > 0 {
			slot, n.held = n.held[0], n.held[1:]
			e.deliver(slot)
		}
	}
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
	m := e.net.slots[slot]
	e.net.free = append(e.net.free, slot)
	e.result.Deliveries++
	if e.system.Lost(m) {
		if e.Trace != nil {
			e.Trace(Event{At: e.now, What: Loses, Message: m, ID: e.net.ids[slot]})
		}
		return
	}
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Arrives, Message: m, ID: e.net.ids[slot]})
	}
	e.access(&m)
	e.out = e.system.Receive(m, e.out[:0])
	e.send()
	if p, ok := e.Setup.ProcessAt(m.To); ok {
		e.entered(p)
	}
}

// told sees what an actor tells itself at once.
func (e *engine) told(m mutex.Message) {
	e.access(&m)
	if e.Trace != nil {
		e.Trace(Event{At: e.now, What: Tells, Message: m})
	}
}

// access counts that a node is asked.
func (e *engine) access(m *mutex.Message) {
	if (m.Kind == mutex.Request || m.Kind == mutex.Ask) && int(m.To) < e.Setup.Nodes && e.counted(m.Cause.Process, m.Cause.Entry) {
		e.result.Accesses[m.To]++
	}
}
