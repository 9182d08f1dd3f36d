package mutex

import (
	"fmt"
	"slices"
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
			m := &suzukiMachine{process: processAt(s, actor)}
			if m.me == 0 && actor == s.Place(0) {
				m.token = &Token{Served: make([]uint32, s.Processes)}
			}
			return m
		},
	}
}

// suzukiMachine is one process. Requesting is any phase but Idle, HavePrivilege a token.
type suzukiMachine struct {
	process
	rn      []uint32 // RN: the greatest number of a request of each process that is known here
	token   *Token
	entries []uint32 // beside rn: the wish of that request, for the accounts alone
}

// make makes the lists of a process that takes part.
func (m *suzukiMachine) make() {
	if m.rn == nil {
		m.rn, m.entries = make([]uint32, m.setup.Processes), make([]uint32, m.setup.Processes)
	}
}

func (m *suzukiMachine) Wish(w Wish, out []Message) []Message {
	m.make()
	m.begin(w)
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
	m.end(Critical, "Exit")
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
		// A token is not changed once sent. P1 marks itself as served on leaving, and nobody reads
		// this sooner.
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

func (m *suzukiMachine) State(c *Codec) {
	m.make()
	Numbers(c, &m.phase)
	for j := range m.rn {
		c.Time(TimeNumber, int64(j), &m.rn[j])
		c.entry(&m.entries[j])
	}
	has := m.token != nil
	if c.Bools(&has); !has {
		m.token = nil
		return
	}
	if c.does == reads {
		m.token = &Token{Served: make([]uint32, m.setup.Processes)}
	}
	m.token.state(c)
}

// state goes through the contents of a token. The number of its entries comes from the setup.
func (t *Token) state(c *Codec) {
	for j := range t.Served {
		c.Time(TimeServed, int64(j), &t.Served[j])
	}
	Each(c, &t.Queue, func(p *int32) { Numbers(c, p) })
	if c.does == reads {
		resize(&t.Entries, len(t.Queue))
	}
	for i := range t.Entries {
		c.entry(&t.Entries[i])
	}
}

func (m *suzukiMachine) MessageTimes(of *Message, visit TimeVisit) {
	visit(TimeNumber, int64(of.Stamp.Process), &of.Stamp.Time)
	if of.Token != nil {
		of.Token.state(&Codec{does: visits, visit: visit})
	}
}
