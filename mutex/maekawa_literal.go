package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// maekawaLiteral is Maekawa's algorithm (1985, section 4), word by word. Only a REQUEST carries a
// sequence number, so every message that arrives is taken to be about the present request and the
// present lock:
//
//   - an INQUIRE that arrives after the RELEASE is ignored (3), but not once the node has sent its
//     next REQUEST: it cannot tell any more; [LateIgnored] reads the text otherwise;
//   - a RELINQUISH relieves the node of its lock (4), whosever it is by then;
//   - FAILED goes to a request when it comes (2), never to one that is overtaken while it waits;
//   - the knowledge of a node comes from a FAILED alone (3), not from its own RELINQUISH. A
//     FAILED is over with the LOCKED that follows; [KnowsEver] takes "has received a FAILED" by the
//     letter;
//   - the locking REQUEST is put into the queue before the most preceding one is taken out (4).
//
// Its faults are known in part. Sanders showed that it can deadlock (ACM Trans. Comput. Syst. 5,
// 1987). We have not found two others in print: two nodes can be inside
// (docs/theorems/maekawa-late-inquire.md), and a request can be overtaken without bound
// (docs/theorems/maekawa-overtaking.md).
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
		New: func(s *Setup, actor int32) Machine { return &literalMachine{site: siteAt(s, actor)} },
	}
}

// literalMachine is one node. Its clock is the greatest sequence number sent or received.
type literalMachine struct {
	site           // the holder is the locking REQUEST, the queue the WAITING QUEUE
	everknown bool // a FAILED has come for this request; kept for KnowsEver
	inquirer  Cause
}

// Wish does step (1).
func (m *literalMachine) Wish(w Wish, out []Message) []Message {
	m.issue(w)
	m.everknown = false
	return m.multicast(Request, maekawa1, out)
}

// Exit does step (6).
func (m *literalMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	for _, of := range m.members {
		out = append(out, m.ask(Release, maekawa6, of.node, m.cause))
	}
	return out
}

// ask returns a message of the process to the arbiter of a node, without a sequence number of its
// own.
func (m *literalMachine) ask(k Kind, line uint8, node int32, cause Cause) Message {
	msg := m.forNode(k, line, node, cause)
	msg.Clock = m.shown()
	return msg
}

// shown returns the sequence number that a message shows.
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
	case Release: // step (7)
		return m.next(m.grant, maekawa7, out)
	}
	if m.phase != Trying {
		return out // an INQUIRE is ignored (3), or answered by the RELEASE
	}
	of := m.member(msg.Node)
	if of == nil {
		return out // late, and from no member of this quorum
	}
	switch msg.Kind {
	case Locked:
		of.failed = false
		if m.lockedBy(of) {
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

// enter does step (5). Inside, nobody reads the knowledge of the process: the RELEASE answers every
// INQUIRE.
func (m *literalMachine) enter() {
	m.phase, m.stamp.Time, m.everknown = Critical, 0, false
	for i := range m.members {
		m.members[i] = member{node: m.members[i].node, locked: true}
	}
}

// knows reports whether the process knows that it will not succeed.
func (m *literalMachine) knows() bool {
	if m.setup.Knows == KnowsEver {
		return m.everknown
	}
	return slices.ContainsFunc(m.members, func(x member) bool { return x.failed })
}

// answer does step (3).
func (m *literalMachine) answer(out []Message) []Message {
	if !m.knows() {
		return out
	}
	for i := range m.members {
		if of := &m.members[i]; of.pending {
			m.locked -= count(of.locked)
			of.pending, of.locked = false, false
			out = append(out, m.ask(Relinquish, maekawa3, of.node, of.cause))
		}
	}
	return out
}

// request does step (2).
func (m *literalMachine) request(msg Message, out []Message) []Message {
	r := waiting{stamp: msg.Stamp, charge: msg.Cause}
	if !m.held {
		return m.grant(r, maekawa2, out)
	}
	preceded := m.holder.stamp.Precedes(r.stamp) || len(m.queue) > 0 && m.queue[0].stamp.Precedes(r.stamp)
	m.enqueue(r)
	switch {
	case preceded:
		return append(out, m.tell(Failed, maekawa2, r.stamp, msg.Cause))
	case m.inquiry:
		return out
	}
	m.inquiry, m.inquirer = true, msg.Cause
	return append(out, m.tell(Inquire, maekawa2, m.holder.stamp, msg.Cause))
}

// tell returns a message of the arbiter to the process of a request. It does not name the request.
func (m *literalMachine) tell(k Kind, line uint8, about Stamp, cause Cause) Message {
	msg := m.site.tell(k, line, about, 0, cause)
	msg.Stamp, msg.Clock = Stamp{}, m.shown()
	return msg
}

// grant locks the node for a request.
func (m *literalMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.give(r)
	return append(out, m.tell(Locked, line, r.stamp, r.charge))
}

// relinquish does step (4).
func (m *literalMachine) relinquish(out []Message) []Message {
	if !m.held {
		return out
	}
	return m.grant(m.takeBack(m.inquirer), maekawa4, out)
}

func (m *literalMachine) View() View {
	v := m.view()
	m.viewLock(&v, "LOCK")
	m.viewKnown(&v, m.everknown)
	return v
}

func (m *literalMachine) State(c *Codec) {
	clock := TimeNext
	if m.setup.Numbers == NumbersAll {
		clock = TimeClock
	}
	if m.stamped(c, clock) {
		c.Bools(&m.everknown)
		m.known(c, false)
	}
	m.lockState(c, m.self)
	c.charge(&m.inquirer)
}

// Needs rules nothing out where channels keep no order or messages can be stale: there an actor may
// speak at once. FAILED is sent when the REQUEST comes, so a node whose LOCKED has come sends none.
func (m *literalMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if !p.FIFO {
		return nil, nil
	}
	r := m.present()
	r.yields = func(i int) Needs {
		return p.fails(to, r.quorum, m.members[i].pending, m.knows(), func(i int) bool { return !p.Once || !r.has(i) })
	}
	return p.toArbiter(m.setup, to, r), m.toProcess(to, p)
}

// Apart: they share the clock, which the next wish reads, and each message where it is shown.
func (m *literalMachine) Apart(p *Prospect) bool {
	return !p.Again && m.setup.Numbers == NumbersRequest
}

// Enters returns the needs of the locks that the process lacks.
func (m *literalMachine) Enters(p *Prospect) Needs {
	if !p.FIFO {
		return nil
	}
	return p.enters(m.present())
}

func (m *literalMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	holds, waits := m.held && m.holder.stamp.Process == process, m.waits(process)
	switch {
	case !ok:
		return Never()
	case p.comes(to, Request), !p.Once && (holds || waits):
		return nil // a stale RELINQUISH may take the lock from anybody
	case waits:
		return p.back(m.setup.Place(m.holder.stamp.Process), Release, Relinquish)
	case holds && !m.inquiry:
		return either(p.back(to, Relinquish), p.asked(m.self))
	case holds:
		return p.back(to, Relinquish)
	}
	return fromProcess(to)
}
