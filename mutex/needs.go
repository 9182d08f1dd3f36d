package mutex

import "slices"

// Parts is a set of parts of at most 32 actors. Each actor has two parts, its process and its
// arbiter.
type Parts uint64

// ProcessPart returns the process of an actor.
func ProcessPart(actor int32) Parts { return 1 << uint(2*actor) }

// ArbiterPart returns the arbiter of an actor.
func ArbiterPart(actor int32) Parts { return 2 << uint(2*actor) }

// Await is a condition under which a part sends something: a message that is not under way yet,
// from one of these parts, or from one of the wishers whose process may still wish.
type Await struct{ Of, Wishers Parts }

// Needs are the conditions under which an actor sends something: every Await of the list must be
// met. With an empty list it may send at once; with an Await of nobody it never does.
type Needs []Await

// Never returns needs that are never met.
func Never() Needs { return Needs{{}} }

// Never reports whether somebody can never speak.
func (n Needs) Never() bool { return slices.Contains(n, Await{}) }

// fromArbiter needs a message of the arbiter at an actor.
func fromArbiter(actor int32) Needs { return Needs{{Of: ArbiterPart(actor)}} }

// fromProcess needs a message of the process at an actor.
func fromProcess(actor int32) Needs { return Needs{{Of: ProcessPart(actor)}} }

// Teller is a machine that says which messages it waits for before it sends something. With a
// Teller the explorer knows which actors cannot hear from it yet.
//
// Needs returns the conditions that must be met before the process of this actor sends anything to
// the arbiter of another one, and before its arbiter sends anything to the process there, whatever
// the others do. (Where there are no arbiters, both are the needs of the process.) It reads the
// state, and neither changes nor keeps anything. The result stays valid: until a part in an Await
// sends something to this one, this one does not send to the other, and its Needs keep an Await
// that is a subset.
//
// Enters likewise returns the conditions that must be met before the process, which is outside,
// enters.
//
// Apart reports whether the process and the arbiter of this actor are independent: an event of one
// of them neither reads nor changes any variable that the other one reads, except through the
// messages between them. This stays valid, too. The consequences are in
// docs/theorems/partial-order.md.
type Teller interface {
	Machine
	Needs(to int32, p *Prospect) (process, arbiter Needs)
	Enters(p *Prospect) Needs
	Apart(p *Prospect) bool
}

// Prospect is the future of an actor, besides its state.
type Prospect struct {
	Again   bool    // the process here may wish again, after its present request if it has one
	Quorums []int32 // the quorums that it may then take; -1 where there are none
	Leaves  bool    // a process inside may leave
	Once    bool    // no process wishes more than once
	FIFO    bool    // channels keep their order
	Coming  []Message
	Askers  []Parts // by node: the processes whose requests can come to it
}

// comes reports whether a message of one of the kinds is under way from the actor, -1: from any.
func (p *Prospect) comes(from int32, kinds ...Kind) bool {
	return slices.ContainsFunc(p.Coming, func(m Message) bool {
		return (from < 0 || m.From == from) && slices.Contains(kinds, m.Kind)
	})
}

// asked returns the needs for a REQUEST to come to the node from anybody.
func (p *Prospect) asked(node int32) Needs {
	if int(node) >= len(p.Askers) {
		return Never() // a process without a node of its own
	}
	if p.comes(-1, Request) {
		return nil
	}
	return Needs{{Wishers: p.Askers[node]}}
}

// fewNeeds bounds the lists that either makes. To leave an Await out is safe.
const fewNeeds = 8

// either returns the needs for the first of several possible events: it needs one Await from every
// list, so each of its awaits is the union of one from each.
func either(ways ...Needs) Needs {
	all := Never()
	for _, way := range ways {
		var next Needs
		for _, a := range all {
			for _, b := range way {
				if c := (Await{a.Of | b.Of, a.Wishers | b.Wishers}); len(next) < fewNeeds && !slices.Contains(next, c) {
					next = append(next, c)
				}
			}
		}
		all = next
	}
	return all
}

// back returns the needs for a process to give a lock back, by a message of one of the kinds.
func (p *Prospect) back(process int32, kinds ...Kind) Needs {
	if p.comes(process, kinds...) {
		return nil
	}
	return fromProcess(process)
}

// present is the state of a process with its request.
type present struct {
	phase  Phase
	quorum []int32 // unless it is idle
	has    func(i int) bool
	yields func(i int) Needs // the needs for it to give the lock of a node back; nil: it does not
}

func (m *process) present() present {
	r := present{phase: m.phase, has: func(i int) bool { return m.members[i].locked }}
	if m.phase != Idle {
		r.quorum = m.setup.Quorums[m.quorum]
	}
	return r
}

// Enters returns the needs of the locks that the process lacks.
func (m *process) Enters(p *Prospect) Needs { return p.enters(m.present()) }

// toArbiter returns the needs for a process to send something to a node: it wishes, gives a lock
// back, or leaves. Before it leaves, each of the nodes that it lacks has to send its lock.
func (p *Prospect) toArbiter(s *Setup, node int32, r present) Needs {
	again := p.Again && slices.ContainsFunc(p.Quorums, func(q int32) bool { return slices.Contains(s.Quorums[q], node) })
	if r.phase == Idle {
		if again {
			return nil
		}
		return Never()
	}
	leave, yield := Never(), Never()
	at := slices.Index(r.quorum, node)
	if p.Leaves && (at >= 0 || again) {
		leave = p.lacks(r)
	}
	if r.phase == Trying && at >= 0 && r.yields != nil {
		yield = r.yields(at)
	}
	return either(leave, yield)
}

// lacks needs a lock from each of the nodes that a process lacks.
func (p *Prospect) lacks(r present) (needs Needs) {
	for i, j := range r.quorum {
		if r.phase == Trying && !r.has(i) && !p.comes(j, Locked, OK) {
			needs = append(needs, Await{Of: ArbiterPart(j)})
		}
	}
	return needs
}

// enters returns the needs for a process to enter.
func (p *Prospect) enters(r present) Needs {
	if r.phase == Critical || r.phase == Idle && !p.Again {
		return Never()
	}
	return p.lacks(r)
}

// fails returns the needs for a process to give a lock back to the node that asks for it: an
// INQUIRE, and a FAILED from a node of its quorum, which tells it that another process precedes.
func (p *Prospect) fails(node int32, quorum []int32, inquired, knows bool, may func(i int) bool) (needs Needs) {
	if !inquired && !p.comes(node, Inquire) {
		needs = fromArbiter(node)
	}
	if knows || p.comes(-1, Failed) {
		return needs
	}
	var of Parts
	for i, j := range quorum {
		if may(i) {
			of |= ArbiterPart(j)
		}
	}
	return append(needs, Await{Of: of})
}
