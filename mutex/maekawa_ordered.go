package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// maekawaSequential is the first variation of Maekawa (1985), section 10: a process asks the nodes
// of its quorum one by one, in the order of their numbers, each only after the one before has
// answered LOCKED. Nobody waits for a node while it holds a later one, so there is no circular
// wait, and no FAILED, INQUIRE or RELINQUISH: two messages for each other member, and one to clear
// (docs/theorems/maekawa-ordered.md).
func maekawaSequential() *Algorithm {
	return &Algorithm{
		Name:   "maekawa-sequential",
		Title:  "Maekawa's variation that asks one node after the other",
		Source: "Maekawa 1985, section 10",
		Over:   []quorum.Kind{quorum.KindSystem},
		Order:  OrderQuorums,
		Lines:  orderedLines(),
		Kinds:  []Kind{Request, Locked, Release},
		Self:   SelfLocal, Abandons: true,
		New: func(s *Setup, actor int32) Machine {
			return &sequentialMachine{orderedMachine{setup: s, self: actor}}
		},
	}
}

// maekawaCirculating is the second variation: the nodes pass the REQUEST on among themselves, and
// the last one answers. That is K message passes where the process is at the first or the last node
// of its quorum. Elsewhere it is one more: for the order to prevent a circular wait, the REQUEST
// must come by in the middle of its way.
func maekawaCirculating() *Algorithm {
	return &Algorithm{
		Name:   "maekawa-circulating",
		Title:  "Maekawa's variation in which the nodes of the quorum pass the request on",
		Source: "Maekawa 1985, section 10",
		Over:   []quorum.Kind{quorum.KindSystem},
		Order:  OrderQuorums,
		Lines:  orderedLines(),
		Kinds:  []Kind{Request, Locked, Release},
		Self:   SelfLocal,
		New: func(s *Setup, actor int32) Machine {
			return &orderedMachine{setup: s, self: actor, circulates: true}
		},
	}
}

// The steps of both: those of section 4 that are left.
const (
	ordered1  = iota + 1 // (1) REQUEST to the next member
	ordered2             // (2) LOCKED, or the REQUEST passed on
	ordered6             // (6) RELEASE
	ordered7             // (7) the same as (2), for one that has waited
	ordered6a            // (6') RELEASE of a request that is given up
)

func orderedLines() []string { return []string{"", "(1)", "(2)", "(6)", "(7)", "(6')"} }

// orderedMachine is one node.
type orderedMachine struct {
	setup      *Setup
	self       int32
	circulates bool
	clock      uint32

	phase  Phase
	stamp  Stamp
	cause  Cause
	quorum int32
	locked int // so many nodes of the quorum, the first ones, are known to be locked

	held   bool
	holder waiting
	queue  []waiting
	gone   []Stamp // requests given up whose REQUEST has not come yet
}

// sequentialMachine can also give up: it knows whom it has asked.
type sequentialMachine struct{ orderedMachine }

func (m *orderedMachine) Phase() Phase { return m.phase }

// Wish is step (1).
func (m *orderedMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.clock++
	m.phase, m.quorum, m.locked = Trying, w.Quorum, 0
	m.stamp, m.cause = Stamp{m.clock, w.Process}, Cause{w.Process, w.Entry}
	return m.ask(out)
}

// ask sends the REQUEST to the first member that is not locked.
func (m *orderedMachine) ask(out []Message) []Message {
	j := m.setup.Quorums[m.quorum][m.locked]
	return append(out, Message{Kind: Request, Line: ordered1, From: m.self, To: j, Node: j, Stamp: m.stamp, Quorum: m.quorum, Cause: m.cause})
}

// Exit is step (6).
func (m *orderedMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	return m.clear(m.setup.Quorums[m.quorum], ordered6, out)
}

// Abandon takes the request back from those who have it.
func (m *sequentialMachine) Abandon(out []Message) []Message {
	mustBe(m.phase, Trying, "Abandon")
	return m.clear(m.setup.Quorums[m.quorum][:m.locked+1], ordered6a, out)
}

func (m *orderedMachine) clear(nodes []int32, line uint8, out []Message) []Message {
	m.phase = Idle
	for _, j := range nodes {
		out = append(out, Message{Kind: Release, Line: line, From: m.self, To: j, Node: j, Stamp: m.stamp, Cause: m.cause})
	}
	return out
}

func (m *orderedMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Stamp.Time)
	switch msg.Kind {
	case Request:
		if i := slices.Index(m.gone, msg.Stamp); i >= 0 {
			m.gone = slices.Delete(m.gone, i, i+1)
			return out
		}
		r := waiting{stamp: msg.Stamp, charge: msg.Cause}
		if m.circulates {
			r.quorum = msg.Quorum
		}
		if m.held {
			m.queue = enqueue(m.queue, r)
			return out
		}
		return m.grant(r, ordered2, out)
	case Release:
		return m.release(msg, out)
	case Locked:
		if m.phase != Trying || msg.Stamp != m.stamp {
			return out // of a request that was given up
		}
		m.locked++
		if m.circulates || m.locked == len(m.setup.Quorums[m.quorum]) {
			m.locked, m.phase = len(m.setup.Quorums[m.quorum]), Critical
			return out
		}
		return m.ask(out)
	default:
		panic(fmt.Sprintf("mutex: an ordered algorithm knows no %v", msg.Kind))
	}
}

// grant locks the node for a request, and says so to its process or to the next node.
func (m *orderedMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.held, m.holder = true, r
	msg := Message{Kind: Locked, Line: line, From: m.self, To: m.setup.Place(r.stamp.Process), Node: m.self, Stamp: r.stamp, Cause: r.charge}
	if m.circulates {
		q := m.setup.Quorums[r.quorum]
		if i, _ := slices.BinarySearch(q, m.self); i+1 < len(q) {
			msg.Kind, msg.To, msg.Node, msg.Quorum = Request, q[i+1], q[i+1], r.quorum
		}
	}
	return append(out, msg)
}

// release is step (7), and takes back a request that is given up.
func (m *orderedMachine) release(msg Message, out []Message) []Message {
	if m.held && m.holder.stamp == msg.Stamp {
		m.held = false
		if len(m.queue) == 0 {
			return out
		}
		var r waiting
		r, m.queue = dequeue(m.queue)
		return m.grant(r, ordered7, out)
	}
	if i := indexWaiting(m.queue, msg.Stamp); i >= 0 {
		m.queue = slices.Delete(m.queue, i, i+1)
		return out
	}
	m.gone = append(m.gone, msg.Stamp)
	return out
}

func (m *orderedMachine) View() View {
	v := View{Phase: m.phase}
	v.viewOf(m.held, m.holder, false, m.queue)
	if m.phase != Idle {
		q := m.setup.Quorums[m.quorum]
		v.Has, v.Lacks = q[:m.locked], q[m.locked:]
	}
	v.Fields = append(v.Fields, Field{"clock", fmt.Sprint(m.clock)})
	return v
}

func (m *orderedMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(dst, m.clock)
	dst = appendNumbers(dst, uint8(m.phase))
	if m.phase != Idle {
		dst = appendNumbers(appendStamp(appendNumbers(dst, m.quorum), m.stamp), m.locked)
	}
	dst = appendBool(dst, m.held)
	if m.held {
		dst = appendStamp(dst, m.holder.stamp) // whose request has been passed on
	}
	dst = appendNumbers(dst, len(m.queue))
	for _, w := range m.queue {
		dst = appendNumbers(appendStamp(dst, w.stamp), w.quorum)
	}
	dst = appendNumbers(dst, len(m.gone))
	for _, s := range m.gone {
		dst = appendStamp(dst, s)
	}
	return dst
}

func (m *orderedMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.clock = readNumber[uint32](r)
	m.phase = Phase(readNumber[uint8](r))
	if m.phase != Idle {
		m.quorum, m.stamp, m.locked = readNumber[int32](r), readStamp(r), readNumber[int](r)
		if m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) || m.locked < 0 || m.locked > len(m.setup.Quorums[m.quorum]) {
			return nil, errState
		}
	}
	m.held = readBool(r)
	if m.held {
		m.holder = waiting{stamp: readStamp(r)}
	}
	m.queue = m.queue[:0]
	for range readCount(r) {
		m.queue = append(m.queue, waiting{stamp: readStamp(r), quorum: readNumber[int32](r)})
	}
	m.gone = m.gone[:0]
	for range readCount(r) {
		m.gone = append(m.gone, readStamp(r))
	}
	return r.src, r.err
}
