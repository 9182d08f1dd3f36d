package mutex

import (
	"fmt"

	"coterie/quorum"
)

// The steps of the centralized algorithm.
const (
	centralized1 = iota + 1 // (1) REQUEST to the control node
	centralized2            // (2) GRANT, if the section is free
	centralized3            // (3) RELEASE
	centralized4            // (4) GRANT to the next that waits
)

// control is the actor of the control node.
const control = 0

// centralized is the algorithm of one control node, which every other one is compared with.
func centralized() *Algorithm {
	return &Algorithm{
		Name:   "centralized",
		Title:  "one control node grants the requests in the order of their arrival",
		Source: "Maekawa 1985, section 2 and Table III",
		Over:   anyKind(), NoQuorums: true,
		Lines: []string{"", "(1)", "(2)", "(3)", "(4)"},
		Kinds: []Kind{Request, Grant, Release},
		Self:  SelfLocal,
		Rule:  oneProcess,
		New:   func(s *Setup, actor int32) Machine { return &centralizedMachine{setup: s, self: actor} },
	}
}

// anyKind is what an algorithm without quorums runs over: only the nodes count.
func anyKind() []quorum.Kind {
	return []quorum.Kind{quorum.KindSystem, quorum.KindGroupSystem, quorum.KindKCoterie, quorum.KindSharing}
}

// oneProcess is the rule of algorithms that know no groups, whatever they run over.
func oneProcess(*Setup) Rule { return OneProcess{} }

// centralizedMachine is a process and, at the control node, the arbiter.
type centralizedMachine struct {
	setup *Setup
	self  int32
	phase Phase
	cause Cause

	holder int32   // at the control node: 1 + the process inside, 0 if there is none
	queue  []Cause // those that wait, by arrival; the entry is for the accounts
}

func (m *centralizedMachine) Phase() Phase { return m.phase }

// Wish is step (1).
func (m *centralizedMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.phase, m.cause = Trying, Cause{w.Process, w.Entry}
	return append(out, m.ask(Request, centralized1))
}

// ask is a message of the process to the control node.
func (m *centralizedMachine) ask(k Kind, line uint8) Message {
	return Message{Kind: k, Line: line, From: m.self, To: control, Cause: m.cause}
}

// Exit is step (3).
func (m *centralizedMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	return append(out, m.ask(Release, centralized3))
}

func (m *centralizedMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Request:
		from, _ := m.setup.ProcessAt(msg.From)
		m.queue = append(m.queue, Cause{from, msg.Cause.Entry})
		if m.holder > 0 {
			return out
		}
		return m.grant(centralized2, out)
	case Release:
		m.holder = 0
		if len(m.queue) == 0 {
			return out
		}
		return m.grant(centralized4, out)
	case Grant:
		m.phase = Critical
		return out
	default:
		panic(fmt.Sprintf("mutex: centralized knows no %v", msg.Kind))
	}
}

// grant lets the first of the queue in.
func (m *centralizedMachine) grant(line uint8, out []Message) []Message {
	first := m.queue[0]
	m.queue = append(m.queue[:0], m.queue[1:]...)
	m.holder = first.Process + 1
	return append(out, Message{Kind: Grant, Line: line, From: control, To: m.setup.Place(first.Process), Cause: first})
}

func (m *centralizedMachine) View() View {
	v := View{Phase: m.phase}
	switch m.phase {
	case Trying:
		v.Lacks = []int32{control}
	case Critical:
		v.Has = []int32{control}
	}
	if m.self != control {
		return v
	}
	inside := "-"
	if m.holder > 0 {
		v.Holders = []int32{m.holder - 1}
		inside = quorum.Node(m.holder - 1).String()
	}
	for _, c := range m.queue {
		v.Queue = append(v.Queue, c.Process)
	}
	v.Fields = []Field{{"inside", inside}, {"queue", nodesText(v.Queue)}}
	return v
}

func (m *centralizedMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(appendNumbers(dst, uint8(m.phase)), m.holder)
	dst = appendNumbers(dst, len(m.queue))
	for _, c := range m.queue {
		dst = appendNumbers(dst, c.Process)
	}
	return dst
}

func (m *centralizedMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.phase, m.holder = Phase(readNumber[uint8](r)), readNumber[int32](r)
	m.queue = m.queue[:0]
	for range readCount(r) {
		m.queue = append(m.queue, Cause{Process: readNumber[int32](r)})
	}
	return r.src, r.err
}
