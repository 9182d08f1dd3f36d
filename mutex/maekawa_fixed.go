package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// The steps of Maekawa's section 4, as Lines has them; the primed ones are ours.
const (
	maekawa1  = iota + 1 // (1) REQUEST to every member
	maekawa2             // (2) LOCKED, FAILED or INQUIRE
	maekawa3             // (3) RELINQUISH
	maekawa4             // (4) LOCKED to the most preceding
	maekawa5             // (5) enter
	maekawa6             // (6) RELEASE
	maekawa7             // (7) LOCKED to the next
	maekawa2a            // (2') FAILED to a request that waits, and that a new one precedes
	maekawa6a            // (6') RELEASE of a request that is given up
)

// maekawaFixed is Maekawa's algorithm (1985, section 4) without the faults of its text:
//
//   - a waiting request that had not failed is told FAILED when another one comes before it
//     (Sanders, ACM Trans. Comput. Syst. 5, 1987: without it the algorithm can deadlock);
//   - a process that relinquished a lock knows that it does not have it: that is a FAILED, too;
//   - an INQUIRE names the grant that it is about, so that one that arrives late, after the RELEASE
//     or even after the next REQUEST, takes nothing away, whatever order the channels keep (Chang,
//     SPDP 1993, was the first to do without their order; we know his abstract alone).
func maekawaFixed() *Algorithm {
	return &Algorithm{
		Name:   "maekawa-fixed",
		Title:  "Maekawa's algorithm, with the faults of its text mended",
		Source: "Maekawa 1985, section 4; Sanders 1987",
		Over:   []quorum.Kind{quorum.KindSystem},
		Order:  OrderProcesses,
		Lines:  []string{"", "(1)", "(2)", "(3)", "(4)", "(5)", "(6)", "(7)", "(2')", "(6')"},
		Kinds:  []Kind{Request, Locked, Failed, Inquire, Relinquish, Release},
		Self:   SelfLocal, Abandons: true,
		New: func(s *Setup, actor int32) Machine { return &fixedMachine{setup: s, self: actor} },
	}
}

// member is what a process knows of one node of its quorum.
type member struct {
	locked  bool
	failed  bool   // a FAILED, or a lock relinquished, that no LOCKED has followed
	pending bool   // an INQUIRE waits for an answer
	round   uint32 // of the last LOCKED
	asked   uint32 // the round of the pending INQUIRE, which may come before its LOCKED; else 0
	cause   Cause  // of the pending INQUIRE
}

// fixedMachine is one node: a process and an arbiter with one logical clock.
type fixedMachine struct {
	setup *Setup
	self  int32
	clock uint32

	// The process.
	phase     Phase
	stamp     Stamp
	cause     Cause
	quorum    int32
	members   []member // beside the nodes of the quorum
	locked    int
	failed    int
	pending   int
	everknown bool // a FAILED has come for this request; kept for KnowsEver

	// The arbiter.
	held    bool
	holder  waiting
	round   uint32 // of the last grant
	inquiry bool   // an INQUIRE is out
	queue   []waiting
	gone    []Stamp // requests given up whose REQUEST has not come yet
}

func (m *fixedMachine) Phase() Phase { return m.phase }

// Wish is step (1).
func (m *fixedMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.clock++
	m.phase, m.quorum = Trying, w.Quorum
	m.stamp = Stamp{m.clock, w.Process}
	m.cause = Cause{w.Process, w.Entry}
	q := m.setup.Quorums[w.Quorum]
	m.members = slices.Grow(m.members[:0], len(q))[:len(q)]
	clear(m.members)
	m.locked, m.failed, m.pending, m.everknown = 0, 0, 0, false
	return m.multicast(Request, maekawa1, m.quorum, out)
}

// multicast sends a message about the request to every member, with the quorum if it is read.
func (m *fixedMachine) multicast(k Kind, line uint8, quorum int32, out []Message) []Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		out = append(out, Message{Kind: k, Line: line, From: m.self, To: j, Node: j, Stamp: m.stamp, Quorum: quorum, Cause: m.cause})
	}
	return out
}

// Exit is step (6).
func (m *fixedMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	return m.multicast(Release, maekawa6, 0, out)
}

// Abandon is step (6'), beyond the paper.
func (m *fixedMachine) Abandon(out []Message) []Message {
	mustBe(m.phase, Trying, "Abandon")
	m.phase = Idle
	return m.multicast(Release, maekawa6a, 0, out)
}

func (m *fixedMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Stamp.Time)
	switch msg.Kind {
	case Request:
		return m.request(msg, out)
	case Relinquish:
		return m.relinquish(msg, out)
	case Release:
		return m.release(msg, out)
	}
	// What comes to the process is about its present request, or late.
	if m.phase != Trying || msg.Stamp != m.stamp && (msg.Kind != Inquire || !m.takesLate()) {
		return out
	}
	at, ok := slices.BinarySearch(m.setup.Quorums[m.quorum], msg.Node)
	if !ok && m.takesLate() {
		return out
	}
	if !ok {
		panic(fmt.Sprintf("mutex: %v from node %v, no member", msg.Kind, quorum.Node(msg.Node)))
	}
	switch of := &m.members[at]; msg.Kind {
	case Locked:
		return m.lock(of, msg, out)
	case Failed:
		if of.locked || of.failed || m.everknown {
			return out // overtaken by a LOCKED, or known
		}
		m.everknown = m.setup.Knows == KnowsEver
		of.failed = true // which nobody reads beside everknown
		m.failed++
		return m.answer(out)
	case Inquire:
		if (msg.Round < of.round || msg.Round == of.round && !of.locked) && !m.takesLate() {
			return out // late: that lock is given back
		}
		if !of.pending {
			m.pending++
		}
		of.pending, of.asked, of.cause = true, msg.Round, msg.Cause // a flaw that asks for no round is told none
		return m.answer(out)
	default:
		panic(fmt.Sprintf("mutex: maekawa-fixed knows no %v", msg.Kind))
	}
}

// lock is step (5), where it is the last one.
func (m *fixedMachine) lock(of *member, msg Message, out []Message) []Message {
	if of.failed {
		of.failed = false
		m.failed--
	}
	if m.setup.Flaw == ClearsAnyFailed {
		for i := range m.members {
			m.members[i].failed = false
		}
		m.failed = 0
	}
	if !of.locked {
		m.locked++
	}
	of.locked, of.round = true, msg.Round
	if m.locked == len(m.members) {
		m.enter()
		return out
	}
	return m.answer(out)
}

// enter forgets what nobody reads inside: the RELEASE will answer what is asked.
func (m *fixedMachine) enter() {
	m.phase, m.failed, m.pending, m.everknown = Critical, 0, 0, false
	for i := range m.members {
		m.members[i] = member{locked: true}
	}
}

// knows reports whether the process knows that it will not succeed now.
func (m *fixedMachine) knows() bool {
	return m.failed > 0 || m.everknown
}

// answer is step (3): once the process knows that it will not succeed, it relinquishes the locks
// that it is asked for. To give one up is to know more.
func (m *fixedMachine) answer(out []Message) []Message {
	if m.pending == 0 || !m.knows() {
		return out
	}
	for i, j := range m.setup.Quorums[m.quorum] {
		of := &m.members[i]
		if !of.pending || !m.mayAnswer(of) {
			continue
		}
		m.pending--
		m.locked -= count(of.locked)
		m.failed += count(!of.failed)
		of.pending, of.locked, of.failed, of.asked = false, false, true, 0
		out = append(out, Message{Kind: Relinquish, Line: maekawa3, From: m.self, To: j, Node: j, Stamp: m.stamp, Round: of.round, Cause: of.cause})
		if j == m.self && m.setup.Self != SelfNetwork {
			of.round = 0 // what a node tells itself at once is never late
		}
	}
	return out
}

// takesLate reports whether a flaw takes an INQUIRE that comes late to be about the present lock.
func (m *fixedMachine) takesLate() bool {
	return m.setup.Flaw == TakesLateInquire || m.setup.Flaw == TakesLateRelinquish
}

// mayAnswer reports whether the process has the lock that it is asked for.
func (m *fixedMachine) mayAnswer(of *member) bool {
	switch m.setup.Flaw {
	case TakesLateInquire:
		return of.locked
	case TakesLateRelinquish:
		return true
	}
	return of.locked && of.asked == of.round
}

// request is step (2).
func (m *fixedMachine) request(msg Message, out []Message) []Message {
	r := waiting{stamp: msg.Stamp, charge: msg.Cause}
	if i := slices.Index(m.gone, r.stamp); i >= 0 {
		m.gone = slices.Delete(m.gone, i, i+1)
		return out
	}
	if !m.held {
		return m.grant(r, maekawa2, out)
	}
	waiter := len(m.queue) > 0 && m.setup.Flaw != FailsForHolderOnly && m.queue[0].stamp.Precedes(r.stamp)
	if waiter || m.holder.stamp.Precedes(r.stamp) {
		r.failed = true
		m.queue = enqueue(m.queue, r)
		return append(out, m.tell(Failed, maekawa2, r.stamp, msg.Cause))
	}
	if len(m.queue) > 0 && !m.queue[0].failed && r.stamp.Precedes(m.queue[0].stamp) {
		m.queue[0].failed = true
		out = append(out, m.tell(Failed, maekawa2a, m.queue[0].stamp, msg.Cause))
	}
	m.queue = enqueue(m.queue, r)
	if m.inquiry {
		return out
	}
	m.inquiry = true
	return append(out, m.tell(Inquire, maekawa2, m.holder.stamp, msg.Cause))
}

// tell is a message of the arbiter to the process of a request, with the round if it is read.
func (m *fixedMachine) tell(k Kind, line uint8, about Stamp, cause Cause) Message {
	round := m.round
	if k == Failed || k == Inquire && m.takesLate() {
		round = 0
	}
	return Message{Kind: k, Line: line, From: m.self, To: m.setup.Place(about.Process), Node: m.self, Stamp: about, Round: round, Cause: cause}
}

// grant gives the lock of this node.
func (m *fixedMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.held, m.holder, m.inquiry = true, r, false
	if m.setup.Flaw != TakesLateRelinquish { // which reads no round
		m.round++
	}
	return append(out, m.tell(Locked, line, r.stamp, r.charge))
}

// next gives the lock to the most preceding request that waits, if there is one.
func (m *fixedMachine) next(line uint8, out []Message) []Message {
	m.held, m.inquiry = false, false
	if len(m.queue) == 0 {
		return out
	}
	var r waiting
	r, m.queue = dequeue(m.queue)
	return m.grant(r, line, out)
}

// relinquish is step (4).
func (m *fixedMachine) relinquish(msg Message, out []Message) []Message {
	if !m.held || (m.holder.stamp != msg.Stamp || msg.Round != m.round) && m.setup.Flaw != TakesLateRelinquish {
		return out
	}
	r := m.holder
	r.failed, r.charge = true, msg.Cause
	m.queue = enqueue(m.queue, r)
	return m.next(maekawa4, out)
}

// release is step (7), and takes back a request that is given up.
func (m *fixedMachine) release(msg Message, out []Message) []Message {
	if m.held && m.holder.stamp == msg.Stamp {
		return m.next(maekawa7, out)
	}
	if i := indexWaiting(m.queue, msg.Stamp); i >= 0 {
		m.queue = slices.Delete(m.queue, i, i+1)
		return out
	}
	m.gone = append(m.gone, msg.Stamp)
	return out
}

func (m *fixedMachine) View() View {
	v := View{Phase: m.phase}
	v.viewOf(m.held, m.holder, m.inquiry, m.queue)
	var nodes []int32
	if m.phase != Idle {
		nodes = m.setup.Quorums[m.quorum]
	}
	v.membersOf(nodes, func(i int) bool { return m.members[i].locked }, func(i int) bool { return m.members[i].failed && !m.everknown })
	v.Fields = append(v.Fields, Field{"clock", fmt.Sprint(m.clock)})
	if m.everknown && m.phase == Trying {
		v.Fields = append(v.Fields, Field{"any FAILED", "yes"})
	}
	return v
}

// String returns the stamp as time.process, as in 1.7.
func (s Stamp) String() string {
	return fmt.Sprintf("%d.%v", s.Time, quorum.Node(s.Process))
}

func (m *fixedMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(dst, m.clock, m.round)
	dst = appendNumbers(dst, uint8(m.phase))
	if m.phase != Idle {
		dst = appendStamp(appendNumbers(dst, m.quorum), m.stamp)
		dst = appendBool(dst, m.everknown)
		for _, of := range m.members {
			dst = appendBool(appendBool(appendBool(dst, of.locked), of.failed && !m.everknown), of.pending)
			dst = appendNumbers(dst, of.round, of.asked)
		}
	}
	dst = appendBool(appendBool(dst, m.held), m.inquiry)
	if m.held {
		dst = appendStamp(dst, m.holder.stamp)
	}
	dst = appendNumbers(dst, len(m.queue))
	for _, w := range m.queue {
		dst = appendBool(appendStamp(dst, w.stamp), w.failed)
	}
	dst = appendNumbers(dst, len(m.gone))
	for _, s := range m.gone {
		dst = appendStamp(dst, s)
	}
	return dst
}

func (m *fixedMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.clock, m.round = readNumber[uint32](r), readNumber[uint32](r)
	m.phase = Phase(readNumber[uint8](r))
	m.members, m.locked, m.failed, m.pending = m.members[:0], 0, 0, 0
	if m.phase != Idle {
		m.quorum, m.stamp = readNumber[int32](r), readStamp(r)
		m.everknown = readBool(r)
		if m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) {
			return nil, errState
		}
		for range m.setup.Quorums[m.quorum] {
			of := member{locked: readBool(r), failed: readBool(r), pending: readBool(r), round: readNumber[uint32](r), asked: readNumber[uint32](r)}
			m.locked, m.failed, m.pending = m.locked+count(of.locked), m.failed+count(of.failed), m.pending+count(of.pending)
			m.members = append(m.members, of)
		}
	}
	m.held, m.inquiry = readBool(r), readBool(r)
	if m.held {
		m.holder = waiting{stamp: readStamp(r)}
	}
	m.queue = m.queue[:0]
	for range readCount(r) {
		m.queue = append(m.queue, waiting{stamp: readStamp(r), failed: readBool(r)})
	}
	m.gone = m.gone[:0]
	for range readCount(r) {
		m.gone = append(m.gone, readStamp(r))
	}
	return r.src, r.err
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
