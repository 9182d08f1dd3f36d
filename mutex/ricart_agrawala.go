package mutex

import (
	"fmt"
)

// The parts of Ricart and Agrawala's program, in the order of the paper. It numbers no lines.
const (
	ricartInvoke  = iota + 1 // the process that invokes mutual exclusion: REQUEST to all others
	ricartRelease            // the same process: REPLY to those deferred
	ricartRequest            // the process that receives REQUEST: REPLY, if it is not deferred
)

// ricartAgrawala is the algorithm of Ricart and Agrawala, who let messages overtake one another:
// a process asks all others, and one that wishes to enter defers its REPLY to a later request.
func ricartAgrawala() *Algorithm {
	return &Algorithm{
		Name:   "ricart-agrawala",
		Title:  "a process asks all others; one whose own request precedes replies when it is done",
		Source: "Ricart and Agrawala 1981, section 2",
		Over:   anyKind(), NoQuorums: true,
		Order: OrderProcesses,
		Lines: []string{"", "invoke", "release", "receive"},
		Kinds: []Kind{Request, Reply},
		Rule:  oneProcess,
		New: func(s *Setup, actor int32) Machine {
			m := &ricartMachine{setup: s, self: actor}
			m.me, _ = s.ProcessAt(actor)
			return m
		},
	}
}

// ricartMachine is one process, with the variables of the paper. It keeps who replied, where the
// paper counts, so that a person can read whom a process waits for.
type ricartMachine struct {
	setup *Setup
	self  int32
	me    int32
	phase Phase // requesting_critical_section: anything but Idle
	cause Cause

	ours     uint32   // our_sequence_number
	highest  uint32   // highest_sequence_number
	awaited  []bool   // by process: its REPLY is outstanding
	waits    int      // outstanding_reply_count
	deferred []bool   // reply_deferred
	entries  []uint32 // beside deferred: the wish that is deferred, for the accounts alone
}

func (m *ricartMachine) Phase() Phase { return m.phase }

func (m *ricartMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.make()
	m.phase, m.cause = Trying, Cause{w.Process, w.Entry}
	m.ours = m.highest + 1
	m.highest = m.ours // the highest of any REQUEST sent or received
	m.waits = m.setup.Processes - 1
	for j := range int32(m.setup.Processes) {
		if j == m.me {
			continue
		}
		m.awaited[j] = true
		to := m.setup.Place(j)
		out = append(out, Message{Kind: Request, Line: ricartInvoke, From: m.self, To: to, Node: to, Stamp: Stamp{m.ours, m.me}, Cause: m.cause})
	}
	m.enter()
	return out
}

// make makes the lists of a process that takes part.
func (m *ricartMachine) make() {
	if m.awaited == nil {
		n := m.setup.Processes
		m.awaited, m.deferred, m.entries = make([]bool, n), make([]bool, n), make([]uint32, n)
	}
}

func (m *ricartMachine) enter() {
	if m.waits == 0 {
		m.phase = Critical
	}
}

func (m *ricartMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	for j := range int32(m.setup.Processes) {
		if m.deferred[j] {
			m.deferred[j] = false
			out = append(out, m.reply(ricartRelease, Cause{j, m.entries[j]}))
		}
	}
	return out
}

// reply is the REPLY to a wish.
func (m *ricartMachine) reply(line uint8, to Cause) Message {
	return Message{Kind: Reply, Line: line, From: m.self, To: m.setup.Place(to.Process), Node: m.self, Cause: to}
}

func (m *ricartMachine) Receive(msg Message, out []Message) []Message {
	m.make()
	switch msg.Kind {
	case Request:
		m.highest = max(m.highest, msg.Stamp.Time)
		j := msg.Stamp.Process
		if m.phase != Idle && m.precedes(msg.Stamp) {
			m.deferred[j], m.entries[j] = true, msg.Cause.Entry
			return out
		}
		return append(out, m.reply(ricartRequest, Cause{j, msg.Cause.Entry}))
	case Reply:
		from, _ := m.setup.ProcessAt(msg.From)
		m.awaited[from] = false
		m.waits--
		m.enter()
		return out
	default:
		panic(fmt.Sprintf("mutex: ricart-agrawala knows no %v", msg.Kind))
	}
}

// precedes reports whether its own request comes before that of a stamp.
func (m *ricartMachine) precedes(s Stamp) bool {
	if m.setup.Flaw == IgnoresNodeNumbers {
		return m.ours < s.Time
	}
	return (Stamp{m.ours, m.me}).Precedes(s)
}

func (m *ricartMachine) View() View {
	v := View{Phase: m.phase}
	ours := "-"
	if m.phase != Idle {
		ours = fmt.Sprint(m.ours)
		for j, awaited := range m.awaited {
			switch at := m.setup.Place(int32(j)); {
			case awaited:
				v.Lacks = append(v.Lacks, at)
			case int32(j) != m.me:
				v.Has = append(v.Has, at)
			}
		}
	}
	for j, deferred := range m.deferred {
		if deferred {
			v.Queue = append(v.Queue, int32(j))
		}
	}
	if len(v.Queue) > 0 {
		v.Holders = []int32{m.me} // who defers holds its own permission
	}
	v.Fields = []Field{
		{"our sequence number", ours}, {"highest", fmt.Sprint(m.highest)},
		{"outstanding replies", fmt.Sprint(m.waits)}, {"deferred", nodesText(v.Queue)},
	}
	return v
}

func (m *ricartMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(appendNumbers(dst, uint8(m.phase)), m.highest)
	if m.phase == Idle {
		return dst
	}
	dst = appendNumbers(dst, m.ours)
	for j := range m.awaited {
		dst = appendBool(appendBool(dst, m.awaited[j]), m.deferred[j])
	}
	return dst
}

func (m *ricartMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.make()
	clear(m.awaited)
	clear(m.deferred)
	clear(m.entries)
	m.phase, m.highest, m.waits = Phase(readNumber[uint8](r)), readNumber[uint32](r), 0
	if m.phase != Idle {
		m.ours = readNumber[uint32](r)
		for j := range m.awaited {
			m.awaited[j], m.deferred[j] = readBool(r), readBool(r)
			m.waits += count(m.awaited[j])
		}
	}
	return r.src, r.err
}
