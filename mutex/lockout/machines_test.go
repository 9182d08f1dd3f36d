package lockout_test

import (
	"slices"

	"coterie/mutex"
)

// desk is a control node whose order of service is a policy, and whose stamps are those of clocks
// that never hear of each other.
type desk struct {
	setup  *mutex.Setup
	self   int32
	policy string
	phase  mutex.Phase
	clock  uint32
	stamp  uint32
	holder int32 // 1 + the process inside
	queue  []mutex.Stamp
	seen   uint32 // marked: of process 3
	mark   mutex.Stamp
	past   bool
}

// The policies.
const (
	first    = "first come, first served"
	last     = "last come, first served"
	earliest = "the earliest stamp"
	latest   = "the latest stamp"
	lowest   = "the lowest process"
	barred   = "not process 1"
	// The second stamp of process 3 is kept, until it has a third. Process 2 issues only finitely
	// many below it, which the order of stamps does not tell.
	marked = "process 1 when process 2 is past a mark"
)

func unfair(policy string) *mutex.Algorithm {
	return &mutex.Algorithm{
		Name: "desk", NoQuorums: true, Lines: []string{""}, Kinds: []mutex.Kind{mutex.Request, mutex.Grant, mutex.Release}, Self: mutex.SelfLocal,
		Rule: mutex.Rule{Name: mutex.OneProcess},
		New:  func(s *mutex.Setup, actor int32) mutex.Machine { return &desk{setup: s, self: actor, policy: policy} },
	}
}

func (d *desk) Phase() mutex.Phase { return d.phase }
func (d *desk) View() mutex.View   { return mutex.View{Phase: d.phase} }

func (d *desk) Wish(w mutex.Wish, out []mutex.Message) []mutex.Message {
	d.clock++
	d.phase, d.stamp = mutex.Trying, d.clock
	return append(out, mutex.Message{Kind: mutex.Request, From: d.self, Stamp: mutex.Stamp{Time: d.stamp, Process: d.self}})
}

func (d *desk) Exit(out []mutex.Message) []mutex.Message {
	d.phase = mutex.Idle
	return append(out, mutex.Message{Kind: mutex.Release, From: d.self})
}

func (d *desk) Receive(m mutex.Message, out []mutex.Message) []mutex.Message {
	switch m.Kind {
	case mutex.Request:
		d.queue = append(d.queue, m.Stamp)
		if d.policy == marked && m.Stamp.Process == 2 && d.seen < 3 {
			if d.seen++; d.seen == 2 {
				d.mark = m.Stamp
			}
		}
		d.past = d.past || d.seen == 3 || d.seen == 2 && m.Stamp.Process == 1 && d.mark.Precedes(m.Stamp)
	case mutex.Release:
		d.holder = 0
	default:
		d.phase = mutex.Critical
	}
	at := d.pick()
	if d.holder != 0 || at < 0 {
		return out
	}
	to := d.queue[at].Process
	d.queue = slices.Delete(d.queue, at, at+1)
	d.holder = to + 1
	return append(out, mutex.Message{Kind: mutex.Grant, To: to})
}

func (d *desk) pick() int {
	if len(d.queue) == 0 {
		return -1
	}
	order := func(a, b mutex.Stamp) int {
		if a.Precedes(b) {
			return -1
		}
		return 1
	}
	switch d.policy {
	case first:
		return 0
	case last:
		return len(d.queue) - 1
	case earliest:
		return slices.Index(d.queue, slices.MinFunc(d.queue, order))
	case latest:
		return slices.Index(d.queue, slices.MaxFunc(d.queue, order))
	case marked:
		return slices.IndexFunc(d.queue, func(s mutex.Stamp) bool { return s.Process != 0 || d.past || d.seen < 2 })
	case barred:
		return slices.IndexFunc(d.queue, func(s mutex.Stamp) bool { return s.Process != 0 })
	}
	return slices.Index(d.queue, slices.MinFunc(d.queue, func(a, b mutex.Stamp) int { return int(a.Process - b.Process) }))
}

func (d *desk) MessageTimes(of *mutex.Message, visit mutex.TimeVisit) {
	visit(mutex.TimeClock, -1-int64(of.Stamp.Process), &of.Stamp.Time)
}

func (d *desk) State(c *mutex.Codec) {
	mutex.Numbers(c, &d.phase)
	c.Time(mutex.TimeNext, 0, &d.clock)
	if d.phase != mutex.Idle {
		c.Time(mutex.TimeIssued, int64(d.self), &d.stamp)
	}
	mutex.Numbers(c, &d.holder)
	mutex.Numbers(c, &d.seen)
	c.Stamp(&d.mark)
	c.Bools(&d.past)
	mutex.Each(c, &d.queue, c.Stamp)
}

// crier is a desk (actor 0) that serves process 1, and process 2 only if that has asked it to
// hurry, which it does when a notice comes. There is one with each GRANT of process 1, and the
// notice is late when process 1 has left again after the next one. So a notice is always under way
// while process 1 comes back, each may come late, and process 2 then waits for ever.
type crier struct {
	self  int32
	phase mutex.Phase
	round uint32 // the GRANTs of process 1: at the desk, at process 1 its own, at 2 the last it left
	busy  bool
	waits [3]bool
	hurry bool
}

func cryingDesk() *mutex.Algorithm {
	a := unfair(first)
	a.Name, a.Kinds = "crier", []mutex.Kind{mutex.Request, mutex.Grant, mutex.Inquire, mutex.Relinquish, mutex.Unlock, mutex.Release}
	a.New = func(_ *mutex.Setup, actor int32) mutex.Machine { return &crier{self: actor} }
	return a
}

func (c *crier) Phase() mutex.Phase { return c.phase }
func (c *crier) View() mutex.View   { return mutex.View{Phase: c.phase} }

func (c *crier) Wish(_ mutex.Wish, out []mutex.Message) []mutex.Message {
	c.phase = mutex.Trying
	return append(out, mutex.Message{Kind: mutex.Request, From: c.self})
}

func (c *crier) Exit(out []mutex.Message) []mutex.Message {
	c.phase = mutex.Idle
	if c.self == 2 {
		return append(out, mutex.Message{Kind: mutex.Release, From: 2})
	}
	out = append(out, mutex.Message{Kind: mutex.Unlock, From: 1, To: 2, Round: c.round})
	c.round = 0
	return out
}

func (c *crier) Ignores(m *mutex.Message) bool {
	return m.Kind == mutex.Inquire && m.Round < c.round
}

func (c *crier) Receive(m mutex.Message, out []mutex.Message) []mutex.Message {
	switch m.Kind {
	case mutex.Grant:
		c.phase = mutex.Critical
		if c.self == 1 {
			c.round = m.Round
		}
		return out
	case mutex.Unlock:
		c.round = m.Round
		return append(out, mutex.Message{Kind: mutex.Release, From: 2})
	case mutex.Inquire:
		if c.Ignores(&m) || c.phase != mutex.Trying {
			return out
		}
		return append(out, mutex.Message{Kind: mutex.Relinquish, From: 2})
	case mutex.Request:
		c.waits[m.From] = true
	case mutex.Release:
		c.busy = false
	case mutex.Relinquish:
		c.hurry = true
	}
	switch {
	case c.busy:
	case c.waits[2] && c.hurry:
		c.busy, c.waits[2], c.hurry = true, false, false
		out = append(out, mutex.Message{Kind: mutex.Grant, To: 2})
	case c.waits[1]:
		c.busy, c.waits[1] = true, false
		c.round++
		out = append(out, mutex.Message{Kind: mutex.Grant, To: 1, Round: c.round})
		if c.waits[2] {
			out = append(out, mutex.Message{Kind: mutex.Inquire, To: 2, Round: c.round})
		}
	}
	return out
}

func (c *crier) MessageTimes(of *mutex.Message, visit mutex.TimeVisit) {
	visit(mutex.TimeRound, 0, &of.Round)
}

func (c *crier) State(to *mutex.Codec) {
	mutex.Numbers(to, &c.phase)
	to.Bools(&c.busy, &c.hurry, &c.waits[1], &c.waits[2])
	to.Time(mutex.TimeRound, 0, &c.round)
}
