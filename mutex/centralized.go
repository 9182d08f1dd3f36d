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

// centralized is the algorithm of one control node, with which all others are compared.
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
		New:   func(s *Setup, actor int32) Machine { return &centralizedMachine{siteAt(s, actor)} },
	}
}

// anyKind returns all kinds of structures, for an algorithm without quorums: only the nodes matter
// to it.
func anyKind() []quorum.Kind {
	return []quorum.Kind{quorum.KindSystem, quorum.KindGroupSystem, quorum.KindKCoterie, quorum.KindSharing}
}

// oneProcess is the rule of algorithms without groups, over any structure.
var oneProcess = Rule{Name: OneProcess}

// centralizedMachine is a process and, at the control node, the arbiter.
type centralizedMachine struct{ site } // those that wait by arrival

// Wish does step (1).
func (m *centralizedMachine) Wish(w Wish, out []Message) []Message {
	m.begin(w)
	return append(out, m.forNode(Request, centralized1, control, m.cause))
}

// Exit does step (3).
func (m *centralizedMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return append(out, m.forNode(Release, centralized3, control, m.cause))
}

func (m *centralizedMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Request:
		r := waiting{stamp: Stamp{Process: msg.Cause.Process}, charge: msg.Cause}
		if m.held {
			m.queue = append(m.queue, r)
			return out
		}
		return m.grant(r, centralized2, out)
	case Release:
		return m.next(m.grant, centralized4, out)
	case Grant:
		m.phase = Critical
		return out
	default:
		panic(fmt.Sprintf("mutex: centralized knows no %v", msg.Kind))
	}
}

// grant lets a process in.
func (m *centralizedMachine) grant(r waiting, line uint8, out []Message) []Message {
	m.give(r)
	return append(out, m.forProcess(Grant, line, r.stamp.Process, r.charge))
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
	m.viewLock(&v, "")
	v.Fields = []Field{{"inside", nodesText(v.Holders)}, {"queue", nodesText(v.Queue)}}
	return v
}

func (m *centralizedMachine) State(c *Codec) {
	if Numbers(c, &m.phase); m.phase != Idle {
		c.charge(&m.cause)
	}
	m.lockState(c, m.self)
}
