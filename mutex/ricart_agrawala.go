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

// ricartAgrawala is the algorithm of Ricart and Agrawala: a process asks all others, and one that
// wishes to enter defers its REPLY to a later request. Messages may overtake one another.
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
			return &ricartMachine{process: processAt(s, actor)}
		},
	}
}

// ricartMachine is one process, with the variables of the paper: requesting_critical_section is any
// phase but Idle, our_sequence_number the time of the stamp, highest_sequence_number the clock. It
// keeps the list of missing replies, where the paper only counts them, so that a person can see for
// which processes it waits.
type ricartMachine struct {
	process
	awaited  []bool   // by process: its REPLY is outstanding
	waits    int      // outstanding_reply_count
	deferred []bool   // reply_deferred
	entries  []uint32 // beside deferred: the wish that is deferred, for the accounts alone
}

func (m *ricartMachine) Wish(w Wish, out []Message) []Message {
	m.make()
	m.issue(w)
	m.waits = m.setup.Processes - 1
	for j := range int32(m.setup.Processes) {
		if j == m.me {
			continue
		}
		m.awaited[j] = true
		msg := m.forNode(Request, ricartInvoke, m.setup.Place(j), m.cause)
		msg.Stamp = m.stamp
		out = append(out, msg)
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
	m.end(Critical, "Exit")
	for j := range int32(m.setup.Processes) {
		if m.deferred[j] {
			m.deferred[j] = false
			out = append(out, m.reply(ricartRelease, Cause{j, m.entries[j]}))
		}
	}
	return out
}

// reply returns the REPLY to a wish.
func (m *ricartMachine) reply(line uint8, to Cause) Message {
	return m.forProcess(Reply, line, to.Process, to)
}

func (m *ricartMachine) Receive(msg Message, out []Message) []Message {
	m.make()
	switch msg.Kind {
	case Request:
		m.clock = max(m.clock, msg.Stamp.Time)
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

// precedes reports whether the process's own request precedes the one with a stamp.
func (m *ricartMachine) precedes(s Stamp) bool {
	if m.setup.Flaw == IgnoresNodeNumbers {
		return m.stamp.Time < s.Time
	}
	return m.stamp.Precedes(s)
}

func (m *ricartMachine) View() View {
	v := View{Phase: m.phase}
	ours := "-"
	if m.phase != Idle {
		ours = fmt.Sprint(m.stamp.Time)
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
		v.Holders = []int32{m.me} // a process that defers holds its own permission
	}
	v.Fields = []Field{
		{"our sequence number", ours}, {"highest", fmt.Sprint(m.clock)},
		{"outstanding replies", fmt.Sprint(m.waits)}, {"deferred", nodesText(v.Queue)},
	}
	return v
}

func (m *ricartMachine) State(c *Codec) {
	c.Time(TimeNext, processClock(m.self), &m.clock)
	if c.does == reads {
		m.make()
		clear(m.awaited)
		clear(m.deferred)
	}
	if Numbers(c, &m.phase); m.phase != Idle {
		c.Time(TimeIssued, int64(m.me), &m.stamp.Time)
		for j := range m.awaited {
			if c.Bools(&m.awaited[j], &m.deferred[j]); m.deferred[j] {
				c.entry(&m.entries[j])
			}
		}
	}
	m.waits = 0
	for _, awaited := range m.awaited {
		m.waits += count(awaited)
	}
}

// Needs: the process sends a REQUEST when it wishes, and a REPLY when a REQUEST comes or at the end
// of the stay for which the REPLY was deferred.
func (m *ricartMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	other, ok := m.setup.ProcessAt(to)
	if !ok {
		return Never(), Never()
	}
	leave := Never()
	if p.Leaves && m.phase != Idle {
		leave = m.lacks(p)
	}
	ways := []Needs{{{Of: ProcessPart(to) | ArbiterPart(to)}}}
	if p.Again && m.phase == Idle {
		return nil, nil
	}
	if m.phase != Idle && (p.Again || m.deferred[other]) {
		ways = append(ways, leave)
	}
	for _, x := range p.Coming {
		if x.From == to && x.Kind == Request {
			if m.phase == Idle || !m.stamp.Precedes(x.Stamp) {
				return nil, nil
			}
			ways = append(ways, leave)
		}
	}
	needs := either(ways...)
	return needs, needs
}

// lacks returns the needs for the missing replies: every process that has not replied does so.
func (m *ricartMachine) lacks(p *Prospect) (needs Needs) {
	for j, awaited := range m.awaited {
		if at := m.setup.Place(int32(j)); awaited && !p.comes(at, Reply) {
			needs = append(needs, Await{Of: ProcessPart(at) | ArbiterPart(at)})
		}
	}
	return needs
}

// Enters returns the needs for the missing replies.
func (m *ricartMachine) Enters(p *Prospect) Needs {
	if m.phase == Critical || m.phase == Idle && !p.Again {
		return Never()
	}
	return m.lacks(p)
}

// Apart is false: there is no arbiter.
func (m *ricartMachine) Apart(*Prospect) bool { return false }
