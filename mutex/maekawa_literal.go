package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// maekawaLiteral is Maekawa's algorithm (1985, section 4), word by word. Only a REQUEST carries a
// sequence number, so what arrives is taken to be about the present request and the present lock:
//
//   - an INQUIRE that arrives after the RELEASE is ignored (3), but not once the node has sent its
//     next REQUEST: it cannot tell any more; [LateIgnored] reads the text otherwise;
//   - a RELINQUISH relieves the node of its lock (4), whosever it is by then;
//   - FAILED goes to a request when it comes (2), never to one that is overtaken while it waits;
//   - what a node knows comes from a FAILED alone (3), not from what it relinquished itself. A
//     FAILED is over with the LOCKED that follows; [KnowsEver] takes "has received a FAILED" by the
//     letter;
//   - the locking REQUEST is put into the queue before the most preceding one is taken out (4).
//
// Its faults are known in part: that it can deadlock, since Sanders (ACM Trans. Comput. Syst. 5,
// 1987). That two nodes can be inside (docs/theorems/maekawa-late-inquire.md), and that no bound
// holds for how often a request is overtaken (docs/theorems/maekawa-overtaking.md), is printed
// nowhere that we could find.
func maekawaLiteral() *Algorithm {
	return &Algorithm{
		Name:   "maekawa",
		Title:  "Maekawa's algorithm as it is printed, with its faults",
		Source: "Maekawa 1985, section 4",
		Over:   []quorum.Kind{quorum.KindSystem},
		Order:  OrderProcesses,
		Lines:  []string{"", "(1)", "(2)", "(3)", "(4)", "(5)", "(6)", "(7)"},
		Kinds:  []Kind{Request, Locked, Failed, Inquire, Relinquish, Release},
		Self:   SelfLocal, NeedsFIFO: true, Unsafe: true, Readings: true,
		New: func(s *Setup, actor int32) Machine { return &literalMachine{setup: s, self: actor} },
	}
}

// literalMember is what a process knows of one node of its quorum.
type literalMember struct {
	locked  bool
	failed  bool  // a FAILED that no LOCKED has followed; not kept for KnowsEver
	pending bool  // the reply to an INQUIRE is deferred
	cause   Cause // of that INQUIRE
}

// literalMachine is one node.
type literalMachine struct {
	setup *Setup
	self  int32
	clock uint32 // the greatest sequence number sent or received

	phase     Phase
	stamp     Stamp
	cause     Cause
	quorum    int32
	members   []literalMember
	everknown bool // a FAILED has come for this request; kept for KnowsEver

	held     bool
	holder   waiting // the locking REQUEST
	inquiry  bool    // an INQUIRE is out
	inquirer Cause
	queue    []waiting // the WAITING QUEUE
}

func (m *literalMachine) Phase() Phase { return m.phase }

// Wish is step (1).
func (m *literalMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.clock++
	m.phase, m.quorum, m.everknown = Trying, w.Quorum, false
	m.stamp, m.cause = Stamp{m.clock, w.Process}, Cause{w.Process, w.Entry}
	q := m.setup.Quorums[w.Quorum]
	m.members = slices.Grow(m.members[:0], len(q))[:len(q)]
	clear(m.members)
	for _, j := range q {
		out = append(out, Message{Kind: Request, Line: maekawa1, From: m.self, To: j, Node: j, Stamp: m.stamp, Quorum: m.quorum, Cause: m.cause})
	}
	return out
}

// Exit is step (6).
func (m *literalMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	for _, j := range m.setup.Quorums[m.quorum] {
		out = append(out, Message{Kind: Release, Line: maekawa6, From: m.self, To: j, Node: j, Clock: m.shown(), Cause: m.cause})
	}
	return out
}

// shown is the sequence number that a message shows.
func (m *literalMachine) shown() uint32 {
	if m.setup.Numbers == NumbersAll {
		return m.clock
	}
	return 0
}

func (m *literalMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Stamp.Time, msg.Clock)
	switch msg.Kind {
	case Request:
		return m.request(msg, out)
	case Relinquish:
		return m.relinquish(out)
	case Release:
		return m.release(out)
	}
	if m.phase != Trying {
		return out // an INQUIRE is ignored (3), or answered by the RELEASE
	}
	i, ok := slices.BinarySearch(m.setup.Quorums[m.quorum], msg.Node)
	if !ok {
		return out // late, and from no member of this quorum
	}
	switch of := &m.members[i]; msg.Kind {
	case Locked:
		of.locked, of.failed = true, false
		if !slices.ContainsFunc(m.members, func(x literalMember) bool { return !x.locked }) {
			m.enter()
		}
		return out
	case Failed:
		m.everknown = m.setup.Knows == KnowsEver
		of.failed = !m.everknown
		return m.answer(out)
	case Inquire:
		if m.setup.Late == LateIgnored && !of.locked {
			return out
		}
		of.pending, of.cause = true, msg.Cause
		return m.answer(out)
	default:
		panic(fmt.Sprintf("mutex: maekawa knows no %v", msg.Kind))
	}
}

// enter is step (5). Inside, nobody reads what the process knew: the RELEASE answers every INQUIRE.
func (m *literalMachine) enter() {
	m.phase, m.stamp.Time, m.everknown = Critical, 0, false
	for i := range m.members {
		m.members[i] = literalMember{locked: true}
	}
}

// knows reports whether the process knows that it will not succeed.
func (m *literalMachine) knows() bool {
	if m.setup.Knows == KnowsEver {
		return m.everknown
	}
	return slices.ContainsFunc(m.members, func(x literalMember) bool { return x.failed })
}

// answer is step (3).
func (m *literalMachine) answer(out []Message) []Message {
	if !m.knows() {
		return out
	}
	for i, j := range m.setup.Quorums[m.quorum] {
		if of := &m.members[i]; of.pending {
			of.pending, of.locked = false, false
			out = append(out, Message{Kind: Relinquish, Line: maekawa3, From: m.self, To: j, Node: j, Clock: m.shown(), Cause: of.cause})
		}
	}
	return out
}

// request is step (2).
func (m *literalMachine) request(msg Message, out []Message) []Message {
	r := waiting{stamp: msg.Stamp, charge: msg.Cause}
	if !m.held {
		return m.grant(r, maekawa2, out)
	}
	preceded := m.holder.stamp.Precedes(r.stamp) || len(m.queue) > 0 && m.queue[0].stamp.Precedes(r.stamp)
	m.queue = enqueue(m.queue, r)
	switch {
	case preceded:
		return append(out, m.tell(Failed, maekawa2, r.stamp.Process, msg.Cause))
	case m.inquiry:
		return out
	}
	m.inquiry, m.inquirer = true, msg.Cause
	return append(out, m.tell(Inquire, maekawa2, m.holder.stamp.Process, msg.Cause))
}

// tell is a message of the arbiter to a process.
func (m *literalMachine) tell(k Kind, line uint8, process int32, cause Cause) Message {
	return Message{Kind: k, Line: line, From: m.self, To: m.setup.Place(process), Node: m.self, Clock: m.shown(), Cause: cause}
}

// grant locks the node for a request.
func (m *literalMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.held, m.holder, m.inquiry = true, r, false
	return append(out, m.tell(Locked, line, r.stamp.Process, r.charge))
}

// next locks the node for the most preceding request that waits, if there is one.
func (m *literalMachine) next(line uint8, out []Message) []Message {
	m.held, m.inquiry = false, false
	if len(m.queue) == 0 {
		return out
	}
	var r waiting
	r, m.queue = dequeue(m.queue)
	return m.grant(r, line, out)
}

// relinquish is step (4).
func (m *literalMachine) relinquish(out []Message) []Message {
	if !m.held {
		return out
	}
	r := m.holder
	r.charge = m.inquirer
	m.queue = enqueue(m.queue, r)
	return m.next(maekawa4, out)
}

// release is step (7).
func (m *literalMachine) release(out []Message) []Message {
	if !m.held {
		return out
	}
	return m.next(maekawa7, out)
}

func (m *literalMachine) View() View {
	v := View{Phase: m.phase}
	v.viewOf(m.held, m.holder, m.inquiry, m.queue)
	var nodes []int32
	if m.phase != Idle {
		nodes = m.setup.Quorums[m.quorum]
	}
	v.membersOf(nodes, func(i int) bool { return m.members[i].locked }, func(i int) bool { return m.members[i].failed })
	v.Fields = append(v.Fields, Field{"clock", fmt.Sprint(m.clock)})
	if m.everknown && m.phase == Trying {
		v.Fields = append(v.Fields, Field{"any FAILED", "yes"})
	}
	return v
}

func (m *literalMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(dst, m.clock)
	dst = appendNumbers(dst, uint8(m.phase))
	if m.phase != Idle {
		dst = appendStamp(appendNumbers(dst, m.quorum), m.stamp)
		dst = appendBool(dst, m.everknown)
		for _, of := range m.members {
			dst = appendBool(appendBool(appendBool(dst, of.locked), of.failed), of.pending)
		}
	}
	dst = appendBool(appendBool(dst, m.held), m.inquiry)
	if m.held {
		dst = appendStamp(dst, m.holder.stamp)
	}
	dst = appendNumbers(dst, len(m.queue))
	for _, w := range m.queue {
		dst = appendStamp(dst, w.stamp)
	}
	return dst
}

func (m *literalMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.clock = readNumber[uint32](r)
	m.phase = Phase(readNumber[uint8](r))
	m.members = m.members[:0]
	if m.phase != Idle {
		m.quorum, m.stamp = readNumber[int32](r), readStamp(r)
		m.everknown = readBool(r)
		if m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) {
			return nil, errState
		}
		for range m.setup.Quorums[m.quorum] {
			m.members = append(m.members, literalMember{locked: readBool(r), failed: readBool(r), pending: readBool(r)})
		}
	}
	m.held, m.inquiry = readBool(r), readBool(r)
	if m.held {
		m.holder = waiting{stamp: readStamp(r)}
	}
	m.queue = m.queue[:0]
	for range readCount(r) {
		m.queue = append(m.queue, waiting{stamp: readStamp(r)})
	}
	return r.src, r.err
}
