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
			return &orderedMachine{site: siteAt(s, actor)}
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
			return &orderedMachine{site: siteAt(s, actor), circulates: true}
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

// orderedMachine is one node. The first nodes of the quorum are known to be locked.
type orderedMachine struct {
	site
	circulates bool
}

// Wish does step (1).
func (m *orderedMachine) Wish(w Wish, out []Message) []Message {
	m.issue(w)
	return m.ask(out)
}

// ask sends the REQUEST to the first member that is not locked.
func (m *orderedMachine) ask(out []Message) []Message {
	return append(out, m.say(Request, ordered1, m.setup.Quorums[m.quorum][m.locked]))
}

// Exit does step (6).
func (m *orderedMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return m.multicast(Release, ordered6, out)
}

// Abandon takes the request back from the nodes that have it. The process knows these where it asks
// one by one.
func (m *orderedMachine) Abandon(out []Message) []Message {
	m.end(Trying, "Abandon")
	for _, j := range m.setup.Quorums[m.quorum][:m.locked+1] {
		out = append(out, m.say(Release, ordered6a, j))
	}
	return out
}

func (m *orderedMachine) Receive(msg Message, out []Message) []Message {
	m.clock = max(m.clock, msg.Stamp.Time)
	switch msg.Kind {
	case Request:
		if m.dropped(msg.Stamp) {
			return out
		}
		r := waiting{stamp: msg.Stamp, charge: msg.Cause}
		if m.circulates {
			r.quorum = msg.Quorum
		}
		if m.held {
			m.enqueue(r)
			return out
		}
		return m.grant(r, ordered2, out)
	case Release:
		if r, ok := m.release(msg.Stamp); ok {
			return m.grant(r, ordered7, out)
		}
		return out
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

// grant locks the node for a request, and tells its process or the next node.
func (m *orderedMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.give(r)
	msg := m.tell(Locked, line, r.stamp, 0, r.charge)
	if m.circulates {
		q := m.setup.Quorums[r.quorum]
		if i, _ := slices.BinarySearch(q, m.self); i+1 < len(q) {
			msg.Kind, msg.To, msg.Node, msg.Quorum = Request, q[i+1], q[i+1], r.quorum
		}
	}
	return append(out, msg)
}

func (m *orderedMachine) View() View {
	v := View{Phase: m.phase}
	m.viewLock(&v, "LOCK")
	if m.phase != Idle {
		q := m.setup.Quorums[m.quorum]
		v.Has, v.Lacks = q[:m.locked], q[m.locked:]
	}
	v.Fields = append(v.Fields, Field{"clock", fmt.Sprint(m.clock)})
	return v
}

func (m *orderedMachine) State(c *Codec) {
	if m.stamped(c, TimeNext) {
		Index(c, &m.locked, len(m.setup.Quorums[m.quorum])+1)
	}
	m.lockState(c, m.self)
}
