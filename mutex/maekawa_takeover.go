package mutex

import (
	"fmt"
	"slices"

	"coterie/quorum"
)

// maekawaTakeover is Maekawa's algorithm without its faults, and the node removal of Maekawa (1985,
// section 9): "another node should logically take over the role of the failed node", and the
// knowledge of the failed one "can be regained by O(√N) messages". The paper does not say how. Here
// the successor sends RECOVER to each process whose own quorum holds the failed node, and the
// process answers STATUS: its request, if it has one that needs the node, and whether it holds the
// lock. From its STATUS on it hears the successor alone. When all have answered, the successor has
// the lock and the queue, and goes on where the failed node stopped: requests, releases and locks
// that were lost with it show in the answers of the processes.
//
// The processes take the quorums of their sites. A process whose node has failed lives on in this
// model, and asks another node to be the arbiter.
func maekawaTakeover() *Algorithm {
	a := maekawaFixed()
	a.Name = "maekawa-takeover"
	a.Title = "the same, in which a node can take over the role of one that has failed"
	a.Source = "Maekawa 1985, sections 4 and 9; Sanders 1987"
	a.Lines = append(a.Lines, "(9)", "(9a)", "(9b)")
	a.Kinds = append(a.Kinds, Recover, Status)
	a.New = func(s *Setup, actor int32) Machine {
		return &takeoverMachine{fixedMachine: fixedMachine{site: siteAt(s, actor)}}
	}
	return a
}

// The steps of section 9, beyond those of maekawaFixed.
const (
	takeoverRecover = maekawa6a + 1 + iota // (9) RECOVER to processes with the node in their quorum
	takeoverStatus                         // (9a) STATUS
	takeoverResume                         // (9b) LOCKED, FAILED and INQUIRE to waiting processes
)

// takeoverMachine is one node, with the failed nodes whose role it has.
type takeoverMachine struct {
	fixedMachine
	seats []seat // by node
	roles []*role
}

// seat says which actor is the arbiter of a node that has failed.
type seat struct{ node, host int32 }

// role is the arbiter of a failed node.
type role struct {
	arbiter fixedMachine // its process stays idle
	asked   []int32      // processes that have not answered
	early   []Message    // messages that came before all had
}

func (m *takeoverMachine) host(node int32) int32 {
	for _, s := range m.seats {
		if s.node == node {
			return s.host
		}
	}
	return node
}

// direct redirects the messages of the process to a node to the actor that is now its arbiter.
func (m *takeoverMachine) direct(out []Message, from int) []Message {
	if len(m.seats) > 0 {
		for i := from; i < len(out); i++ {
			if out[i].Kind.ToArbiter() {
				out[i].To = m.host(out[i].Node)
			}
		}
	}
	return out
}

func (m *takeoverMachine) Wish(w Wish, out []Message) []Message {
	return m.direct(m.fixedMachine.Wish(w, out), len(out))
}

func (m *takeoverMachine) Exit(out []Message) []Message {
	return m.direct(m.fixedMachine.Exit(out), len(out))
}

func (m *takeoverMachine) Abandon(out []Message) []Message {
	return m.direct(m.fixedMachine.Abandon(out), len(out))
}

// TakeOver does step (9).
func (m *takeoverMachine) TakeOver(node int32, out []Message) []Message {
	if m.setup.Own == nil {
		panic("mutex: TakeOver where processes have no quorums of their own")
	}
	r := &role{arbiter: fixedMachine{site: siteAt(m.setup, node)}}
	r.arbiter.clock = m.clock
	for p, q := range m.setup.Own {
		if q < 0 {
			continue
		}
		if _, has := slices.BinarySearch(m.setup.Quorums[q], node); has {
			r.asked = append(r.asked, int32(p))
			out = append(out, Message{Kind: Recover, Line: takeoverRecover, From: m.self, To: m.setup.Place(int32(p)), Node: node})
		}
	}
	m.roles = append(slices.DeleteFunc(m.roles, func(r *role) bool { return r.arbiter.self == node }), r)
	return out
}

func (m *takeoverMachine) Receive(msg Message, out []Message) []Message {
	from := len(out)
	switch {
	case msg.Kind == Recover:
		return m.recover(msg, out)
	case !msg.Kind.ToArbiter():
		if msg.From != m.host(msg.Node) {
			return out // from one that has failed since
		}
	case msg.Node != m.self:
		m.clock = max(m.clock, msg.Stamp.Time)
		if i := slices.IndexFunc(m.roles, func(r *role) bool { return r.arbiter.self == msg.Node }); i >= 0 {
			return m.speak(m.roles[i].receive(msg, out), from)
		}
		return out
	}
	return m.direct(m.fixedMachine.Receive(msg, out), from)
}

// speak makes this actor the sender of the messages of a role.
func (m *takeoverMachine) speak(out []Message, from int) []Message {
	for i := from; i < len(out); i++ {
		out[i].From = m.self
	}
	return out
}

// recover does step (9a). An INQUIRE of the failed node is void: the successor asks again.
func (m *takeoverMachine) recover(msg Message, out []Message) []Message {
	i, known := slices.BinarySearchFunc(m.seats, msg.Node, func(s seat, node int32) int { return int(s.node - node) })
	if !known {
		m.seats = slices.Insert(m.seats, i, seat{node: msg.Node})
	}
	m.seats[i].host = msg.From
	status := Message{Kind: Status, Line: takeoverStatus, From: m.self, To: msg.From, Node: msg.Node}
	if m.phase != Idle {
		if of := m.member(msg.Node); of != nil {
			if of.pending {
				of.pending, of.asked = false, 0
				m.pending--
			}
			status.Stamp, status.Quorum, status.Flag, status.Round, status.Cause = m.stamp, m.quorum, of.locked, of.round, m.cause
		}
	}
	return append(out, status)
}

// receive does the step of the role's arbiter for a message.
func (r *role) receive(msg Message, out []Message) []Message {
	switch {
	case msg.Kind == Status:
		return r.status(msg, out)
	case len(r.asked) > 0:
		r.early = append(r.early, msg)
		return out
	}
	return r.arbiter.Receive(msg, out)
}

// status does step (9b): with the last STATUS the arbiter goes on.
func (r *role) status(msg Message, out []Message) []Message {
	a := &r.arbiter
	p, _ := a.setup.ProcessAt(msg.From)
	i := slices.Index(r.asked, p)
	if i < 0 {
		return out // of an earlier RECOVER
	}
	r.asked = slices.Delete(r.asked, i, i+1)
	a.round = max(a.round, msg.Round)
	if msg.Stamp != (Stamp{}) {
		w := waiting{stamp: msg.Stamp, charge: msg.Cause}
		if msg.Flag {
			a.held, a.holder = true, w
		} else {
			a.enqueue(w)
		}
	}
	if len(r.asked) > 0 {
		return out
	}
	if !a.held {
		out = a.next(a.grant, takeoverResume, out)
	}
	for i := range a.queue {
		w := &a.queue[i]
		if i == 0 && w.stamp.Precedes(a.holder.stamp) {
			a.inquiry = true
			out = append(out, a.tell(Inquire, takeoverResume, a.holder.stamp, a.askedRound(), w.charge))
			continue
		}
		w.failed = true
		out = append(out, a.tell(Failed, takeoverResume, w.stamp, 0, w.charge))
	}
	early := r.early
	r.early = nil
	for _, m := range early {
		out = a.Receive(m, out)
	}
	return out
}

func (m *takeoverMachine) View() View {
	v := m.fixedMachine.View()
	for _, r := range m.roles {
		var of View
		r.arbiter.viewLock(&of, "LOCK")
		for _, f := range of.Fields {
			v.Fields = append(v.Fields, Field{fmt.Sprintf("%s of %v", f.Name, quorum.Node(r.arbiter.self)), f.Value})
		}
		if len(r.asked) > 0 {
			v.Fields = append(v.Fields, Field{fmt.Sprintf("asked for %v", quorum.Node(r.arbiter.self)), fmt.Sprint(len(r.asked))})
		}
	}
	return v
}

func (m *takeoverMachine) State(c *Codec) {
	m.fixedMachine.State(c)
	Each(c, &m.seats, func(s *seat) { Numbers(c, &s.node, &s.host) })
	Each(c, &m.roles, func(r **role) {
		if *r == nil {
			*r = &role{arbiter: fixedMachine{site: siteAt(m.setup, 0)}}
		}
		Numbers(c, &(*r).arbiter.self)
		(*r).arbiter.State(c)
		Each(c, &(*r).asked, func(p *int32) { Numbers(c, p) })
		Each(c, &(*r).early, func(e *Message) {
			Numbers(c, &e.Kind)
			c.Stamp(&e.Stamp)
			Numbers(c, &e.From, &e.Node)
			c.Time(TimeRound, int64(e.Node), &e.Round)
			c.charge(&e.Cause)
		})
	})
}
