package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// The steps of an access.
const (
	access1 = iota + 1 // (1) ASK to every member of a quorum
	access2            // (2) ANSWER
)

// access is what a client of a replicated store does: it asks a quorum and waits for all answers.
// There are no locks, and any processes may be served together. Reads and writes are the two groups
// of a group system.
func access() *Algorithm {
	return &Algorithm{
		Name:   "access",
		Title:  "ask a quorum and wait for all answers, without locks: a read or a write of a replicated store",
		Source: "Gifford 1979, without versions",
		Over:   []quorum.Kind{quorum.KindSystem, quorum.KindGroupSystem, quorum.KindKCoterie},
		Lines:  []string{"", "(1)", "(2)"},
		Kinds:  []Kind{Ask, Answer},
		Self:   SelfLocal, Abandons: true,
		Rule: func(*Setup) Rule { return Anyone{} },
		New:  func(s *Setup, actor int32) Machine { return &accessMachine{setup: s, self: actor} },
	}
}

// accessMachine is a client and, at a node, a server.
type accessMachine struct {
	setup *Setup
	self  int32
	phase Phase

	stamp    Stamp // of the present access, or the last one
	quorum   int32
	answered []bool // beside the nodes of the quorum
	waits    int
}

func (m *accessMachine) Phase() Phase { return m.phase }

// Wish is step (1).
func (m *accessMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.phase, m.quorum = Trying, w.Quorum
	m.stamp = Stamp{m.stamp.Time + 1, w.Process}
	q := m.setup.Quorums[w.Quorum]
	m.answered = slices.Grow(m.answered[:0], len(q))[:len(q)]
	clear(m.answered)
	m.waits = len(q)
	for _, j := range q {
		out = append(out, Message{
			Kind: Ask, Line: access1, From: m.self, To: j, Node: j, Group: w.Group, Stamp: m.stamp, Quorum: w.Quorum, Cause: Cause{w.Process, w.Entry},
		})
	}
	return out
}

// Exit ends the access; there is nothing to give back.
func (m *accessMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	return out
}

// Abandon forgets the access. Answers that come later name it, and are not taken for the next one.
func (m *accessMachine) Abandon(out []Message) []Message {
	mustBe(m.phase, Trying, "Abandon")
	m.phase = Idle
	return out
}

func (m *accessMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Ask:
		return append(out, Message{
			Kind: Answer, Line: access2, From: m.self, To: msg.From, Node: m.self, Stamp: msg.Stamp, Cause: msg.Cause,
		})
	case Answer:
		if m.phase != Trying || msg.Stamp != m.stamp {
			return out
		}
		at, ok := slices.BinarySearch(m.setup.Quorums[m.quorum], msg.Node)
		if !ok {
			panic(fmt.Sprintf("mutex: ANSWER from node %v, no member", quorum.Node(msg.Node)))
		}
		if !m.answered[at] {
			m.answered[at] = true
			m.waits--
		}
		if m.waits == 0 {
			m.phase = Critical
		}
		return out
	default:
		panic(fmt.Sprintf("mutex: access knows no %v", msg.Kind))
	}
}

func (m *accessMachine) View() View {
	v := View{Phase: m.phase}
	if m.phase != Idle {
		for i, j := range m.setup.Quorums[m.quorum] {
			if m.answered[i] {
				v.Has = append(v.Has, j)
			} else {
				v.Lacks = append(v.Lacks, j)
			}
		}
	}
	v.Fields = []Field{{"answered", nodesText(v.Has)}, {"awaited", nodesText(v.Lacks)}}
	return v
}

func (m *accessMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(appendNumbers(dst, uint8(m.phase)), m.stamp.Time)
	if m.phase == Idle {
		return dst
	}
	dst = appendNumbers(dst, m.stamp.Process, m.quorum)
	for _, a := range m.answered {
		dst = appendBool(dst, a)
	}
	return dst
}

func (m *accessMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.phase, m.stamp = Phase(readNumber[uint8](r)), Stamp{Time: readNumber[uint32](r)}
	m.answered, m.waits = m.answered[:0], 0
	if m.phase == Idle {
		return r.src, r.err
	}
	m.stamp.Process, m.quorum = readNumber[int32](r), readNumber[int32](r)
	if m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) {
		return nil, errState
	}
	for range m.setup.Quorums[m.quorum] {
		a := readBool(r)
		m.answered = append(m.answered, a)
		m.waits += count(!a)
	}
	return r.src, r.err
}
