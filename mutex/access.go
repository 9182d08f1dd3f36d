package mutex

import (
	"fmt"

	"coterie/quorum"
)

// The steps of an access.
const (
	access1 = iota + 1 // (1) ASK to every member of a quorum
	access2            // (2) ANSWER
)

// access is the algorithm of a client of a replicated store: it asks a quorum and waits for all
// answers. There are no locks, and any processes may be served together. Reads and writes are the
// two groups of a group system.
func access() *Algorithm {
	return &Algorithm{
		Name:   "access",
		Title:  "ask a quorum and wait for all answers, without locks: a read or a write of a replicated store",
		Source: "Gifford 1979, without versions",
		Over:   []quorum.Kind{quorum.KindSystem, quorum.KindGroupSystem, quorum.KindKCoterie},
		Lines:  []string{"", "(1)", "(2)"},
		Kinds:  []Kind{Ask, Answer},
		Self:   SelfLocal, Abandons: true,
		Rule: Rule{Name: Anyone},
		New:  func(s *Setup, actor int32) Machine { return &accessMachine{processAt(s, actor)} },
	}
}

// accessMachine is a client and, at a node, a server: an ANSWER is the lock of a node.
type accessMachine struct{ process }

// Wish does step (1).
func (m *accessMachine) Wish(w Wish, out []Message) []Message {
	m.group = w.Group
	m.issue(w)
	return m.multicast(Ask, access1, out)
}

// Exit ends the access; there is nothing to give back.
func (m *accessMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return out
}

// Abandon forgets the access. Answers that come later name it, and are not taken for the next one.
func (m *accessMachine) Abandon(out []Message) []Message {
	m.end(Trying, "Abandon")
	return out
}

func (m *accessMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Ask:
		answer := m.forProcess(Answer, access2, msg.Stamp.Process, msg.Cause)
		answer.Stamp = msg.Stamp
		return append(out, answer)
	case Answer:
		if m.phase != Trying || msg.Stamp != m.stamp {
			return out
		}
		if m.lockedBy(m.memberOf(msg)) {
			m.phase = Critical
		}
		return out
	default:
		panic(fmt.Sprintf("mutex: access knows no %v", msg.Kind))
	}
}

func (m *accessMachine) View() View {
	v := m.view()
	v.Fields = []Field{{"answered", nodesText(v.Has)}, {"awaited", nodesText(v.Lacks)}}
	return v
}

func (m *accessMachine) State(c *Codec) {
	c.Time(TimeRound, int64(m.me), &m.clock)
	m.stamp.Time = m.clock
	if m.requested(c) {
		m.known(c, false)
	}
}

func (m *accessMachine) MessageTimes(of *Message, visit TimeVisit) {
	visit(TimeRound, int64(of.Stamp.Process), &of.Stamp.Time)
}
