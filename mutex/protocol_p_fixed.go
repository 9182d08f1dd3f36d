package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// protocolPFixed is protocol P without deadlock and starvation. Footnote 1 of the paper leaves that
// to Kakugawa, Fujita, Yamashita and Ae (1994), who order requests by Lamport's timestamps; this is
// the plainest way to use them:
//
//   - the earliest request that waits is the next one to get the OK;
//   - an arbiter that an earlier request finds with its OK given away asks for it back, once for
//     each OK; a process that does not use a resource yet gives it back at once.
//
// So a request can wait only for an earlier one, or for one that uses its resource. Maekawa's
// process relinquishes a lock only if it knows the lock to be useless. Here nobody needs a FAILED.
// For each member a request causes at most REQ, OK, REL, and INQUIRE, RELINQUISH and the OK that
// later goes back: 3 to 6 messages.
//
// An INQUIRE names the OK that it is about, so that a late one takes nothing away, and every
// message carries the clock of its sender: the arbiters of a sharing structure pass the time on
// between processes that never speak to each other.
//
// Proof: docs/theorems/protocol-p.md.
func protocolPFixed() *Algorithm {
	return &Algorithm{
		Name:   "protocol-p-fixed",
		Title:  "protocol P with timestamps and permissions that are taken back: no deadlock",
		Source: "after Miyamoto, Kakugawa and Yamashita 1994, footnote 1",
		Over:   []quorum.Kind{quorum.KindSharing, quorum.KindKCoterie, quorum.KindSystem},
		Order:  OrderProcesses,
		Lines:  []string{"", "(request)", "(permission 1)", "(permission 2)", "(release)", "(inquire')", "(relinquish')", "(permission 3')", "(give up')"},
		Kinds:  []Kind{Request, OK, Inquire, Relinquish, Release},
		Self:   SelfNetwork, Abandons: true,
		New: func(s *Setup, actor int32) Machine { return &pFixedMachine{site: siteAt(s, actor)} },
	}
}

// protocolPRetry is protocol-p-fixed whose processes try other quorums. An arbiter says FAILED to a
// request that has to wait; the process then asks the members of another quorum of its family as
// well, and enters by whichever quorum it has first, releasing the rest.
func protocolPRetry() *Algorithm {
	a := protocolPFixed()
	a.Name = "protocol-p-retry"
	a.Order = OrderAll // the order of the quorums
	a.Title = "protocol-p-fixed whose processes try other quorums while they wait"
	a.Lines = append(a.Lines, "(failed')", "(request')", "(spare')")
	a.Kinds = []Kind{Request, OK, Failed, Inquire, Relinquish, Release}
	a.New = func(s *Setup, actor int32) Machine { return &pFixedMachine{site: siteAt(s, actor), retry: true} }
	return a
}

// pFixedMachine is a process, an arbiter, or both, with one logical clock. The members are the
// nodes that it asked.
type pFixedMachine struct {
	site
	retry  bool  // another quorum is tried while this one waits
	family int32 // the group of its request
}

func (m *pFixedMachine) Wish(w Wish, out []Message) []Message {
	m.issue(w)
	m.family, m.members = w.Group, m.members[:0]
	return m.ask(pRequest, out)
}

// ask sends REQ to those members of the quorum that have none.
func (m *pFixedMachine) ask(line uint8, out []Message) []Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		if i, asked := m.find(j); !asked {
			m.members = slices.Insert(m.members, i, member{node: j})
			out = append(out, m.sayClock(Request, line, j))
		}
	}
	return out
}

// sayClock returns a message of the process about its request, with its clock.
func (m *pFixedMachine) sayClock(k Kind, line uint8, node int32) Message {
	msg := m.say(k, line, node)
	msg.Clock = m.clock
	return msg
}

func (m *pFixedMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return m.leave(pRelease, out)
}

// Abandon is not in the paper.
func (m *pFixedMachine) Abandon(out []Message) []Message {
	m.end(Trying, "Abandon")
	return m.leave(pGiveUp, out)
}

// leave sends REL to all arbiters that were asked.
func (m *pFixedMachine) leave(line uint8, out []Message) []Message {
	for _, of := range m.members {
		out = append(out, m.sayClock(Release, line, of.node))
	}
	return out
}

func (m *pFixedMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Clock)
	switch msg.Kind {
	case Request:
		return m.request(msg, out)
	case Release:
		if r, ok := m.release(msg.Stamp); ok {
			return m.permit(r, pNext, out)
		}
		return out
	case Relinquish:
		return m.relinquish(msg, out)
	}
	// What comes to the process is about its present request, or late.
	if m.phase != Trying || msg.Stamp != m.stamp {
		return out
	}
	switch of := m.memberOf(msg); msg.Kind {
	case OK:
		of.failed, of.round = false, msg.Round
		m.lockedBy(of)
		if q := m.complete(); q >= 0 {
			return m.enter(q, out)
		}
		if of.asked == of.round {
			return m.yield(of, of.cause, out)
		}
		return out
	case Inquire:
		switch {
		case of.locked && of.round == msg.Round:
			return m.yield(of, msg.Cause, out)
		case msg.Round > of.round: // its OK is still on the way
			of.asked, of.cause = msg.Round, msg.Cause
		}
		return out
	case Failed:
		if of.round > 0 {
			return out // an OK has come since
		}
		of.failed = m.retry
		return m.tryAnother(out)
	default:
		panic(fmt.Sprintf("mutex: protocol P knows no %v", msg.Kind))
	}
}

// complete returns a quorum whose members have all sent their OK, or -1. It looks at the present
// quorum or, if others were asked, too, at all of the group. The present one may never be complete,
// if a member has crashed.
func (m *pFixedMachine) complete() int32 {
	present := m.setup.Quorums[m.quorum]
	alone := len(m.members) == len(present)
	switch {
	case alone && m.locked < len(present):
		return -1
	case m.full(m.quorum):
		return m.quorum
	case alone:
		return -1
	}
	know := m.know()
next:
	for q := m.setup.First[m.family]; q < m.setup.First[m.family+1]; q++ {
		for _, j := range m.setup.Quorums[q] {
			if know[j] != pHas {
				continue next
			}
		}
		return q
	}
	return -1
}

// The knowledge of a process about an arbiter.
const (
	pUnasked uint8 = iota
	pAsked
	pHas
	pWaits
)

// know returns the state of the OK of each arbiter, as far as the process knows it.
func (m *pFixedMachine) know() []uint8 {
	know := make([]uint8, m.setup.Nodes)
	for _, of := range m.members {
		switch {
		case of.locked:
			know[of.node] = pHas
		case of.failed:
			know[of.node] = pWaits
		default:
			know[of.node] = pAsked
		}
	}
	return know
}

// full reports whether all members of a quorum have sent their OK.
func (m *pFixedMachine) full(q int32) bool {
	for _, j := range m.setup.Quorums[q] {
		if of := m.member(j); of == nil || !of.locked {
			return false
		}
	}
	return true
}

// enter lets a process with a quorum in, and releases the other arbiters that it had asked. The REL
// after the use answers every INQUIRE of the members.
func (m *pFixedMachine) enter(q int32, out []Message) []Message {
	m.phase, m.quorum = Critical, q
	kept := m.members[:0]
	for _, of := range m.members {
		if slices.Contains(m.setup.Quorums[q], of.node) {
			kept = append(kept, member{node: of.node, locked: true}) // nobody reads more of it inside
		} else {
			out = append(out, m.sayClock(Release, pSpare, of.node))
		}
	}
	m.members = kept
	return out
}

// yield gives an OK back.
func (m *pFixedMachine) yield(of *member, cause Cause, out []Message) []Message {
	of.locked, of.failed, of.asked = false, m.retry, 0
	m.locked--
	back := m.sayClock(Relinquish, pRelinquish, of.node)
	back.Round, back.Cause = of.round, cause
	return m.tryAnother(append(out, back))
}

// tryAnother asks the members of another quorum of the group. It skips quorums with a member that
// is known to make the process wait, and takes the one that needs the fewest further REQs, the
// first from the present one on. If there is none, it waits. Cost O(quorums of the group), if the
// present one has to wait.
func (m *pFixedMachine) tryAnother(out []Message) []Message {
	if !m.retry {
		return out
	}
	know := m.know()
	first := m.setup.First[m.family]
	count := m.setup.First[m.family+1] - first
	best, least := int32(-1), 0
next:
	for i := range count {
		q := first + (m.quorum-first+i)%count
		more := 0
		for _, j := range m.setup.Quorums[q] {
			switch know[j] {
			case pWaits:
				continue next
			case pUnasked:
				more++
			}
		}
		if best < 0 || more < least {
			best, least = q, more
		}
		if least == 0 {
			break
		}
	}
	if best < 0 {
		return out
	}
	m.quorum = best
	return m.ask(pRetry, out)
}

func (m *pFixedMachine) request(msg Message, out []Message) []Message {
	r := waiting{stamp: msg.Stamp, charge: msg.Cause}
	if m.dropped(r.stamp) {
		return out
	}
	if !m.held {
		return m.permit(r, pPermit, out)
	}
	m.enqueue(r)
	if m.retry {
		out = append(out, m.tell(Failed, pFailed, r.stamp, r.charge))
	}
	if m.inquiry || m.holder.stamp.Precedes(r.stamp) {
		return out
	}
	m.inquiry = true
	return append(out, m.tell(Inquire, pInquire, m.holder.stamp, r.charge))
}

// tell is a message of the arbiter to the process of a request.
func (m *pFixedMachine) tell(k Kind, line uint8, about Stamp, cause Cause) Message {
	msg := m.site.tell(k, line, about, m.round, cause)
	if msg.Clock = m.clock; k == Failed { // which is about no OK
		msg.Round = 0
	}
	return msg
}

func (m *pFixedMachine) permit(r waiting, line uint8, out []Message) []Message {
	m.give(r)
	m.round++
	return append(out, m.tell(OK, line, r.stamp, r.charge))
}

func (m *pFixedMachine) relinquish(msg Message, out []Message) []Message {
	if !m.holds(msg.Stamp) || msg.Round != m.round {
		return out
	}
	return m.permit(m.takeBack(msg.Cause), pReturn, out)
}

func (m *pFixedMachine) View() View {
	v := m.view()
	m.viewLock(&v, "OK to")
	v.Fields = append(v.Fields, Field{"clock", fmt.Sprint(m.clock)})
	return v
}

func (m *pFixedMachine) State(c *Codec) {
	if m.stamped(c, TimeClock) {
		Index(c, &m.family, m.setup.Groups())
		Each(c, &m.members, func(of *member) {
			Numbers(c, &of.node)
			of.state(c, true)
		})
		m.count()
	}
	m.lockState(c, m.self)
}

// Needs: an OK is given back when an INQUIRE comes, or with the REL. If processes try other
// quorums, any message may make them send.
func (m *pFixedMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	if m.retry {
		return nil, nil
	}
	r := m.present()
	r.yields = func(i int) Needs {
		if p.comes(to, Inquire) || m.members[i].asked > 0 && p.comes(to, OK) {
			return nil
		}
		return fromArbiter(to)
	}
	process = p.toArbiter(m.setup, to, r)
	other, ok := m.setup.ProcessAt(to)
	if !ok {
		return process, Never()
	}
	if p.comes(to, Request, Relinquish) {
		return process, nil
	}
	arbiter = fromProcess(to)
	if m.waits(other) {
		arbiter = p.back(m.setup.Place(m.holder.stamp.Process), Release, Relinquish)
	}
	if m.held && m.holder.stamp.Process == other && !m.inquiry {
		arbiter = either(arbiter, p.asked(m.self))
	}
	return process, arbiter
}

// Apart is false: each message shows the clock that the parts share.
func (m *pFixedMachine) Apart(*Prospect) bool { return false }

// Enters returns the needs of the locks that the process lacks.
func (m *pFixedMachine) Enters(p *Prospect) Needs {
	if m.retry {
		return nil
	}
	return p.enters(m.present())
}

// Ignores reports the late messages: those about a request that is over or a lock that was given
// back.
func (m *pFixedMachine) Ignores(msg *Message) bool {
	switch {
	case msg.Clock > m.clock || msg.Kind == Request || msg.Kind == Release:
		return false
	case msg.Kind == Relinquish:
		return !m.holds(msg.Stamp) || msg.Round != m.round
	case m.phase != Trying || msg.Stamp != m.stamp:
		return true
	}
	of := m.member(msg.Node)
	return msg.Kind == Failed && of.round > 0 || msg.Kind == Inquire && of.gave(msg.Round)
}
