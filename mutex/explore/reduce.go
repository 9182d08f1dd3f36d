package explore

import (
	"math/bits"

	"coterie/mutex"
)

// reducer chooses the parts of actors whose steps are taken in a state.
// docs/theorems/partial-order.md proves that it loses no violation of the rule, and no state in
// which nothing can happen.
type reducer struct {
	config *Config
	actors int
	askers []mutex.Parts // by node
}

// The parts of an actor, as indices: part r of actor x is 2x+r in a mutex.Parts.
const (
	processRole = iota
	arbiterRole
	roles
)

// part holds the facts about a local state that the reducer needs, by part of the actor.
type part struct {
	apart  bool // the parts are independent
	again  bool // its process may wish again
	steps  [roles]int
	moves  [roles]int         // steps that are no exit
	joint  [roles]bool        // a step tells the other part something at once
	hidden [roles]bool        // a message is under way behind one to the other part
	heads  [roles]mutex.Parts // all parts of the actors whose next message is for this part
	sends  [roles]mutex.Parts // all parts of the actors to which its steps send
	now    [roles]mutex.Parts // those to which it may send something at once
	enters mutex.Needs        // before the process enters
	later  [roles][]later     // those to which it may send something after messages from others
	first  [roles]mutex.Parts // those of which one has to act before any of later
}

// later holds the needs of a part before it sends something to another one.
type later struct {
	to    int
	needs mutex.Needs
}

// did holds the facts about a step that the reducer needs.
type did struct {
	role  int
	exit  bool
	joint bool // the parts delivered messages to each other at once
	to    mutex.Parts
}

// both returns the parts of an actor.
func both(actor int32) mutex.Parts { return mutex.ProcessPart(actor) | mutex.ArbiterPart(actor) }

// roleOf returns the part that receives a message.
func roleOf(m *mutex.Message) int {
	if m.Kind.ToArbiter() {
		return arbiterRole
	}
	return processRole
}

// Reduces reports whether partial-order reduction can leave anything out. It cannot if the machines
// are no Tellers, or there are too many of them, or they lack a step of the algorithm.
func (c *Config) Reduces() bool {
	_, tells := c.Algorithm.New(c.Setup, 0).(mutex.Teller)
	return tells && c.Setup.Actors() <= mostActors && c.Setup.Flaw == mutex.Flawless
}

// mostActors is the greatest number of actors whose parts fit into a mutex.Parts.
const mostActors = 32

// newReducer returns nil where all steps have to be taken.
func newReducer(c *Config, machines []mutex.Machine) *reducer {
	if !c.Reduces() {
		return nil
	}
	r := &reducer{config: c, actors: len(machines), askers: make([]mutex.Parts, c.Setup.Nodes)}
	for _, q := range c.Requesters {
		for _, x := range q.Choices {
			if x.Quorum < 0 {
				continue
			}
			for _, j := range c.Setup.Quorums[x.Quorum] {
				r.askers[j] |= mutex.ProcessPart(c.Setup.Place(q.Process))
			}
		}
	}
	return r
}

// describe returns the part of an actor, from its machine, the number of wishes of its process, the
// messages under way to it in the order of its channels, and its possible steps.
func (r *reducer) describe(actor int32, m mutex.Machine, wished uint32, coming []mutex.Message, steps []did) *part {
	c := r.config
	p, groups := &part{}, false // it asks for several groups
	prospect := mutex.Prospect{Leaves: !c.NoExit, Once: c.Entries == 1, FIFO: !c.NoFIFO, Coming: coming, Askers: r.askers}
	for _, q := range c.Requesters {
		if c.Setup.Place(q.Process) == actor {
			p.again = int(wished) < c.Entries
			prospect.Again = p.again
			for i, x := range q.Choices {
				prospect.Quorums = append(prospect.Quorums, x.Quorum)
				groups = groups || i > 0 && x.Group != q.Choices[0].Group
			}
		}
	}
	for _, x := range steps {
		p.steps[x.role]++
		if !x.exit {
			p.moves[x.role]++
		}
		p.joint[x.role] = p.joint[x.role] || x.joint
		if !c.NoFIFO {
			p.sends[x.role] |= x.to
		}
	}
	for i := range coming {
		if c.NoFIFO {
			break
		}
		role, from := roleOf(&coming[i]), both(coming[i].From)
		switch {
		case p.heads[1-role]&from != 0:
			p.hidden[role] = true
		case p.heads[role]&from == 0:
			p.heads[role] |= from
		}
	}
	t := m.(mutex.Teller)
	p.apart, p.enters = t.Apart(&prospect), t.Enters(&prospect)
	if m.Phase() == mutex.Critical && p.again && groups {
		p.enters = nil // it may come back with another group
	}
	for to := range r.actors {
		var needs [roles]mutex.Needs
		needs[processRole], needs[arbiterRole] = t.Needs(int32(to), &prospect)
		for role, n := range needs {
			other := 2*to + 1 - role // processes speak to arbiters, and they to processes
			switch {
			case len(n) == 0:
				p.now[role] |= 1 << other
			case !n.Never():
				p.await(role, later{other, n})
			}
		}
	}
	return p
}

// await notes that a part may send something once its needs, of which there are some, are met.
func (p *part) await(role int, l later) {
	p.later[role] = append(p.later[role], l)
	p.first[role] |= l.needs[0].Of | l.needs[0].Wishers
}

// choice is the search for a closed set of parts with the fewest steps.
type choice struct {
	parts []*part         // by actor
	told  [64]mutex.Parts // by part: those that may send it something while the set does nothing
	again mutex.Parts     // the processes that may wish again
	all   mutex.Parts
	best  mutex.Parts
	least int
	tries int
}

// mostTries bounds the search in one state. Beyond it the best set so far is taken.
const mostTries = 100

// choose returns the parts whose steps suffice in the state.
func (s *choice) choose() mutex.Parts {
	s.all = ^mutex.Parts(0) >> (64 - 2*len(s.parts))
	s.best, s.least, s.again, s.tries = s.all, 0, 0, mostTries
	for i, p := range s.parts {
		if p.again {
			s.again |= mutex.ProcessPart(int32(i))
		}
		s.least += p.steps[processRole] + p.steps[arbiterRole]
	}
	for i, p := range s.parts {
		for role, steps := range p.steps {
			if steps > 0 {
				s.search(1<<(2*i+role), p.steps[role])
			}
		}
	}
	return s.best
}

func (s *choice) steps(in mutex.Parts) (n int) {
	for ; in != 0; in &= in - 1 {
		i := bits.TrailingZeros64(uint64(in))
		n += s.parts[i/2].steps[i%2]
	}
	return n
}

// search adds parts to a set until it is closed.
func (s *choice) search(in mutex.Parts, steps int) {
	for {
		more := s.bound(in) &^ in
		if more == 0 {
			break
		}
		in |= more
		steps += s.steps(more)
	}
	if steps >= s.least || s.tries == 0 {
		return
	}
	s.tries--
	s.spread(in)
	speaker, to := s.open(in)
	if speaker < 0 {
		if s.keeps(in) {
			s.best, s.least = in, steps
		}
		return
	}
	p := s.parts[speaker/2]
	s.search(in|1<<speaker, steps+p.steps[speaker%2])
	for _, l := range p.later[speaker%2] {
		if l.to != to {
			continue
		}
		for _, a := range l.needs { // or those without which the speaker sends nothing
			if who := (a.Of | a.Wishers&s.again) &^ in; who>>speaker&1 == 0 {
				s.search(in|who, steps+s.steps(who))
			}
		}
	}
}

// keeps reports whether a closed set loses no violation: it has a step that is no exit, or nobody
// else enters or comes back with another group before it takes one.
func (s *choice) keeps(in mutex.Parts) bool {
	for a := in; a != 0; a &= a - 1 {
		i := bits.TrailingZeros64(uint64(a))
		if s.parts[i/2].moves[i%2] > 0 {
			return true
		}
	}
	for x, p := range s.parts {
		if in>>(2*x)&1 == 0 && s.may(2*x, p.enters, in) {
			return false
		}
	}
	return true
}

// bound returns the parts that belong to a set because the other part of their actor does.
func (s *choice) bound(in mutex.Parts) (more mutex.Parts) {
	for a := in; a != 0; a &= a - 1 {
		i := bits.TrailingZeros64(uint64(a))
		if p := s.parts[i/2]; !p.apart || p.joint[i%2] || p.hidden[i%2] {
			more |= 1 << (i ^ 1)
		}
	}
	return more
}

// spread finds the pairs of parts such that one may send something to the other while those in the
// set do nothing.
func (s *choice) spread(in mutex.Parts) {
	clear(s.told[:2*len(s.parts)])
	outside := s.all &^ in
	for out := outside; out != 0; out &= out - 1 {
		i := bits.TrailingZeros64(uint64(out))
		for now := s.parts[i/2].now[i%2]; now != 0; now &= now - 1 {
			s.told[bits.TrailingZeros64(uint64(now))] |= 1 << i
		}
	}
	for open := outside; open != 0; { // those that more may speak to than when they were looked at
		i := bits.TrailingZeros64(uint64(open))
		open &= open - 1
		if (s.told[i]|1<<i)&s.parts[i/2].first[i%2] == 0 {
			continue
		}
		list := s.parts[i/2].later[i%2]
		for k := range list {
			if l := &list[k]; s.told[l.to]>>i&1 == 0 && s.may(i, l.needs, in) {
				s.told[l.to] |= 1 << i
				open |= 1 << l.to & outside
			}
		}
	}
}

// may reports whether all needs of the part can be met, as far as is known yet.
func (s *choice) may(i int, needs mutex.Needs, in mutex.Parts) bool {
	tells := s.told[i] | 1<<i
	for _, a := range needs {
		if (a.Of|a.Wishers&s.again)&^in&tells == 0 {
			return false
		}
	}
	return true
}

// open returns a part outside of the set that may change the next steps of one in it or send into a
// channel after it, and the part to which it then sends; -1 if there is none.
func (s *choice) open(in mutex.Parts) (speaker, to int) {
	for a := in; a != 0; a &= a - 1 {
		i := bits.TrailingZeros64(uint64(a))
		p, other := s.parts[i/2], i^1
		waits := p.heads[i%2]
		if in>>other&1 != 0 {
			waits |= p.heads[other%2]
		}
		if who := s.told[i] &^ in &^ waits; who != 0 {
			return bits.TrailingZeros64(uint64(who)), i
		}
		if in>>other&1 != 0 {
			continue
		}
		for z := p.sends[i%2]; z != 0; z &= z - 1 {
			if to := bits.TrailingZeros64(uint64(z)); s.told[to]>>other&1 != 0 {
				return other, to
			}
		}
	}
	return -1, -1
}
