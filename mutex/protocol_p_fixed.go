package mutex

import (
	"fmt"
	"slices"
	"strings"

	"coterie/quorum"
)

// protocolPFixed is protocol P without deadlock and starvation. Footnote 1 of the paper leaves that
// to Kakugawa, Fujita, Yamashita and Ae (1994), who order requests by Lamport's timestamps; of the
// ways to use them this is the plainest one:
//
//   - the earliest request that waits is the next one to get the OK;
//   - an arbiter that an earlier request finds with its OK given away asks for it back, once for
//     each OK; a process that does not use a resource yet gives it back at once.
//
// So a request can wait only for an earlier one, or for one that uses its resource. Unlike
// Maekawa's process, which relinquishes only what it knows to be of no use, nobody has to be told
// FAILED. Of each member a request causes at most REQ, OK, REL, and INQUIRE, RELINQUISH and the OK
// that later goes back: 3 to 6 messages.
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
		New: func(s *Setup, actor int32) Machine { return &pFixedMachine{setup: s, self: actor} },
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
	a.New = func(s *Setup, actor int32) Machine { return &pFixedMachine{setup: s, self: actor, retry: true} }
	return a
}

// pMember is what a process knows of one arbiter that it asked.
type pMember struct {
	node  int32
	has   bool
	waits bool   // a FAILED, or an OK given back, that no OK has followed; kept where another quorum is tried
	round uint32 // of the last OK
	asked uint32 // of an INQUIRE that came before its OK, else 0
	cause Cause  // of that INQUIRE
}

// pFixedMachine is a process, an arbiter, or both, with one logical clock.
type pFixedMachine struct {
	setup *Setup
	self  int32
	retry bool // another quorum is tried while this one waits
	clock uint32

	// The process.
	phase   Phase
	stamp   Stamp
	cause   Cause
	group   int32
	quorum  int32
	members []pMember // that it asked, ascending
	oks     int

	// The arbiter.
	held    bool
	holder  pStamped
	round   uint32 // of the last OK
	inquiry bool   // an INQUIRE is out
	queue   []pStamped
	gone    []Stamp // requests given up whose REQ has not come yet
}

// pStamped is a request at an arbiter.
type pStamped struct {
	stamp  Stamp
	cause  Cause // the request itself
	charge Cause // who pays for its OK
}

func (m *pFixedMachine) Phase() Phase { return m.phase }

func (m *pFixedMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.clock++
	m.phase, m.group, m.quorum = Trying, w.Group, w.Quorum
	m.stamp, m.cause = Stamp{m.clock, w.Process}, Cause{w.Process, w.Entry}
	m.members, m.oks = m.members[:0], 0
	return m.ask(pRequest, out)
}

// ask sends REQ to those members of the quorum that have none.
func (m *pFixedMachine) ask(line uint8, out []Message) []Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		if i, asked := m.member(j); !asked {
			m.members = slices.Insert(m.members, i, pMember{node: j})
			out = append(out, m.say(Request, line, j))
		}
	}
	return out
}

// member finds an arbiter among those that were asked.
func (m *pFixedMachine) member(node int32) (int, bool) {
	return slices.BinarySearchFunc(m.members, node, func(of pMember, node int32) int { return int(of.node - node) })
}

// say is a message of the process about its request.
func (m *pFixedMachine) say(k Kind, line uint8, node int32) Message {
	msg := Message{Kind: k, Line: line, From: m.self, To: node, Node: node, Stamp: m.stamp, Clock: m.clock, Cause: m.cause}
	if k == Request {
		msg.Quorum = m.quorum
	}
	return msg
}

func (m *pFixedMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	return m.leave(pRelease, out)
}

// Abandon is beyond the paper.
func (m *pFixedMachine) Abandon(out []Message) []Message {
	mustBe(m.phase, Trying, "Abandon")
	return m.leave(pGiveUp, out)
}

// leave sends REL to all that were asked.
func (m *pFixedMachine) leave(line uint8, out []Message) []Message {
	m.phase = Idle
	for _, of := range m.members {
		out = append(out, m.say(Release, line, of.node))
	}
	return out
}

func (m *pFixedMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Clock)
	switch msg.Kind {
	case Request:
		return m.request(msg, out)
	case Release:
		return m.release(msg, out)
	case Relinquish:
		return m.relinquish(msg, out)
	}
	// What comes to the process is about its present request, or late.
	if m.phase != Trying || msg.Stamp != m.stamp {
		return out
	}
	at, ok := m.member(msg.Node)
	if !ok {
		panic(fmt.Sprintf("mutex: %v from node %v, which was not asked", msg.Kind, quorum.Node(msg.Node)))
	}
	switch of := &m.members[at]; msg.Kind {
	case OK:
		of.has, of.waits, of.round = true, false, msg.Round
		m.oks++
		if q := m.complete(); q >= 0 {
			return m.enter(q, out)
		}
		if of.asked == of.round {
			return m.yield(of, of.cause, out)
		}
		return out
	case Inquire:
		switch {
		case of.has && of.round == msg.Round:
			return m.yield(of, msg.Cause, out)
		case msg.Round > of.round: // its OK is still on the way
			of.asked, of.cause = msg.Round, msg.Cause
		}
		return out
	case Failed:
		if of.round > 0 {
			return out // an OK has come since
		}
		of.waits = m.retry
		return m.tryAnother(out)
	default:
		panic(fmt.Sprintf("mutex: protocol P knows no %v", msg.Kind))
	}
}

// complete returns a quorum whose members have all sent their OK, or -1: the present one, or where
// others were asked, too, any of the group. The present one may never be complete, if a member has
// crashed.
func (m *pFixedMachine) complete() int32 {
	present := m.setup.Quorums[m.quorum]
	alone := len(m.members) == len(present)
	switch {
	case alone && m.oks < len(present):
		return -1
	case m.full(m.quorum):
		return m.quorum
	case alone:
		return -1
	}
	know := m.know()
next:
	for q := m.setup.First[m.group]; q < m.setup.First[m.group+1]; q++ {
		for _, j := range m.setup.Quorums[q] {
			if know[j] != pHas {
				continue next
			}
		}
		return q
	}
	return -1
}

// What a process knows of an arbiter.
const (
	pUnasked uint8 = iota
	pAsked
	pHas
	pWaits
)

// know returns what is known of each arbiter.
func (m *pFixedMachine) know() []uint8 {
	know := make([]uint8, m.setup.Nodes)
	for _, of := range m.members {
		switch {
		case of.has:
			know[of.node] = pHas
		case of.waits:
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
		if i, asked := m.member(j); !asked || !m.members[i].has {
			return false
		}
	}
	return true
}

// enter is for a process that has a quorum; it releases whoever else was asked. The REL after the
// use answers what is asked of the members.
func (m *pFixedMachine) enter(q int32, out []Message) []Message {
	m.phase, m.quorum = Critical, q
	kept := m.members[:0]
	for _, of := range m.members {
		if _, member := slices.BinarySearch(m.setup.Quorums[q], of.node); member {
			kept = append(kept, pMember{node: of.node, has: true}) // nobody reads more of it inside
		} else {
			out = append(out, m.say(Release, pSpare, of.node))
		}
	}
	m.members = kept
	return out
}

// yield gives an OK back.
func (m *pFixedMachine) yield(of *pMember, cause Cause, out []Message) []Message {
	of.has, of.waits, of.asked = false, m.retry, 0
	m.oks--
	back := m.say(Relinquish, pRelinquish, of.node)
	back.Round, back.Cause = of.round, cause
	return m.tryAnother(append(out, back))
}

// tryAnother asks the members of the quorum of the group that takes the fewest more to ask, among
// those none of whose members is known to have the process wait; the first from the present one on.
// Where there is none it waits. Cost O(quorums of the group), where the present one has to wait.
func (m *pFixedMachine) tryAnother(out []Message) []Message {
	if !m.retry {
		return out
	}
	know := m.know()
	first := m.setup.First[m.group]
	count := m.setup.First[m.group+1] - first
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
	r := pStamped{stamp: msg.Stamp, cause: msg.Cause, charge: msg.Cause}
	if i := slices.Index(m.gone, r.stamp); i >= 0 {
		m.gone = slices.Delete(m.gone, i, i+1)
		return out
	}
	if !m.held {
		return m.permit(r, pPermit, out)
	}
	m.enqueue(r)
	if m.retry {
		out = append(out, m.tell(Failed, pFailed, r.stamp, r.cause))
	}
	if m.inquiry || m.holder.stamp.Precedes(r.stamp) {
		return out
	}
	m.inquiry = true
	return append(out, m.tell(Inquire, pInquire, m.holder.stamp, r.cause))
}

// tell is a message of the arbiter to the process of a request.
func (m *pFixedMachine) tell(k Kind, line uint8, about Stamp, cause Cause) Message {
	msg := Message{Kind: k, Line: line, From: m.self, To: m.setup.Place(about.Process), Node: m.self, Stamp: about, Clock: m.clock, Cause: cause}
	if k != Failed { // which is about no OK
		msg.Round = m.round
	}
	return msg
}

// enqueue puts a request where its precedence says.
func (m *pFixedMachine) enqueue(r pStamped) {
	i := len(m.queue)
	for i > 0 && r.stamp.Precedes(m.queue[i-1].stamp) {
		i--
	}
	m.queue = slices.Insert(m.queue, i, r)
}

func (m *pFixedMachine) permit(r pStamped, line uint8, out []Message) []Message {
	m.held, m.holder, m.inquiry = true, r, false
	m.round++
	return append(out, m.tell(OK, line, r.stamp, r.charge))
}

// next gives the OK to the earliest request that waits, if there is one.
func (m *pFixedMachine) next(line uint8, out []Message) []Message {
	m.held, m.inquiry = false, false
	if len(m.queue) == 0 {
		return out
	}
	r := m.queue[0]
	m.queue = slices.Delete(m.queue, 0, 1)
	return m.permit(r, line, out)
}

func (m *pFixedMachine) relinquish(msg Message, out []Message) []Message {
	if !m.held || m.holder.stamp != msg.Stamp || msg.Round != m.round {
		return out
	}
	r := m.holder
	r.charge = msg.Cause
	m.enqueue(r)
	return m.next(pReturn, out)
}

func (m *pFixedMachine) release(msg Message, out []Message) []Message {
	if m.held && m.holder.stamp == msg.Stamp {
		return m.next(pNext, out)
	}
	if i := slices.IndexFunc(m.queue, func(r pStamped) bool { return r.stamp == msg.Stamp }); i >= 0 {
		m.queue = slices.Delete(m.queue, i, i+1)
		return out
	}
	m.gone = append(m.gone, msg.Stamp)
	return out
}

func (m *pFixedMachine) View() View {
	v := View{Phase: m.phase}
	given := "-"
	if m.held {
		v.Holders = append(v.Holders, m.holder.stamp.Process)
		given = m.holder.stamp.String()
		if m.inquiry {
			given += " (inquired)"
		}
	}
	var queue []string
	for _, r := range m.queue {
		v.Queue = append(v.Queue, r.stamp.Process)
		queue = append(queue, r.stamp.String())
	}
	if m.phase != Idle {
		for _, of := range m.members {
			if of.has {
				v.Has = append(v.Has, of.node)
			} else {
				v.Lacks = append(v.Lacks, of.node)
			}
		}
	}
	v.Fields = []Field{{"OK to", given}, {"QUEUE", strings.Join(queue, " ")}, {"clock", fmt.Sprint(m.clock)}}
	return v
}

func (m *pFixedMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(dst, m.clock, m.round)
	dst = appendNumbers(dst, uint8(m.phase))
	if m.phase != Idle {
		dst = appendStamp(appendNumbers(dst, m.group, m.quorum), m.stamp)
		dst = appendNumbers(dst, len(m.members))
		for _, of := range m.members {
			dst = appendBool(appendBool(appendNumbers(dst, of.node), of.has), of.waits)
			dst = appendNumbers(dst, of.round, of.asked)
		}
	}
	dst = appendBool(appendBool(dst, m.held), m.inquiry)
	if m.held {
		dst = appendStamp(dst, m.holder.stamp)
	}
	dst = appendNumbers(dst, len(m.queue))
	for _, r := range m.queue {
		dst = appendStamp(dst, r.stamp)
	}
	dst = appendNumbers(dst, len(m.gone))
	for _, s := range m.gone {
		dst = appendStamp(dst, s)
	}
	return dst
}

func (m *pFixedMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.clock, m.round = readNumber[uint32](r), readNumber[uint32](r)
	m.phase = Phase(readNumber[uint8](r))
	m.members, m.oks = m.members[:0], 0
	if m.phase != Idle {
		m.group, m.quorum, m.stamp = readNumber[int32](r), readNumber[int32](r), readStamp(r)
		if m.group < 0 || int(m.group) >= m.setup.Groups() || m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) {
			return nil, errState
		}
		for range readCount(r) {
			of := pMember{node: readNumber[int32](r), has: readBool(r), waits: readBool(r), round: readNumber[uint32](r), asked: readNumber[uint32](r)}
			m.oks += count(of.has)
			m.members = append(m.members, of)
		}
	}
	m.held, m.inquiry = readBool(r), readBool(r)
	if m.held {
		m.holder = pStamped{stamp: readStamp(r)}
	}
	m.queue = m.queue[:0]
	for range readCount(r) {
		m.queue = append(m.queue, pStamped{stamp: readStamp(r)})
	}
	m.gone = m.gone[:0]
	for range readCount(r) {
		m.gone = append(m.gone, readStamp(r))
	}
	return r.src, r.err
}
