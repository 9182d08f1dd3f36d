package mutex

import (
	"fmt"

	"coterie/quorum"
)

// The procedures of Raymond, section 3: every event runs both, in this order.
const (
	raymondAssign  = iota + 1 // ASSIGN_PRIVILEGE
	raymondRequest            // MAKE_REQUEST
)

// raymondTree is the algorithm of Raymond on a balanced binary tree, in which the neighbours of
// process i are the processes ⌊i/2⌋, 2i and 2i+1. Process 1, the root, has the PRIVILEGE first.
func raymondTree() *Algorithm {
	return &Algorithm{
		Name:   "raymond-tree",
		Title:  "a token in a balanced binary tree; every process knows which neighbour is nearer to it",
		Source: "Raymond 1989, section 3",
		Over:   anyKind(), NoQuorums: true,
		Lines: []string{"", "ASSIGN_PRIVILEGE", "MAKE_REQUEST"},
		Kinds: []Kind{Request, Privilege},
		Rule:  oneProcess,
		New: func(s *Setup, actor int32) Machine {
			m := &raymondMachine{process: processAt(s, actor)}
			if m.me > 0 {
				m.holder = (m.me - 1) / 2
			}
			return m
		},
	}
}

// raymondMachine is one process, with the variables of the paper; USING is the phase Critical.
type raymondMachine struct {
	process
	holder int32   // HOLDER: itself, or the neighbour towards the PRIVILEGE
	asked  bool    // ASKED: HOLDER has a REQUEST of this process
	queue  []asker // REQUEST_Q
}

// asker is a neighbour, or the process itself, that waits for the PRIVILEGE.
type asker struct {
	process int32
	cause   Cause // for the accounts: the wish that it asks for
}

func (m *raymondMachine) Wish(w Wish, out []Message) []Message {
	m.begin(w)
	m.queue = append(m.queue, asker{m.me, m.cause})
	return m.both(out)
}

func (m *raymondMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return m.both(out)
}

func (m *raymondMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Request:
		from, _ := m.setup.ProcessAt(msg.From)
		m.queue = append(m.queue, asker{from, msg.Cause})
	case Privilege:
		m.holder = m.me
	default:
		panic(fmt.Sprintf("mutex: raymond-tree knows no %v", msg.Kind))
	}
	return m.both(out)
}

// both runs ASSIGN_PRIVILEGE, then MAKE_REQUEST.
func (m *raymondMachine) both(out []Message) []Message {
	if m.holder == m.me && m.phase != Critical && len(m.queue) > 0 {
		first := m.queue[0]
		m.queue = append(m.queue[:0], m.queue[1:]...)
		m.holder, m.asked = first.process, false
		if first.process == m.me {
			m.phase = Critical
		} else {
			out = append(out, m.send(Privilege, raymondAssign, first.cause))
		}
	}
	if m.holder != m.me && len(m.queue) > 0 && !m.asked {
		m.asked = true
		out = append(out, m.send(Request, raymondRequest, m.queue[0].cause))
	}
	return out
}

// send returns a message to HOLDER.
func (m *raymondMachine) send(k Kind, line uint8, cause Cause) Message {
	return Message{Kind: k, Line: line, From: m.self, To: m.setup.Place(m.holder), Cause: cause}
}

func (m *raymondMachine) View() View {
	v := View{Phase: m.phase}
	for _, a := range m.queue {
		v.Queue = append(v.Queue, a.process)
	}
	holder, asked := quorum.Node(m.holder).String(), "no"
	if m.holder == m.me {
		holder = "self"
		v.Holders = []int32{m.me}
	} else if len(m.queue) > 0 {
		v.Lacks = []int32{m.setup.Place(m.holder)}
	}
	if m.asked {
		asked = "yes"
	}
	v.Fields = []Field{{"HOLDER", holder}, {"ASKED", asked}, {"REQUEST_Q", nodesText(v.Queue)}}
	return v
}

func (m *raymondMachine) State(c *Codec) {
	Numbers(c, &m.phase)
	Numbers(c, &m.holder)
	c.Bools(&m.asked)
	Each(c, &m.queue, func(a *asker) {
		Numbers(c, &a.process)
		c.charge(&a.cause)
	})
}
