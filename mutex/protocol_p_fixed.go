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
		Lines:  []string{"", "(request)", "(permission 1)", "(permission 2)", "(release)", "(inquire')", "(relinquish')", "(permission 3')", "(give up')"},
		Kinds:  []Kind{Request, OK, Inquire, Relinquish, Release},
		Self:   SelfNetwork, Abandons: true,
		New: func(s *Setup, actor int32) Machine { return &pFixedMachine{setup: s, self: actor} },
	}
}

// pMember is what a process knows of one arbiter of its quorum.
type pMember struct {
	has   bool
	round uint32 // of the last OK
	asked uint32 // of an INQUIRE that came before its OK, else 0
	cause Cause  // of that INQUIRE
}

// pStamped is a request at an arbiter.
type pStamped struct {
	stamp  Stamp
	cause  Cause // the request itself
	charge Cause // who pays for its OK
}

// pFixedMachine is a process, an arbiter, or both, with one logical clock.
type pFixedMachine struct {
	setup *Setup
	self  int32
	clock uint32

	// The process.
	phase   Phase
	stamp   Stamp
	cause   Cause
	quorum  int32
	members []pMember // beside the nodes of the quorum
	oks     int

	// The arbiter.
	held     bool
	holder   pStamped
	round    uint32 // of the last OK
	inquiry  bool   // an INQUIRE is out
	inquirer Cause  // what caused it
	queue    []pStamped
	gone     []Stamp // requests given up whose REQ has not come yet
}

func (m *pFixedMachine) Phase() Phase { return m.phase }

func (m *pFixedMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.clock++
	m.phase, m.quorum = Trying, w.Quorum
	m.stamp, m.cause = Stamp{m.clock, w.Process}, Cause{w.Process, w.Entry}
	n := len(m.setup.Quorums[w.Quorum])
	m.members, m.oks = slices.Grow(m.members[:0], n)[:n], 0
	clear(m.members)
	return m.multicast(Request, pRequest, out)
}

func (m *pFixedMachine) multicast(k Kind, line uint8, out []Message) []Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		out = append(out, Message{
			Kind: k, Line: line, From: m.self, To: j, Node: j, Stamp: m.stamp, Clock: m.clock, Quorum: m.quorum, Cause: m.cause,
		})
	}
	return out
}

func (m *pFixedMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	return m.multicast(Release, pRelease, out)
}

// Abandon is beyond the paper.
func (m *pFixedMachine) Abandon(out []Message) []Message {
	mustBe(m.phase, Trying, "Abandon")
	m.phase = Idle
	return m.multicast(Release, pGiveUp, out)
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
	at, ok := slices.BinarySearch(m.setup.Quorums[m.quorum], msg.Node)
	if !ok {
		panic(fmt.Sprintf("mutex: %v from node %d, no member", msg.Kind, msg.Node))
	}
	switch of := &m.members[at]; msg.Kind {
	case OK:
		of.has, of.round = true, msg.Round
		m.oks++
		if m.oks == len(m.members) {
			m.phase = Critical // the REL will answer what is asked
			return out
		}
		if of.asked == of.round {
			return m.yield(of, msg.Node, of.cause, out)
		}
		return out
	case Inquire:
		switch {
		case of.has && of.round == msg.Round:
			return m.yield(of, msg.Node, msg.Cause, out)
		case msg.Round > of.round: // its OK is still on the way
			of.asked, of.cause = msg.Round, msg.Cause
		}
		return out
	default:
		panic(fmt.Sprintf("mutex: protocol-p-fixed knows no %v", msg.Kind))
	}
}

// yield gives an OK back.
func (m *pFixedMachine) yield(of *pMember, node int32, cause Cause, out []Message) []Message {
	of.has, of.asked = false, 0
	m.oks--
	return append(out, Message{
		Kind: Relinquish, Line: pRelinquish, From: m.self, To: node, Node: node, Stamp: m.stamp, Clock: m.clock, Round: of.round, Cause: cause,
	})
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
	if m.inquiry || m.holder.stamp.Precedes(r.stamp) {
		return out
	}
	m.inquiry, m.inquirer = true, r.cause
	return append(out, m.tell(Inquire, pInquire, m.holder.stamp, r.cause))
}

// tell is a message of the arbiter to the process of a request.
func (m *pFixedMachine) tell(k Kind, line uint8, about Stamp, cause Cause) Message {
	return Message{
		Kind: k, Line: line, From: m.self, To: m.setup.Place(about.Process), Node: m.self, Stamp: about, Clock: m.clock, Round: m.round, Cause: cause,
	}
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
	r.charge = m.inquirer
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
		for i, j := range m.setup.Quorums[m.quorum] {
			if m.members[i].has {
				v.Has = append(v.Has, j)
			} else {
				v.Lacks = append(v.Lacks, j)
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
		dst = appendStamp(appendNumbers(dst, m.quorum), m.stamp)
		for _, of := range m.members {
			dst = appendNumbers(appendBool(dst, of.has), of.round, of.asked)
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
		m.quorum, m.stamp = readNumber[int32](r), readStamp(r)
		if m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) {
			return nil, errState
		}
		for range m.setup.Quorums[m.quorum] {
			of := pMember{has: readBool(r), round: readNumber[uint32](r), asked: readNumber[uint32](r)}
			m.oks += count(of.has)
			m.members = append(m.members, of)
		}
	}
	m.held, m.inquiry = readBool(r), readBool(r)
	if m.held {
		m.holder = pStamped{stamp: readStamp(r)}
	}
	m.queue = m.queue[:0]
	for range readNumber[int](r) {
		m.queue = append(m.queue, pStamped{stamp: readStamp(r)})
	}
	m.gone = m.gone[:0]
	for range readNumber[int](r) {
		m.gone = append(m.gone, readStamp(r))
	}
	return r.src, r.err
}
