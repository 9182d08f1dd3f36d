package explore

import (
	"math/bits"

	"coterie/mutex"
)

// reducer chooses which actors have to go on in a state. docs/theorems/partial-order.md proves that
// it loses no violation of the rule, and no state in which nothing can happen.
type reducer struct {
	config *Config
	actors int
	askers []mutex.Actors // by node
}

// part is what the reducer has to know of a local state.
type part struct {
	waiting mutex.Actors // those whose next message to here is known
	steps   int          // what can happen to it next
	moves   int          // those of them that are no exit
	again   bool         // its process may wish again
	now     mutex.Actors // those to whom it may say something at once
	later   []later      // those to whom it may say something when others have spoken
}

// later is what an actor needs before it says something to another one.
type later struct {
	to    int32
	needs mutex.Needs
}

// Reduces reports whether partial-order reduction can leave anything out: not where the machines do
// not say what they wait for, or there are too many of them, or they lack a step of the algorithm.
func (c *Config) Reduces() bool {
	_, tells := c.Algorithm.New(c.Setup, 0).(mutex.Teller)
	return tells && c.Setup.Actors() <= mostActors && c.Setup.Flaw == mutex.Flawless
}

// mostActors is how many a mutex.Actors can hold.
const mostActors = 64

// newReducer returns nil where all steps have to be taken.
func newReducer(c *Config, machines []mutex.Machine) *reducer {
	if !c.Reduces() {
		return nil
	}
	r := &reducer{config: c, actors: len(machines), askers: make([]mutex.Actors, c.Setup.Nodes)}
	for _, q := range c.Requesters {
		for _, x := range q.Choices {
			if x.Quorum < 0 {
				continue
			}
			for _, j := range c.Setup.Quorums[x.Quorum] {
				r.askers[j] |= mutex.Only(c.Setup.Place(q.Process))
			}
		}
	}
	return r
}

// describe returns the part of an actor: its machine, how often its process has wished, and what is
// under way to it in the order of its channels.
func (r *reducer) describe(actor int32, m mutex.Machine, wished uint32, coming []mutex.Message) *part {
	c := r.config
	p := &part{}
	prospect := mutex.Prospect{Leaves: !c.NoExit, Once: c.Entries == 1, FIFO: !c.NoFIFO, Coming: coming, Askers: r.askers}
	for _, q := range c.Requesters {
		if c.Setup.Place(q.Process) != actor {
			continue
		}
		p.again = int(wished) < c.Entries
		prospect.Again = p.again
		for _, x := range q.Choices {
			prospect.Quorums = append(prospect.Quorums, x.Quorum)
		}
		switch {
		case m.Phase() == mutex.Idle && p.again:
			p.steps, p.moves = len(q.Choices), len(q.Choices)
		case m.Phase() == mutex.Critical && !c.NoExit:
			p.steps = 1
		}
	}
	for _, x := range coming {
		if c.NoFIFO || !p.waiting.Has(x.From) {
			p.steps++
			p.moves++
		}
		if !c.NoFIFO {
			p.waiting |= mutex.Only(x.From)
		}
	}
	for to := range int32(r.actors) {
		if to == actor {
			continue
		}
		switch needs := m.(mutex.Teller).Needs(to, &prospect); {
		case len(needs) == 0:
			p.now |= mutex.Only(to)
		case !needs.Never():
			p.later = append(p.later, later{to, needs})
		}
	}
	return p
}

// choice is the search for a closed set of actors with the fewest steps.
type choice struct {
	parts []*part          // by actor
	told  [64]mutex.Actors // by actor: who may tell it something while those in the set do nothing
	again mutex.Actors     // those who may wish again
	all   mutex.Actors
	best  mutex.Actors
	least int
	tries int
}

// mostTries bounds the search in one state: beyond it what was found is taken.
const mostTries = 100

// choose returns the actors whose steps suffice in the state of the parts.
func (s *choice) choose() mutex.Actors {
	s.all = mutex.Actors(1)<<uint(len(s.parts)) - 1
	s.best, s.least, s.again, s.tries = s.all, 0, 0, mostTries
	for i, p := range s.parts {
		if p.again {
			s.again |= mutex.Only(int32(i))
		}
		s.least += p.steps
	}
	for i, p := range s.parts {
		if p.moves > 0 {
			s.search(mutex.Only(int32(i)), p.steps)
		}
	}
	return s.best
}

// search adds actors to a set until it is closed.
func (s *choice) search(in mutex.Actors, steps int) {
	if steps >= s.least || s.tries == 0 {
		return
	}
	s.tries--
	s.spread(in)
	speaker, to := s.open(in)
	if speaker < 0 {
		s.best, s.least = in, steps
		return
	}
	p := s.parts[speaker]
	s.search(in|mutex.Only(speaker), steps+p.steps)
	for _, l := range p.later {
		if l.to != to {
			continue
		}
		for _, a := range l.needs { // or those without whom the speaker says nothing
			who := (a.Of | a.Wishers&s.again) &^ in
			if who.Has(speaker) {
				continue
			}
			more := steps
			for w := who; w != 0; w &= w - 1 {
				more += s.parts[bits.TrailingZeros64(uint64(w))].steps
			}
			s.search(in|who, more)
		}
	}
}

// spread finds who may tell whom something while those in the set do nothing.
func (s *choice) spread(in mutex.Actors) {
	clear(s.told[:len(s.parts)])
	for out := s.all &^ in; out != 0; out &= out - 1 {
		x := out & -out
		for now := s.parts[bits.TrailingZeros64(uint64(out))].now; now != 0; now &= now - 1 {
			s.told[bits.TrailingZeros64(uint64(now))] |= x
		}
	}
	for changed := true; changed; {
		changed = false
		for out := s.all &^ in; out != 0; out &= out - 1 {
			x := int32(bits.TrailingZeros64(uint64(out)))
			for i := range s.parts[x].later {
				if l := &s.parts[x].later[i]; !s.told[l.to].Has(x) && s.may(x, l.needs, in) {
					s.told[l.to] |= mutex.Only(x)
					changed = true
				}
			}
		}
	}
}

// may reports whether all that the actor needs can come to pass, as far as is known yet.
func (s *choice) may(x int32, needs mutex.Needs, in mutex.Actors) bool {
	for _, a := range needs {
		who := (a.Of | a.Wishers&s.again) &^ in
		if !who.Has(x) && who&s.told[x] == 0 {
			return false
		}
	}
	return true
}

// open returns an actor outside of the set that may change what can happen next to one in it, and
// that one; -1 if there is none.
func (s *choice) open(in mutex.Actors) (speaker, to int32) {
	for a := in; a != 0; a &= a - 1 {
		to := int32(bits.TrailingZeros64(uint64(a)))
		if who := s.told[to] &^ in &^ s.parts[to].waiting; who != 0 {
			return int32(bits.TrailingZeros64(uint64(who))), to
		}
	}
	return -1, -1
}
