package mutex

import (
	"fmt"

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
//   - a waiting request that had not failed gets FAILED when another one comes before it
//     (Sanders, ACM Trans. Comput. Syst. 5, 1987: without it the algorithm can deadlock);
//   - a process that relinquished a lock knows that it does not have it: this counts as a FAILED,
//     too;
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
		New: func(s *Setup, actor int32) Machine { return &fixedMachine{site: siteAt(s, actor)} },
	}
}

// fixedMachine is one node: a process and an arbiter with one logical clock.
type fixedMachine struct {
	site
	failed    int  // members that have failed the process
	pending   int  // members whose INQUIRE waits
	everknown bool // a FAILED has come for this request; kept for KnowsEver
}

// Wish does step (1).
func (m *fixedMachine) Wish(w Wish, out []Message) []Message {
	m.issue(w)
	m.failed, m.pending, m.everknown = 0, 0, false
	return m.multicast(Request, maekawa1, out)
}

// Exit does step (6).
func (m *fixedMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return m.multicast(Release, maekawa6, out)
}

// Abandon does step (6'), beyond the paper.
func (m *fixedMachine) Abandon(out []Message) []Message {
	m.end(Trying, "Abandon")
	return m.multicast(Release, maekawa6a, out)
}

func (m *fixedMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Stamp.Time)
	switch msg.Kind {
	case Request:
		return m.request(msg, out)
	case Relinquish:
		return m.relinquish(msg, out)
	case Release:
		if r, ok := m.release(msg.Stamp); ok {
			return m.grant(r, maekawa7, out)
		}
		return out
	}
	// What comes to the process is about its present request, or late.
	if m.phase != Trying || msg.Stamp != m.stamp && (msg.Kind != Inquire || !m.takesLate()) {
		return out
	}
	if m.takesLate() && m.member(msg.Node) == nil {
		return out
	}
	switch of := m.memberOf(msg); msg.Kind {
	case Locked:
		return m.lock(of, msg, out)
	case Failed:
		if of.locked || of.failed || m.everknown {
			return out // overtaken by a LOCKED, or known
		}
		m.everknown = m.setup.Knows == KnowsEver
		m.fail(of)
		return m.answer(out)
	case Inquire:
		if of.gave(msg.Round) && !m.takesLate() {
			return out // late: that lock is given back
		}
		if !of.pending {
			m.pending++
		}
		of.pending, of.asked, of.cause = true, msg.Round, msg.Cause // a flaw that names no round sets none
		return m.answer(out)
	default:
		panic(fmt.Sprintf("mutex: maekawa-fixed knows no %v", msg.Kind))
	}
}

// fail notes that a member has failed the process. Nobody reads this if everknown is set.
func (m *fixedMachine) fail(of *member) {
	if !of.failed && !m.everknown {
		of.failed = true
		m.failed++
	}
}

// lock does step (5), where it is the last one.
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
	of.round = msg.Round
	if m.lockedBy(of) {
		m.enter()
		return out
	}
	return m.answer(out)
}

// enter clears the variables that nobody reads inside: the RELEASE will answer every INQUIRE.
func (m *fixedMachine) enter() {
	m.phase, m.failed, m.pending, m.everknown = Critical, 0, 0, false
	for i := range m.members {
		m.members[i] = member{node: m.members[i].node, locked: true}
	}
}

// knows reports whether the process knows that it will not succeed now.
func (m *fixedMachine) knows() bool {
	return m.failed > 0 || m.everknown
}

// answer does step (3): once the process knows that it will not succeed, it relinquishes the locks
// that it is asked for. Giving one up adds to its knowledge.
func (m *fixedMachine) answer(out []Message) []Message {
	if m.pending == 0 || !m.knows() {
		return out
	}
	for i := range m.members {
		of := &m.members[i]
		if !of.pending || !m.mayAnswer(of) {
			continue
		}
		m.pending--
		m.locked -= count(of.locked)
		of.pending, of.locked, of.asked = false, false, 0
		m.fail(of)
		back := m.say(Relinquish, maekawa3, of.node)
		back.Round, back.Cause = of.round, of.cause
		out = append(out, back)
		if of.node == m.self && m.setup.Self != SelfNetwork {
			of.round = 0 // a message that a node delivers to itself at once is never late
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

// request does step (2).
func (m *fixedMachine) request(msg Message, out []Message) []Message {
	r := waiting{stamp: msg.Stamp, charge: msg.Cause}
	if m.dropped(r.stamp) {
		return out
	}
	if !m.held {
		return m.grant(r, maekawa2, out)
	}
	waiter := len(m.queue) > 0 && m.setup.Flaw != FailsForHolderOnly && m.queue[0].stamp.Precedes(r.stamp)
	if waiter || m.holder.stamp.Precedes(r.stamp) {
		r.failed = true
		m.enqueue(r)
		return append(out, m.tell(Failed, maekawa2, r.stamp, 0, msg.Cause))
	}
	if len(m.queue) > 0 && !m.queue[0].failed && r.stamp.Precedes(m.queue[0].stamp) {
		m.queue[0].failed = true
		out = append(out, m.tell(Failed, maekawa2a, m.queue[0].stamp, 0, msg.Cause))
	}
	m.enqueue(r)
	if m.inquiry {
		return out
	}
	m.inquiry = true
	return append(out, m.tell(Inquire, maekawa2, m.holder.stamp, m.askedRound(), msg.Cause))
}

// askedRound returns the round that an INQUIRE names, if anything reads it.
func (m *fixedMachine) askedRound() uint32 {
	if m.takesLate() {
		return 0
	}
	return m.round
}

// grant gives the lock of this node.
func (m *fixedMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.give(r)
	if m.setup.Flaw != TakesLateRelinquish { // which reads no round
		m.round++
	}
	return append(out, m.tell(Locked, line, r.stamp, m.round, r.charge))
}

// relinquish does step (4).
func (m *fixedMachine) relinquish(msg Message, out []Message) []Message {
	if !m.held || (m.holder.stamp != msg.Stamp || msg.Round != m.round) && m.setup.Flaw != TakesLateRelinquish {
		return out
	}
	m.holder.failed = true
	return m.grant(m.takeBack(msg.Cause), maekawa4, out)
}

func (m *fixedMachine) View() View {
	v := m.view()
	m.viewLock(&v, "LOCK")
	m.viewKnown(&v, m.everknown)
	return v
}

func (m *fixedMachine) State(c *Codec) {
	if m.stamped(c, TimeNext) {
		c.Bools(&m.everknown)
		m.known(c, true)
		m.failed, m.pending = 0, 0
		for _, of := range m.members {
			m.failed, m.pending = m.failed+count(of.failed), m.pending+count(of.pending)
		}
	}
	m.lockState(c, m.self)
}

// Needs: a FAILED is late if its node has given its lock since.
func (m *fixedMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	r := m.present()
	r.yields = func(i int) Needs {
		return p.fails(to, r.quorum, m.members[i].pending, m.knows(), func(i int) bool { return !r.has(i) })
	}
	return p.toArbiter(m.setup, to, r), m.toProcess(to, p)
}

// Apart is false if the process may wish again: the parts share the clock, which the next wish
// reads.
func (m *fixedMachine) Apart(p *Prospect) bool { return !p.Again }

func (m *fixedMachine) toProcess(to int32, p *Prospect) Needs {
	process, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never()
	}
	if p.comes(to, Request) {
		return nil
	}
	var ways []Needs
	if !m.waits(process) {
		ways = append(ways, fromProcess(to))
	}
	for _, w := range m.queue {
		if w.stamp.Process == process {
			ways = append(ways, p.back(m.setup.Place(m.holder.stamp.Process), Release, Relinquish))
			if !w.failed {
				ways = append(ways, p.asked(m.self)) // (2')
			}
		}
	}
	if m.held && m.holder.stamp.Process == process {
		ways = append(ways, p.back(to, Relinquish))
		if !m.inquiry {
			ways = append(ways, p.asked(m.self))
		}
	}
	return either(ways...)
}

// Ignores reports the late messages: those about a request that is over, about a grant that was
// given back, or about a lock that has come since. Once an arbiter has sent FAILED or LOCKED, one
// of the two holds from then on. The clock has seen all these stamps before.
func (m *fixedMachine) Ignores(msg *Message) bool {
	switch {
	case m.setup.Flaw != Flawless || msg.Kind == Request || msg.Kind == Release:
		return false
	case msg.Kind == Relinquish:
		return msg.Node == m.self && (!m.holds(msg.Stamp) || msg.Round != m.round)
	case m.phase != Trying || msg.Stamp != m.stamp:
		return true
	}
	of := m.member(msg.Node)
	return msg.Kind == Failed && (of.locked || of.failed || m.everknown) || msg.Kind == Inquire && of.gave(msg.Round)
}
