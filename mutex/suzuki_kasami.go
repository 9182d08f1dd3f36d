package mutex

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The procedures of Suzuki and Kasami.
const (
	suzukiRequest = iota + 1 // P1, before the critical section: REQUEST to all others
	suzukiLeave              // P1, after it: PRIVILEGE to the head of the queue
	suzukiReceive            // P2, on a REQUEST: PRIVILEGE, if it is here and not needed
)

// suzukiKasami is the algorithm of Suzuki and Kasami: a token, the PRIVILEGE, carries the queue of
// those that wait for it and, for each process, which of its requests was served last. Process 1
// has it first.
func suzukiKasami() *Algorithm {
	return &Algorithm{
		Name:   "suzuki-kasami",
		Title:  "a token that carries its queue; a process that has it enters without a message",
		Source: "Suzuki and Kasami 1985, section 2",
		Over:   anyKind(), NoQuorums: true,
		Lines: []string{"", "P1", "P1'", "P2"},
		Kinds: []Kind{Request, Privilege},
		Rule:  oneProcess,
		New: func(s *Setup, actor int32) Machine {
			m := &suzukiMachine{setup: s, self: actor}
			m.me, _ = s.ProcessAt(actor)
			if m.me == 0 && actor == s.Place(0) {
				m.token = &Token{Served: make([]uint32, s.Processes)}
			}
			return m
		},
	}
}

// suzukiMachine is one process. Requesting is any phase but Idle, HavePrivilege a token.
type suzukiMachine struct {
	setup *Setup
	self  int32
	me    int32
	phase Phase
	cause Cause

	rn      []uint32 // RN: the greatest number of a request of each process that is known here
	token   *Token
	entries []uint32 // beside rn: the wish of that request, for the accounts alone
}

func (m *suzukiMachine) Phase() Phase { return m.phase }

// make makes the lists of a process that takes part.
func (m *suzukiMachine) make() {
	if m.rn == nil {
		m.rn, m.entries = make([]uint32, m.setup.Processes), make([]uint32, m.setup.Processes)
	}
}

func (m *suzukiMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.make()
	m.phase, m.cause = Trying, Cause{w.Process, w.Entry}
	if m.token != nil {
		m.phase = Critical
		return out
	}
	m.rn[m.me]++
	for j := range int32(m.setup.Processes) {
		if j != m.me {
			out = append(out, Message{
				Kind: Request, Line: suzukiRequest, From: m.self, To: m.setup.Place(j), Stamp: Stamp{m.rn[m.me], m.me}, Cause: m.cause,
			})
		}
	}
	return out
}

// Exit puts those that wait into the queue and passes the token to its head.
func (m *suzukiMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	t := m.token
	queued := make([]bool, m.setup.Processes)
	for _, j := range t.Queue {
		queued[j] = true
	}
	for j := range int32(m.setup.Processes) {
		if j != m.me && m.rn[j] == t.Served[j]+1 && !queued[j] {
			t.Queue = append(t.Queue, j)
			t.Entries = append(t.Entries, m.entries[j])
		}
	}
	if len(t.Queue) == 0 {
		return out
	}
	to, cause := t.Queue[0], Cause{t.Queue[0], t.Entries[0]}
	t.Queue, t.Entries = t.Queue[1:], t.Entries[1:]
	if m.setup.Flaw == ForgetsQueue {
		t.Queue, t.Entries = nil, nil
	}
	return m.pass(suzukiLeave, to, cause, out)
}

// pass sends the token away.
func (m *suzukiMachine) pass(line uint8, to int32, cause Cause, out []Message) []Message {
	t := m.token
	m.token = nil
	return append(out, Message{Kind: Privilege, Line: line, From: m.self, To: m.setup.Place(to), Token: t, Cause: cause})
}

func (m *suzukiMachine) Receive(msg Message, out []Message) []Message {
	m.make()
	switch msg.Kind {
	case Request:
		j := msg.Stamp.Process
		if msg.Stamp.Time > m.rn[j] {
			m.rn[j], m.entries[j] = msg.Stamp.Time, msg.Cause.Entry
		}
		if m.token != nil && m.phase == Idle && m.rn[j] == m.token.Served[j]+1 {
			return m.pass(suzukiReceive, j, Cause{j, m.entries[j]}, out)
		}
		return out
	case Privilege:
		// A token is not changed once sent. P1 serves itself on leaving, which is read no sooner.
		t := msg.Token
		m.phase, m.token = Critical, &Token{Served: slices.Clone(t.Served), Queue: slices.Clone(t.Queue), Entries: slices.Clone(t.Entries)}
		m.token.Served[m.me] = m.rn[m.me]
		return out
	default:
		panic(fmt.Sprintf("mutex: suzuki-kasami knows no %v", msg.Kind))
	}
}

func (m *suzukiMachine) View() View {
	v := View{Phase: m.phase}
	v.Fields = []Field{{"RN", numbersText(m.rn)}, {"token", "-"}}
	if m.token != nil {
		v.Holders, v.Queue = []int32{m.me}, m.token.Queue
		v.Fields[1].Value = "LN " + numbersText(m.token.Served) + " Q " + nodesText(m.token.Queue)
	}
	return v
}

func (m *suzukiMachine) AppendState(dst []byte) []byte {
	m.make()
	dst = appendList(appendNumbers(dst, uint8(m.phase)), m.rn)
	dst = appendBool(dst, m.token != nil)
	if m.token != nil {
		dst = appendList(appendList(dst, m.token.Served), m.token.Queue)
	}
	return dst
}

func (m *suzukiMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.make()
	clear(m.entries)
	m.phase, m.rn, m.token = Phase(readNumber[uint8](r)), readList(r, m.rn), nil
	if readBool(r) {
		m.token = &Token{Served: readList[uint32](r, nil), Queue: readList[int32](r, nil)}
		m.token.Entries = make([]uint32, len(m.token.Queue))
	}
	if r.err == nil && (len(m.rn) != m.setup.Processes || m.token != nil && len(m.token.Served) != m.setup.Processes) {
		r.err = errState
	}
	return r.src, r.err
}

// nodesText lists nodes or processes as a person counts them, or a dash.
func nodesText(nodes []int32) string {
	return cmp.Or(nodeList(nodes), "-")
}

// numbersText lists numbers, in the order of the processes, or a dash.
func numbersText(numbers []uint32) string {
	if len(numbers) == 0 {
		return "-"
	}
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
