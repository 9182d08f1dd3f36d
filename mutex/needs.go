package mutex

import "slices"

// Actors is a set of actors, for runs of at most 64.
type Actors uint64

// Only returns the set of one actor.
func Only(actor int32) Actors { return 1 << uint(actor) }

// Has reports whether the actor is in the set.
func (a Actors) Has(actor int32) bool { return a>>uint(actor)&1 != 0 }

// Await is what an actor waits for before it says something: a message that is not under way yet,
// from one of these actors, or from one of the wishers whose process may still wish.
type Await struct{ Of, Wishers Actors }

// Needs is what has to come to pass before an actor says something: every Await of the list. Where
// the list is empty it may speak at once; an Await of nobody says that it never does.
type Needs []Await

// Never is what cannot come to pass.
func Never() Needs { return Needs{{}} }

// Never reports whether somebody can never speak.
func (n Needs) Never() bool { return slices.Contains(n, Await{}) }

// from is a message of one actor.
func from(actor int32) Needs { return Needs{{Of: Only(actor)}} }

// Teller is a machine that says what it waits for before it sends something. Whoever is told what
// it has asked for, and nothing else, need not be expected to hear of others.
//
// Needs returns what must happen before this actor sends anything to another one, whatever the
// others do. It reads the state, and neither changes nor keeps anything. What is returned holds on:
// until one of an Await's actors sends something to this one, this one does not send to the other,
// and its Needs keep an Await that is a subset. docs/theorems/partial-order.md says what follows.
type Teller interface {
	Machine
	Needs(to int32, p *Prospect) Needs
}

// Prospect is what an actor has before it, besides its state.
type Prospect struct {
	Again   bool    // the process here may wish again, after its present request if it has one
	Quorums []int32 // the quorums that it may then take; -1 where there are none
	Leaves  bool    // who is inside may leave
	Once    bool    // no process wishes more than once
	FIFO    bool    // channels keep their order
	Coming  []Message
	Askers  []Actors // by node: those whose requests can come to it
}

// comes reports whether a message of one of the kinds is under way from the actor, -1: from any.
func (p *Prospect) comes(from int32, kinds ...Kind) bool {
	return slices.ContainsFunc(p.Coming, func(m Message) bool {
		return (from < 0 || m.From == from) && slices.Contains(kinds, m.Kind)
	})
}

// asks reports whether a later request of the process can take a quorum with the node.
func (p *Prospect) asks(s *Setup, node int32) bool {
	return p.Again && slices.ContainsFunc(p.Quorums, func(q int32) bool {
		return q < 0 || contains(s.Quorums[q], node)
	})
}

// asked is what a REQUEST of anybody at the node takes.
func (p *Prospect) asked(node int32) Needs {
	if p.comes(-1, Request) {
		return nil
	}
	return Needs{{Wishers: p.Askers[node]}}
}

func contains(nodes []int32, node int32) bool {
	_, ok := slices.BinarySearch(nodes, node)
	return ok
}

// fewNeeds bounds the lists that either makes. To leave an Await out is safe.
const fewNeeds = 8

// either is what the first of several things takes that may each come to pass: each of its awaits
// is one of every list.
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

// bothNeeds is what two things take that must both come to pass.
func bothNeeds(a, b Needs) Needs { return append(slices.Clip(a), b...) }

// leave is what it takes that the process at an actor leaves the critical section: that each of the
// nodes that it lacks sends its lock.
func (p *Prospect) leave(at Phase, lacks func(yield func(node int32))) Needs {
	if !p.Leaves || at == Idle {
		return Never()
	}
	var needs Needs
	if at == Trying {
		lacks(func(node int32) { needs = append(needs, from(node)...) })
	}
	return needs
}

// toArbiter is what it takes that a process of a quorum, nil if it is idle, sends something to a
// node: that it leaves, or yields, or wishes again.
func (p *Prospect) toArbiter(s *Setup, node int32, quorum []int32, leave, yield Needs) Needs {
	switch member, again := contains(quorum, node), p.asks(s, node); {
	case quorum == nil && again:
		return nil
	case member:
		return either(leave, yield)
	case again && quorum != nil:
		return leave
	}
	return Never()
}
