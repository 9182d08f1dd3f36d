package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// process is the part that the machines of most algorithms share for their process.
type process struct {
	setup *Setup
	self  int32 // the actor
	me    int32 // the process at this place
	phase Phase

	group   int32 // the group that its requests name; 0 if they name none
	quorum  int32
	clock   uint32
	stamp   Stamp // of the present request, or the last one
	cause   Cause
	members []member // of the quorum, ascending
	locked  int      // how many of them are known to be locked
}

// member holds the knowledge of a process about a node that it has asked.
type member struct {
	node    int32
	locked  bool   // its lock is here
	failed  bool   // a FAILED, or a lock given back, that no lock has followed
	pending bool   // an INQUIRE waits for an answer
	round   uint32 // of the last lock
	asked   uint32 // the round of an INQUIRE, which may come before its lock; else 0
	cause   Cause  // of that INQUIRE
}

// processAt returns the process at the place of an actor, which is idle.
func processAt(s *Setup, actor int32) process {
	p, _ := s.ProcessAt(actor)
	return process{setup: s, self: actor, me: p, stamp: Stamp{Process: p}}
}

func (m *process) Phase() Phase { return m.phase }

// begin begins a request. Nothing is known yet about the members of its quorum.
func (m *process) begin(w Wish) {
	mustBe(m.phase, Idle, "Wish")
	m.phase, m.quorum, m.cause = Trying, w.Quorum, Cause{w.Process, w.Entry}
	if w.Quorum >= 0 {
		m.expect()
	}
}

// issue begins a request with a new timestamp.
func (m *process) issue(w Wish) {
	m.begin(w)
	m.clock++
	m.stamp.Time = m.clock
}

// expect makes the entries for the members of the quorum.
func (m *process) expect() {
	q := m.setup.Quorums[m.quorum]
	resize(&m.members, len(q))
	for i, j := range q {
		m.members[i].node = j
	}
	m.locked = 0
}

// end ends a request. It panics unless the process is in the phase that the call needs.
func (m *process) end(needed Phase, call string) {
	mustBe(m.phase, needed, call)
	m.phase = Idle
}

// find returns the place of a node among those that were asked, or the place that it would have. It
// looks into the quorum first, which lies closer together than the entries.
func (m *process) find(node int32) (at int, asked bool) {
	if m.quorum >= 0 {
		at, asked = slices.BinarySearch(m.setup.Quorums[m.quorum], node)
		if asked && at < len(m.members) && m.members[at].node == node {
			return at, true
		}
	}
	return slices.BinarySearchFunc(m.members, node, func(of member, node int32) int { return int(of.node - node) })
}

// member returns the entry of a node, or nil if it was not asked.
func (m *process) member(node int32) *member {
	if i, asked := m.find(node); asked {
		return &m.members[i]
	}
	return nil
}

// memberOf returns the entry of the node that a message is about. The node must have been asked.
func (m *process) memberOf(msg Message) *member {
	of := m.member(msg.Node)
	if of == nil {
		panic(fmt.Sprintf("mutex: %v from node %v, which was not asked", msg.Kind, quorum.Node(msg.Node)))
	}
	return of
}

// forNode returns a message to the arbiter of a node.
func (m *process) forNode(k Kind, line uint8, node int32, cause Cause) Message {
	return Message{Kind: k, Line: line, From: m.self, To: node, Node: node, Cause: cause}
}

// forProcess returns a message of the arbiter of this node to a process.
func (m *process) forProcess(k Kind, line uint8, process int32, cause Cause) Message {
	return Message{Kind: k, Line: line, From: m.self, To: m.setup.Place(process), Node: m.self, Cause: cause}
}

// say returns a message to the arbiter of a node about the request. A REQUEST or an ASK names group
// and quorum.
func (m *process) say(k Kind, line uint8, node int32) Message {
	msg := m.forNode(k, line, node, m.cause)
	msg.Stamp = m.stamp
	if k == Request || k == Ask {
		msg.Group, msg.Quorum = m.group, m.quorum
	}
	return msg
}

// multicast sends a message to every node of the quorum.
func (m *process) multicast(k Kind, line uint8, out []Message) []Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		out = append(out, m.say(k, line, j))
	}
	return out
}

// requested goes through the phase and, unless the process is idle, its quorum; it reports whether
// there is a request.
func (m *process) requested(c *Codec) bool {
	if Index(c, &m.phase, int(Critical)+1); m.phase == Idle || c.does == visits {
		return m.phase != Idle
	}
	Index(c, &m.quorum, len(m.setup.Quorums))
	if c.charge(&m.cause); c.does == reads {
		m.expect()
	}
	return true
}

// stamped does the same for a process with timestamps and a clock of a kind.
func (m *process) stamped(c *Codec, clock TimeKind) bool {
	c.Time(clock, processClock(m.self), &m.clock)
	if !m.requested(c) {
		return false
	}
	c.Time(TimeIssued, int64(m.me), &m.stamp.Time)
	return true
}

// processClock is the number of the clock of a process, and arbiterClock that of an arbiter with a
// clock of its own.
func processClock(actor int32) int64 { return 1 + 2*int64(actor) }
func arbiterClock(actor int32) int64 { return 2 + 2*int64(actor) }

// known goes through the entries of the members, with or without the rounds that messages name.
func (m *process) known(c *Codec, rounds bool) {
	for i := 0; i < len(m.members) && (rounds || c.does != visits); i++ {
		m.members[i].state(c, rounds)
	}
	if c.does == reads {
		m.count()
	}
}

func (of *member) state(c *Codec, rounds bool) {
	c.Bools(&of.locked, &of.failed, &of.pending)
	if rounds {
		c.Time(TimeRound, int64(of.node), &of.round)
		c.Time(TimeRound, int64(of.node), &of.asked)
	}
	if of.pending || of.asked > 0 {
		c.charge(&of.cause)
	}
}

// gave reports whether the lock of a round is given back.
func (of *member) gave(round uint32) bool {
	return round < of.round || round == of.round && !of.locked
}

// count counts the members that are locked.
func (m *process) count() {
	m.locked = 0
	for i := range m.members {
		m.locked += count(m.members[i].locked)
	}
}

// MessageTimes visits the timestamp, the clock and the round of a message.
func (m *process) MessageTimes(of *Message, visit TimeVisit) {
	visit(TimeClock, -1-int64(of.Stamp.Process), &of.Stamp.Time)
	visit(TimeShown, processClock(of.To), &of.Clock)
	visit(TimeRound, int64(of.Node), &of.Round)
}

// view shows the process, the nodes that gave it their locks, and those that did not.
func (m *process) view() View {
	v := View{Phase: m.phase}
	for _, of := range m.members {
		switch {
		case m.phase == Idle:
		case of.locked:
			v.Has = append(v.Has, of.node)
		default:
			v.Lacks = append(v.Lacks, of.node)
		}
	}
	return v
}

// lockedBy takes the lock of a member, and reports whether all members are locked now.
func (m *process) lockedBy(of *member) bool {
	m.locked += count(!of.locked)
	of.locked = true
	return m.locked == len(m.members)
}

// viewKnown adds the knowledge of the process to a view: the nodes that have failed it, its clock,
// and whether a FAILED has come that counts for ever.
func (m *process) viewKnown(v *View, ever bool) {
	var failed []int32
	for _, of := range m.members {
		if of.failed && m.phase != Idle {
			failed = append(failed, of.node)
		}
	}
	v.Fields = append(v.Fields, Field{"FAILED", nodeList(failed)}, Field{"clock", fmt.Sprint(m.clock)})
	if ever && m.phase == Trying {
		v.Fields = append(v.Fields, Field{"any FAILED", "yes"})
	}
}
