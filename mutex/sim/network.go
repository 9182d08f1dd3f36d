package sim

import (
	"math/bits"
	"slices"

	"coterie/mutex"
)

// network holds the messages under way.
type network struct {
	slots   arena[slot]
	letters arena[letter]
	recent  int32 // the letter of the last message
	last    channels
	sent    uint64

	// The data of the schedules other than Random.
	stack  []sending          // LIFO: the messages in the order of sending; most are under way
	order  map[uint64][]int32 // LIFO: the slots of each channel in use, in the order of sending
	held   []int32            // Starve: the messages of the victim that are due
	others int                // Starve: how many of the others are under way
}

// slot is a message under way: a letter, its receiver, and the number of the message; 0 if it is
// free.
type slot struct {
	id         uint64
	letter, to int32
}

// letter is the contents of a message to one receiver, or of the same message to several nodes,
// each of which is its To and its Node.
type letter struct {
	mutex.Message
	copies int32 // under way
}

// arena is a list in blocks, with its free places. Blocks do not move, so that a long list leaves
// no garbage.
type arena[T any] struct {
	blocks []*[arenaBlock]T
	free   []int32
}

const arenaBlock = 1024

func (a *arena[T]) at(i int32) *T { return &a.blocks[i/arenaBlock][i%arenaBlock] }

// used returns the number of places that are taken.
func (a *arena[T]) used() int { return len(a.blocks)*arenaBlock - len(a.free) }

// take returns a free place.
func (a *arena[T]) take() int32 {
	last := len(a.free) - 1
	if last < 0 {
		first := int32(len(a.blocks) * arenaBlock)
		a.blocks = append(a.blocks, new([arenaBlock]T))
		if all := len(a.blocks) * arenaBlock; cap(a.free) < all {
			a.free = make([]int32, 0, 2*all)
		}
		for i := range int32(arenaBlock) {
			a.free = append(a.free, first+arenaBlock-1-i)
		}
		last = arenaBlock - 1
	}
	i := a.free[last]
	a.free = a.free[:last]
	return i
}

// post gives a message a slot. It shares the letter of the message before, if it can.
func (n *network) post(m, before *mutex.Message) int32 {
	s := n.slots.take()
	here := n.slots.at(s)
	n.sent++
	here.id, here.to = n.sent, m.To
	shared := false
	if before != nil && m.To == m.Node && before.To == before.Node {
		same := *m
		same.To, same.Node = before.To, before.Node
		shared = same == *before
	}
	if !shared {
		n.recent = n.letters.take()
		*n.letters.at(n.recent) = letter{Message: *m}
	}
	here.letter = n.recent
	n.letters.at(n.recent).copies++
	return s
}

// message returns the message of a slot.
func (n *network) message(s int32) mutex.Message {
	here := n.slots.at(s)
	m := n.letters.at(here.letter).Message
	if m.To == m.Node {
		m.Node = here.to
	}
	m.To = here.to
	return m
}

// drop frees a slot.
func (n *network) drop(s int32) {
	here := n.slots.at(s)
	here.id = 0
	n.slots.free = append(n.slots.free, s)
	l := n.letters.at(here.letter)
	if l.copies--; l.copies == 0 {
		l.Token = nil
		n.letters.free = append(n.letters.free, here.letter)
	}
}

// sending is a message that was sent: its slot at that time, and its number.
type sending struct {
	slot int32
	id   uint64
}

// channels holds for each channel in use when its last message arrives, by linear probing.
type channels struct {
	places []inUse
	used   int // places that are not 0
	shift  int // of a hash, to a place
}

type inUse struct {
	channel uint64
	last    Time // 0: never used
}

// leastChannels is log₂ of the least number of places.
const leastChannels = 8

// after returns the first moment from at on when a message that is sent now can arrive without
// overtaking one, and takes it.
func (c *channels) after(m *mutex.Message, now, at Time) Time {
	if 4*(c.used+1) > 3*len(c.places) {
		c.sweep(now)
	}
	return c.take(channel(m), at)
}

func (c *channels) take(channel uint64, at Time) Time {
	for i := channel * 0x9e3779b97f4a7c15 >> c.shift; ; i = (i + 1) & uint64(len(c.places)-1) {
		p := &c.places[i]
		switch {
		case p.last == 0:
			c.used++
			p.channel = channel
		case p.channel != channel:
			continue
		}
		p.last = max(p.last, at)
		return p.last
	}
}

// sweep removes the channels whose last message has arrived, and makes the table larger or smaller
// if that leaves too many or few. It works in place, on one run of used places after the other: a
// channel lies in the run of its hash.
func (c *channels) sweep(now Time) {
	start := slices.IndexFunc(c.places, func(p inUse) bool { return p.last == 0 })
	c.used = 0
	var kept []inUse
	for i := range c.places {
		p := &c.places[(start+1+i)&(len(c.places)-1)]
		if p.last > now {
			kept = append(kept, *p)
		}
		if p.last > 0 {
			*p = inUse{}
			continue
		}
		for _, k := range kept {
			c.take(k.channel, k.last)
		}
		kept = kept[:0]
	}
	if 3*c.used <= 2*len(c.places) && 16*c.used >= len(c.places) && c.places != nil {
		return
	}
	size := max(leastChannels, bits.Len(uint(2*c.used)))
	old := c.places
	c.places, c.used, c.shift = make([]inUse, 1<<size), 0, 64-size
	for _, p := range old {
		if p.last > 0 {
			c.take(p.channel, p.last)
		}
	}
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
		var before *mutex.Message
		if i > 0 {
			before = &e.out[i-1]
		}
		slot := n.post(m, before)
		e.traceMessage(Sends, m, n.sent)
		switch e.Schedule {
		case LIFO:
			if len(n.stack) > 2*n.slots.used() {
				n.stack = slices.DeleteFunc(n.stack, func(s sending) bool { return n.slots.at(s.slot).id != s.id })
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
		for n.slots.at(n.stack[top].slot).id != n.stack[top].id {
			top--
		}
		n.stack = n.stack[:top+1]
		slot = n.stack[top].slot
		if !e.NoFIFO {
			m := n.message(slot)
			c := channel(&m)
			slot = n.order[c][0]
			if n.order[c] = slices.Delete(n.order[c], 0, 1); len(n.order[c]) == 0 {
				delete(n.order, c)
			}
		}
		e.deliver(slot)
	case Starve:
		m := n.message(slot)
		n.others -= count(!e.ofVictim(&m))
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
		m := n.message(slot)
		ahead := func(other int32) bool { o := n.message(other); return channel(&o) == channel(&m) }
		if !e.ofVictim(&m) && (e.NoFIFO || !slices.ContainsFunc(n.held[:i], ahead)) {
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
	m, id := e.net.message(slot), e.net.slots.at(slot).id
	e.net.drop(slot)
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
