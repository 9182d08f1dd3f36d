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
			return &ricartMachine{process: processAt(s, actor), most: 1}
		},
	}
}

// ricartMachine is one process, with the variables of the paper: requesting_critical_section is any
// phase but Idle, our_sequence_number the time of the stamp, highest_sequence_number the clock. It
// keeps the list of missing replies, where the paper only counts them, so that a person can see for
// which processes it waits.
//
// Raymond's algorithm for several entries is the same program, in which requests and replies are
// counted; with one entry every count is 0 or 1.
type ricartMachine struct {
	process
	most     int      // so many may be inside
	awaited  []uint32 // by process: the requests that it has not answered
	waits    int      // outstanding_reply_count: the processes with such requests
	deferred []uint32 // reply_deferred: the requests that this process has not answered
	entries  []uint32 // beside deferred: the first of these wishes, for the accounts alone
}

func (m *ricartMachine) Wish(w Wish, out []Message) []Message {
	m.make()
	m.issue(w)
	for j := range int32(m.setup.Processes) {
		if j == m.me {
			continue
		}
		m.awaited[j]++
		msg := m.forNode(Request, ricartInvoke, m.setup.Place(j), m.cause)
		msg.Stamp = m.stamp
		out = append(out, msg)
	}
	m.waits = m.setup.Processes - 1
	return m.enter(out)
}

// make makes the lists of a process that takes part.
func (m *ricartMachine) make() {
	if m.awaited == nil {
		n := m.setup.Processes
		m.awaited, m.deferred, m.entries = make([]uint32, n), make([]uint32, n), make([]uint32, n)
	}
}

func (m *ricartMachine) enter(out []Message) []Message {
	if m.phase == Trying && m.waits < m.most {
		m.phase = Critical
	}
	return out
}

func (m *ricartMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	for j := range int32(m.setup.Processes) {
		if m.deferred[j] > 0 {
			msg := m.reply(ricartRelease, Cause{j, m.entries[j]})
			msg.Round = m.deferred[j] - 1
			m.deferred[j] = 0
			out = append(out, msg)
		}
	}
	return out
}

// reply returns the REPLY to a wish. Its Round is how many further wishes it answers.
func (m *ricartMachine) reply(line uint8, to Cause) Message {
	return m.forProcess(Reply, line, to.Process, to)
}

func (m *ricartMachine) Receive(msg Message, out []Message) []Message {
	m.make()
	switch msg.Kind {
	case Request:
		m.clock = max(m.clock, msg.Stamp.Time)
		j := msg.Stamp.Process
		if m.defers(msg.Stamp) {
			if m.deferred[j]++; m.deferred[j] == 1 {
				m.entries[j] = msg.Cause.Entry
			}
			return out
		}
		return append(out, m.reply(ricartRequest, Cause{j, msg.Cause.Entry}))
	case Reply:
		from, _ := m.setup.ProcessAt(msg.From)
		asked := m.awaited[from] > 0
		if m.awaited[from] -= msg.Round + 1; m.setup.Flaw == TakesLateReply {
			m.awaited[from] = 0
		}
		m.waits -= count(asked && m.awaited[from] == 0)
		return m.enter(out)
	default:
		panic(fmt.Sprintf("mutex: %v is no message of Ricart and Agrawala's program", msg.Kind))
	}
}

// defers reports whether the process defers its REPLY to a request. Among several entries a process
// inside does so for every request. With one entry none comes to it that precedes its own.
func (m *ricartMachine) defers(s Stamp) bool {
	switch {
	case m.phase == Idle:
		return false
	case m.phase == Critical && m.most > 1:
		return true
	case m.setup.Flaw == IgnoresNodeNumbers:
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
			case awaited > 0:
				v.Lacks = append(v.Lacks, at)
			case int32(j) != m.me:
				v.Has = append(v.Has, at)
			}
		}
	}
	for j, deferred := range m.deferred {
		if deferred > 0 {
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
	if c.does == reads || m.most > 1 {
		m.make()
	}
	if Numbers(c, &m.phase); m.phase != Idle {
		c.Time(TimeIssued, int64(m.me), &m.stamp.Time)
	}
	if c.does == reads {
		clear(m.awaited)
		clear(m.deferred)
	}
	for j := range m.awaited {
		if m.phase != Idle || m.most > 1 {
			Numbers(c, &m.awaited[j])
		}
		if m.phase == Idle {
			continue
		}
		if Numbers(c, &m.deferred[j]); m.deferred[j] > 0 {
			c.entry(&m.entries[j])
		}
	}
	m.waits = 0
	for _, requests := range m.awaited {
		m.waits += count(requests > 0)
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
	if m.phase != Idle && (p.Again || m.deferred[other] > 0) {
		ways = append(ways, leave)
	}
	for _, x := range p.Coming {
		if x.From == to && x.Kind == Request {
			if !m.defers(x.Stamp) {
				return nil, nil
			}
			ways = append(ways, leave)
		}
	}
	needs := either(ways...)
	return needs, needs
}

// lacks returns the needs for the missing replies: of those processes whose REPLY is neither here
// nor under way all but most - 1 reply first, so one of every most of them does. Which of them are
// put together is a choice.
func (m *ricartMachine) lacks(p *Prospect) (needs Needs) {
	if m.phase == Critical {
		return nil
	}
	var missing []Parts
	for j, requests := range m.awaited {
		if at := m.setup.Place(int32(j)); requests > 0 && !p.comes(at, Reply) {
			missing = append(missing, ProcessPart(at)|ArbiterPart(at))
		}
	}
	for i := range len(missing) - m.most + 1 {
		var of Parts
		for _, part := range missing[i : i+m.most] {
			of |= part
		}
		needs = append(needs, Await{Of: of})
	}
	return needs
}

// Enters returns the needs for the missing replies.
func (m *ricartMachine) Enters(p *Prospect) Needs {
	switch {
	case m.phase == Critical || m.phase == Idle && !p.Again:
		return Never()
	case m.phase == Idle: // some of what it lacks belongs to the request before
		return nil
	}
	return m.lacks(p)
}

// Apart is false: there is no arbiter.
func (m *ricartMachine) Apart(*Prospect) bool { return false }

func (m *ricartMachine) MessageTimes(of *Message, visit TimeVisit) {
	visit(TimeClock, -1-int64(of.Stamp.Process), &of.Stamp.Time)
}
