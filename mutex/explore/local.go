package explore

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// locals numbers the local states of all actors. A local state is the state of a machine, how often
// its process has wished and for what, and the messages under way to it. The effect of a step on
// its own actor depends on nothing else, and its only other effect is to put messages under way to
// others. So every step of a local state, and every arrival of a message in a mailbox, is computed
// once, however many global states contain that local state.
type locals struct {
	config *Config
	actors []actor
	reduce *reducer // nil: no steps are left out
	groups bool     // the rule reads which group a process inside has named

	mu       sync.Mutex // for all below, and for adding to actors
	system   *mutex.System
	messages map[string]uint32
	known    atomic.Pointer[[]*mutex.Message] // all messages so far, by number
	bytes    atomic.Int64
	out      []mutex.Message
	told     bool // since a machine was put into its state
	codec    mutex.Codec
	key      []byte // of the local state that is numbered
	text     []byte // the state that a machine is put into
}

// actor is one place and its local states.
type actor struct {
	process   int32 // -1 if none is here that wishes to enter
	requester *Requester
	rank      int // of the requester
	index     map[string]uint32
	list      atomic.Pointer[[]*local]
}

// local is a local state. It does not change, except that results computed for it are added.
type local struct {
	key     string
	machine mutex.Machine // in this state, read-only; nil if nobody reads it
	phase   mutex.Phase
	wished  uint32
	wish    Choice // unless the process is idle; of any wish that led here, if its group is unread
	box     []channel

	steps atomic.Pointer[[]step]
	joins atomic.Pointer[[]join]
	part  atomic.Pointer[part]
}

// channel holds the messages under way from one actor: in the order of sending, or by number if
// there is no order.
type channel struct {
	from     int32
	messages []uint32
}

// step is one thing that can happen to an actor.
type step struct {
	what  trace.What // Wish, Exit or Arrive
	wish  Choice
	from  int32 // the channel and the number of the message that arrives
	index uint32
	to    uint32   // the local state afterwards
	sends []send   // messages to others, in the order of sending
	sent  []uint32 // all messages of the network, those to itself included
	joint bool     // the actor told itself something at once
}

// send is a message to another actor.
type send struct {
	to      int
	message uint32
}

// join holds a message and the local state to which it leads when it comes to a mailbox.
type join struct{ message, to uint32 }

func newLocals(c *Config) *locals {
	l := &locals{config: c, system: mutex.NewSystem(c.Algorithm, c.Setup), messages: map[string]uint32{}}
	l.codec.Charges = c.Charges
	l.groups = l.system.Rule.Name == mutex.OneGroup
	if c.Reduction == PartialOrder {
		l.reduce = newReducer(c, l.system.Machines)
	}
	l.system.Told = func(mutex.Message) { l.told = true }
	l.known.Store(new([]*mutex.Message))
	l.actors = make([]actor, c.Setup.Actors())
	for i := range l.actors {
		l.actors[i].process = -1
		l.actors[i].index = map[string]uint32{}
		l.actors[i].list.Store(new([]*local))
	}
	for i := range c.Requesters {
		r := &c.Requesters[i]
		a := &l.actors[c.Setup.Place(r.Process)]
		a.process, a.requester, a.rank = r.Process, r, i
	}
	return l
}

// first returns the initial local state of an actor.
func (l *locals) first(actor int) uint32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.intern(actor, l.system.Machines[actor], &local{})
}

func (l *locals) at(actor int, number uint32) *local {
	return (*l.actors[actor].list.Load())[number]
}

func (l *locals) message(number uint32) *mutex.Message { return (*l.known.Load())[number] }

// intern numbers the local state that consists of a machine's state and the other fields of s. It
// keeps s.
func (l *locals) intern(actor int, m mutex.Machine, s *local) uint32 {
	a := &l.actors[actor]
	s.phase = m.Phase()
	key := l.codec.Append(l.key[:0], m)
	state := len(key)
	key = binary.AppendUvarint(key, uint64(s.wished))
	if l.groups && s.phase != mutex.Idle {
		key = binary.AppendVarint(key, int64(s.wish.Group))
	}
	for _, c := range s.box {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(c.from)), uint64(len(c.messages)))
		for _, m := range c.messages {
			key = binary.AppendUvarint(key, uint64(m))
		}
	}
	l.key = key
	if number, ok := a.index[string(key)]; ok {
		return number
	}
	whole := string(key)
	s.key = whole[:state]
	if l.reads() {
		s.machine = l.config.Algorithm.New(l.config.Setup, int32(actor))
		l.load(s.machine, s.key)
	}
	list := *l.actors[actor].list.Load()
	number := uint32(len(list))
	list = append(list, s)
	a.list.Store(&list)
	a.index[whole] = number
	l.bytes.Add(int64(localBytes + 2*len(whole) + 8*len(s.box)))
	return number
}

// localBytes is the approximate memory of a local state besides its key, its steps and its mailbox.
const localBytes = 200

// reads reports whether something reads the machines of states.
func (l *locals) reads() bool {
	return len(l.config.Algorithm.Invariants) > 0
}

// load puts a machine into the state of a key.
func (l *locals) load(m mutex.Machine, key string) {
	l.text = append(l.text[:0], key...)
	if l.codec.Load(l.text, m) != nil {
		panic(fmt.Sprintf("explore: a state of %s that is not read as it was written", l.config.Algorithm.Name))
	}
}

// name numbers a message.
func (l *locals) name(m mutex.Message) uint32 {
	key := m.AppendState(nil, l.config.Charges)
	if number, ok := l.messages[string(key)]; ok {
		return number
	}
	list := *l.known.Load()
	number := uint32(len(list))
	list = append(list, &m)
	l.known.Store(&list)
	l.messages[string(key)] = number
	l.bytes.Add(int64(3*len(key)) + 200)
	return number
}

// stepsOf returns the possible steps of an actor in a local state.
func (l *locals) stepsOf(actor int, s *local) []step {
	if known := s.steps.Load(); known != nil {
		return *known
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if known := s.steps.Load(); known != nil {
		return *known
	}
	var steps []step
	if r := l.actors[actor].requester; r != nil {
		switch s.phase {
		case mutex.Idle:
			wished := s.wished + 1
			if l.config.Entries == 0 { // nobody counts
				wished = 0
			}
			if int(wished) <= l.config.Entries {
				for _, x := range r.Choices {
					l.back(actor, s)
					out := l.system.Wish(mutex.Wish{Process: r.Process, Entry: s.wished + 1, Group: x.Group, Quorum: x.Quorum}, l.out[:0])
					steps = append(steps, l.after(actor, step{what: trace.Wish, wish: x}, &local{wished: wished, wish: x, box: s.box}, out))
				}
			}
		case mutex.Critical:
			if !l.config.NoExit {
				l.back(actor, s)
				out := l.system.Exit(r.Process, l.out[:0])
				steps = append(steps, l.after(actor, step{what: trace.Exit}, &local{wished: s.wished, wish: s.wish, box: s.box}, out))
			}
		}
	}
	for _, c := range s.box {
		for i, m := range c.messages {
			if i > 0 && (!l.config.NoFIFO || m == c.messages[i-1]) {
				continue
			}
			l.back(actor, s)
			out := l.system.Receive(*l.message(m), l.out[:0])
			rest := &local{wished: s.wished, wish: s.wish, box: without(s.box, c.from, i)}
			steps = append(steps, l.after(actor, step{what: trace.Arrive, from: c.from, index: m}, rest, out))
		}
	}
	l.bytes.Add(int64(len(steps)) * 120)
	s.steps.Store(&steps)
	return steps
}

// partOf returns the facts about a local state that the reducer needs.
func (l *locals) partOf(actor int, s *local) *part {
	if known := s.part.Load(); known != nil {
		return known
	}
	var steps []did
	for _, x := range l.stepsOf(actor, s) {
		d := did{role: l.roleOf(&x), exit: x.what == trace.Exit, joint: x.joint}
		for _, m := range x.sent {
			d.to |= both(l.message(m).To)
		}
		steps = append(steps, d)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.back(actor, s)
	var coming []mutex.Message
	for _, c := range s.box {
		for _, m := range c.messages {
			coming = append(coming, *l.message(m))
		}
	}
	p := l.reduce.describe(int32(actor), l.system.Machines[actor], s.wished, coming, steps)
	l.bytes.Add(int64(200 + 48*len(p.later[processRole]) + 48*len(p.later[arbiterRole])))
	s.part.Store(p)
	return p
}

// roleOf returns to which part of its actor a step happens.
func (l *locals) roleOf(s *step) int {
	if s.what == trace.Arrive {
		return roleOf(l.message(s.index))
	}
	return processRole
}

// back puts the machine of an actor into a local state.
func (l *locals) back(actor int, s *local) {
	l.load(l.system.Machines[actor], s.key)
	l.told = false
}

// after completes a step with the present state of the machine and the messages that it sent.
func (l *locals) after(actor int, did step, then *local, out []mutex.Message) step {
	l.out, did.joint = out, l.told
	for _, m := range out {
		number := l.name(m)
		did.sent = append(did.sent, number)
		if int(m.To) == actor {
			then.box = l.with(then.box, number)
		} else {
			did.sends = append(did.sends, send{int(m.To), number})
		}
	}
	did.to = l.intern(actor, l.system.Machines[actor], then)
	return did
}

// joined returns the local state of an actor to which a message has been sent.
func (l *locals) joined(actor int, number, message uint32) uint32 {
	s := l.at(actor, number)
	known := s.joins.Load()
	if known != nil {
		for _, j := range *known {
			if j.message == message {
				return j.to
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var joins []join
	if known := s.joins.Load(); known != nil {
		for _, j := range *known {
			if j.message == message {
				return j.to
			}
		}
		joins = *known
	}
	l.back(actor, s)
	to := l.intern(actor, l.system.Machines[actor], &local{wished: s.wished, wish: s.wish, box: l.with(s.box, message)})
	joins = append(slices.Clip(joins), join{message, to})
	l.bytes.Add(8)
	s.joins.Store(&joins)
	return to
}

// with returns a mailbox with one more message.
func (l *locals) with(box []channel, number uint32) []channel {
	from := l.message(number).From
	box = slices.Clone(box)
	at, ok := slices.BinarySearchFunc(box, from, func(c channel, f int32) int { return int(c.from - f) })
	if !ok {
		return slices.Insert(box, at, channel{from, []uint32{number}})
	}
	list := slices.Clip(box[at].messages)
	if l.config.NoFIFO {
		i, _ := slices.BinarySearch(list, number)
		list = slices.Insert(slices.Clone(list), i, number)
	} else {
		list = append(list, number)
	}
	box[at].messages = list
	return box
}

// without returns a mailbox without the i-th message of a channel.
func without(box []channel, from int32, i int) []channel {
	box = slices.Clone(box)
	at := slices.IndexFunc(box, func(c channel) bool { return c.from == from })
	if len(box[at].messages) == 1 {
		return slices.Delete(box, at, at+1)
	}
	box[at].messages = slices.Delete(slices.Clone(box[at].messages), i, i+1)
	return box
}
