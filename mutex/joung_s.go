package mutex

import (
	"fmt"
	"slices"
	"strings"

	"coterie/quorum"
)

// The lines of Joung's Figures 7 and 8 that send a message, as Lines has them.
const (
	joungSA5  = iota + 1 // REQUEST to the first node
	joungSC4             // UNLOCK to every node
	joungSD7             // GRANT by the last node
	joungSD8             // REQUEST to the next node
	joungSE13            // GRANT by the last node, to a request that was deferred
	joungSE14            // REQUEST of a request that was deferred, to the next node
	joungSE18            // an early REQUEST, by a node to itself
)

// maekawaS is Joung's Maekawa_S (2003, section 4.3, Figures 7 and 8): the request goes through the
// nodes of the quorum in ascending order, and the last one grants it. Where the text says
// "arbitrary", the holder whose lock is the oldest becomes the reference.
//
// A node sends an early request to itself (E.18): by a message like any other, unless Setup.Self
// says that it is delivered at once.
func maekawaS() *Algorithm {
	return &Algorithm{
		Name:   "maekawa-s",
		Title:  "Maekawa_S: the request circulates through a quorum, any number of locks for one group",
		Source: "Joung 2003, section 4.3, Figures 7 and 8",
		Over:   []quorum.Kind{quorum.KindGroupSystem},
		Order:  OrderQuorums,
		Lines:  []string{"", "A.5", "C.4", "D.7", "D.8", "E.13", "E.14", "E.18"},
		Kinds:  []Kind{Request, Grant, Unlock},
		Self:   SelfNetwork,
		New: func(s *Setup, actor int32) Machine {
			return newJoungS(s, actor, true)
		},
		Invariants: joungSInvariants(),
	}
}

// The lines of fixed-order: those of Maekawa_S at the node, and of section 4.1's list.
const (
	fixedOrder1  = iota + 1 // 1: REQUEST to the next node
	fixedOrder1u            // 1: UNLOCK to every node
	fixedOrder2b            // 2(b): LOCKED
	fixedOrder2a            // 2(a): LOCKED to one that waited
	fixedOrderE             // an early REQUEST, by a node to itself
)

// fixedOrder is the algorithm before Maekawa_S in Joung's section 4.3: a process locks the nodes of
// its quorum one after the other, in ascending order. The paper gives no code of it; the rule by
// which a node gives its lock is that of Maekawa_S.
func fixedOrder() *Algorithm {
	return &Algorithm{
		Name:   "fixed-order",
		Title:  "locking in a fixed order: a process asks the nodes of a quorum one after the other",
		Source: "Joung 2003, section 4.3 (Havender 1968)",
		Over:   []quorum.Kind{quorum.KindGroupSystem},
		Order:  OrderQuorums,
		Lines:  []string{"", "1", "1'", "2(b)", "2(a)", "E.18"},
		Kinds:  []Kind{Request, Locked, Unlock},
		Self:   SelfNetwork,
		New: func(s *Setup, actor int32) Machine {
			return newJoungS(s, actor, false)
		},
		Invariants: joungSInvariants(),
	}
}

// nodeRequest is a request at a node. Nobody reads the group and quorum of a holder any more.
type nodeRequest struct {
	stamp  Stamp // sn and p
	group  int32
	quorum int32
	noted  bool // a holder: D.10 put it into the auxiliary variable requests, as E.16 does not
	cause  Cause
}

// joungS is one place: the process p of Figure 7 and the node i of Figure 8. The clock is the
// auxiliary variable sn, one more than the entries made; the nodes that the process knows to have
// locked are the first ones of the quorum, and all or none where the request circulates.
type joungS struct {
	process
	circulates bool // else the process asks node after node
	notes      bool // noted is part of the state

	// The node.
	holders   []nodeRequest // lock_ps, the oldest lock first
	lockGroup int32         // -1: ⊥
	reference int32         // -1: ⊥
	deferred  []nodeRequest // deferred_req, in the order of arrival
	early     []nodeRequest // early_requests
}

func newJoungS(s *Setup, actor int32, circulates bool) *joungS {
	m := &joungS{process: processAt(s, actor), circulates: circulates, lockGroup: -1, reference: -1}
	m.clock = 1
	return m
}

// Wish does part A.
func (m *joungS) Wish(w Wish, out []Message) []Message {
	m.group, m.stamp.Time = w.Group, m.clock
	m.begin(w)
	return m.ask(out)
}

// line is the line of a message, of the one algorithm or the other.
func (m *joungS) line(circulating, fixed uint8) uint8 {
	if m.circulates {
		return circulating
	}
	return fixed
}

// ask sends the request to the next node that the process knows not to have locked.
func (m *joungS) ask(out []Message) []Message {
	return append(out, m.say(Request, m.line(joungSA5, fixedOrder1), m.setup.Quorums[m.quorum][m.locked]))
}

// Exit does part C.
func (m *joungS) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	m.clock++
	return m.multicast(Unlock, m.line(joungSC4, fixedOrder1u), out)
}

func (m *joungS) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Grant: // B
		m.locked, m.phase = len(m.setup.Quorums[m.quorum]), Critical
		return out
	case Locked:
		if m.locked++; m.locked < len(m.setup.Quorums[m.quorum]) {
			return m.ask(out)
		}
		m.phase = Critical
		return out
	case Request:
		return m.request(msg, out)
	case Unlock:
		return m.release(msg, out)
	default:
		panic(fmt.Sprintf("mutex: maekawa-s knows no %v", msg.Kind))
	}
}

// request does part D.
func (m *joungS) request(msg Message, out []Message) []Message {
	r := nodeRequest{stamp: msg.Stamp, group: msg.Group, quorum: msg.Quorum, cause: msg.Cause}
	p := msg.Stamp.Process
	holds := slices.ContainsFunc(m.holders, func(o nodeRequest) bool { return o.stamp.Process == p })
	switch {
	case len(m.holders) == 0 || m.lockGroup == r.group && m.reference >= 0 && !holds: // D.2
		if len(m.holders) == 0 {
			m.lockGroup, m.reference = r.group, p
		}
		m.holders = append(m.holders, nodeRequest{stamp: r.stamp, noted: true, cause: r.cause})
		return append(out, m.lock(r, joungSD7, fixedOrder2b))
	case holds: // D.11
		m.early = append(m.early, r)
	default:
		m.deferred = append(m.deferred, r)
	}
	return out
}

// lock returns the message that announces a lock: the request to the next node or, from the last
// node, GRANT. It is LOCKED if the process itself asks the nodes.
func (m *joungS) lock(r nodeRequest, grant, fixed uint8) Message {
	if !m.circulates {
		return m.forProcess(Locked, fixed, r.stamp.Process, r.cause)
	}
	q := m.setup.Quorums[r.quorum]
	at, _ := slices.BinarySearch(q, m.self)
	if at == len(q)-1 {
		return m.forProcess(Grant, grant, r.stamp.Process, r.cause)
	}
	return m.pass(r, grant+1, q[at+1]) // D.8 and E.14 stand behind D.7 and E.13
}

// pass returns the request of a process as this node sends it to another, or to itself.
func (m *joungS) pass(r nodeRequest, line uint8, node int32) Message {
	msg := m.forNode(Request, line, node, r.cause)
	msg.Group, msg.Stamp, msg.Quorum = r.group, r.stamp, r.quorum
	return msg
}

// release does part E.
func (m *joungS) release(msg Message, out []Message) []Message {
	p := msg.Stamp.Process
	m.holders = slices.DeleteFunc(m.holders, func(o nodeRequest) bool { return o.stamp.Process == p })
	if m.reference == p {
		m.reference = -1
		if len(m.holders) > 0 && (len(m.deferred) == 0 || m.setup.Flaw == OpensDoor) {
			m.reference = m.holders[0].stamp.Process
		}
	}
	if len(m.holders) == 0 && len(m.deferred) > 0 { // E.8
		first := m.deferred[0]
		m.reference, m.lockGroup = first.stamp.Process, first.group
		rest := m.deferred[:0]
		for _, r := range m.deferred {
			if r.group != first.group {
				rest = append(rest, r)
				continue
			}
			m.holders = append(m.holders, nodeRequest{stamp: r.stamp, cause: r.cause})
			out = append(out, m.lock(r, joungSE13, fixedOrder2a))
		}
		m.deferred = rest
	}
	if len(m.holders) == 0 {
		m.lockGroup = -1 // nobody reads it before the next lock is given
	}
	if i := slices.IndexFunc(m.early, func(o nodeRequest) bool { return o.stamp.Process == p }); i >= 0 { // E.17
		r := m.early[i]
		m.early = slices.Delete(m.early, i, i+1)
		out = append(out, m.pass(r, m.line(joungSE18, fixedOrderE), m.self))
	}
	return out
}

func (m *joungS) View() View {
	v := View{Phase: m.phase}
	if m.phase != Idle {
		q := m.setup.Quorums[m.quorum]
		v.Has, v.Lacks = slices.Clone(q[:m.locked]), slices.Clone(q[m.locked:])
	}
	for _, r := range m.holders {
		v.Holders = append(v.Holders, r.stamp.Process)
	}
	var deferred, early []string
	for _, r := range m.deferred {
		v.Queue = append(v.Queue, r.stamp.Process)
		deferred = append(deferred, fmt.Sprintf("%v (group %v)", quorum.Node(r.stamp.Process), quorum.Index(r.group)))
	}
	for _, r := range m.early {
		early = append(early, quorum.Node(r.stamp.Process).String())
	}
	reference := "⊥"
	if m.reference >= 0 {
		reference = quorum.Node(m.reference).String()
	}
	v.Fields = []Field{
		{"lock_ps", nodeList(v.Holders)}, {"lock_group", groupName(m.lockGroup)}, {"reference", reference},
		{"deferred_req", strings.Join(deferred, " ")}, {"early_requests", strings.Join(early, " ")},
	}
	return v
}

func (m *joungS) State(c *Codec) {
	c.Time(TimeUnread, 0, &m.clock)
	m.stamp.Time = m.clock
	if m.requested(c) {
		Numbers(c, &m.group)
		Index(c, &m.locked, len(m.setup.Quorums[m.quorum])+1)
	}
	Numbers(c, &m.lockGroup, &m.reference)
	holder := func(r *nodeRequest) {
		Numbers(c, &r.stamp.Process)
		c.Time(TimeUnread, 0, &r.stamp.Time)
	}
	waiter := func(r *nodeRequest) {
		holder(r)
		Numbers(c, &r.group)
		Index(c, &r.quorum, len(m.setup.Quorums))
		c.charge(&r.cause)
	}
	Each(c, &m.holders, func(r *nodeRequest) {
		if holder(r); m.notes {
			c.Bools(&r.noted)
		}
	})
	Each(c, &m.deferred, waiter)
	Each(c, &m.early, waiter)
}

func (m *joungS) MessageTimes(of *Message, visit TimeVisit) { visit(TimeUnread, 0, &of.Stamp.Time) }
