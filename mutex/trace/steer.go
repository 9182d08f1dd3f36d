package trace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// Name returns the short name of a choice over a setup, which stands in commands and addresses. It
// holds as long as the algorithm sends the same messages. Nodes, processes, groups and quorums
// count from 1, and actors are numbered as in the file of a trace.
//
//	wish:2          process 2 wishes to enter, with the quorum of its site or with none
//	wish:2:g1       the same, in group 1, where there are several groups
//	wish:2:q5       the same, with quorum 5 of the system
//	wish:2:g1:q5    both
//	LOCKED:3-2      the LOCKED from actor 3 to actor 2 arrives
//	LOCKED:3-2:2    the second oldest of several, where channels do not keep their order
//	exit:2          process 2 leaves the critical section
//
// In the names of a run with crashes are abandon:2 (process 2 gives its request up) and crash:4
// (the arbiter of node 4 crashes), too. A [Steered] run has none of them.
func (c Choice) Name(s *mutex.Setup) string {
	name := fmt.Sprintf("%v:%v", c.What, quorum.Index(max(c.Process, c.Node)))
	if c.What == Wish && s.Groups() > 1 {
		name += fmt.Sprintf(":g%v", quorum.Index(c.Group))
	}
	if c.What == Wish && c.Quorum >= 0 && (s.Own == nil || s.Own[c.Process] != c.Quorum) {
		name += fmt.Sprintf(":q%v", quorum.Index(c.Quorum))
	}
	if c.What == Arrive {
		name = fmt.Sprintf("%v:%v-%v", c.Kind, quorum.Index(c.From), quorum.Index(c.To))
	}
	if c.Older > 0 {
		name += fmt.Sprintf(":%v", quorum.Index(c.Older))
	}
	return name
}

// Names returns the names of a schedule.
func Names(s *mutex.Setup, schedule []Choice) []string {
	names := make([]string, len(schedule))
	for i, c := range schedule {
		names[i] = c.Name(s)
	}
	return names
}

// The greatest number of events of a run that a reader chooses, and the greatest number of wishes
// that all requesters together can choose from.
const (
	MostSteered = 2000
	mostWishes  = 500
)

// Steered is a run whose events a reader chooses by their names. It goes no further once the rule
// is broken.
type Steered struct {
	*Player
	wishes []Choice // all that the requesters can choose from
}

// Steer returns a run of the participants of a configuration in which nothing has happened. Its
// requesters may wish as often as they like. No node crashes: a schedule has no event by which a
// crash becomes known. The error is a *quorum.InputError if there are too many quorums to choose
// from.
func Steer(c *sim.Config) (*Steered, error) {
	s := &Steered{NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, true), nil}
	for _, r := range c.Requesters {
		for _, w := range r.Wishes() {
			s.wishes = append(s.wishes, Choice{What: Wish, Process: w.Process, Group: w.Group, Quorum: w.Quorum})
		}
	}
	if n := len(s.wishes); n > mostWishes {
		return nil, mutex.Unfit("the requesters can wish in %d ways, and a reader chooses from at most %d", n, mostWishes)
	}
	return s, nil
}

// Next returns the choices that are possible now: wishes by requester, arrivals in the order of
// sending, and exits in the order of entering.
func (s *Steered) Next() (next []Choice) {
	if s.Violations > 0 {
		return nil
	}
	for _, c := range s.wishes {
		if s.Phase(c.Process) == mutex.Idle {
			next = append(next, c)
		}
	}
	under := map[Choice]int32{} // by channel, and by type where channels keep no order: the messages so far
	for i := range s.Under {
		c := arrivalOf(&s.Under[i])
		key := c
		if !s.NoFIFO {
			key.Kind = 0
		}
		if c.Older = under[key]; s.NoFIFO || c.Older == 0 {
			next = append(next, c)
		}
		under[key]++
	}
	for _, i := range s.Inside {
		next = append(next, Choice{What: Exit, Process: i.Process})
	}
	return next
}

// Choose performs the events of a list of names, with commas or spaces between them. The error is a
// *quorum.InputError: it names the first event that is not possible at its place, and those that
// are.
func (s *Steered) Choose(list string) error {
	words := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	if n := len(words); n > MostSteered {
		return mutex.Unfit("%d events are chosen: a run has at most %d", n, MostSteered)
	}
	for i, word := range words {
		next := s.Next()
		at := slices.IndexFunc(next, func(c Choice) bool { return c.Name(s.System.Setup) == word })
		if at < 0 {
			hint := "nothing is: the rule is broken, or everybody waits for ever"
			if len(next) > 0 {
				hint = show.Cut("possible are "+strings.Join(Names(s.System.Setup, next), ", "), longestHint)
			}
			return quorum.Bad("", fmt.Sprintf("event %v, %s, is not possible there", quorum.Index(i), show.Brief(word)), hint)
		}
		s.Do(next[at])
	}
	return nil
}

const longestHint = 600 // characters

// Continue lets the run go on by itself, for at most so many steps: messages arrive, those who are
// inside leave, and each requester wishes once. Each step is drawn from all those by a number that
// depends on the seed and on the number of steps before it, so that to go on twice is to go on
// once.
func (s *Steered) Continue(seed uint64, most int) {
	for range most {
		moves := s.moves()
		if len(moves) == 0 {
			return
		}
		s.Do(moves[rand.New(rand.NewPCG(seed, uint64(len(s.Done)))).IntN(len(moves))])
	}
}

// moves returns the choices from which Continue draws.
func (s *Steered) moves() []Choice {
	return slices.DeleteFunc(s.Next(), func(c Choice) bool { return c.What == Wish && s.Wishes(c.Process) > 0 })
}

// Quiet reports whether the run does not go on by itself.
func (s *Steered) Quiet() bool { return len(s.moves()) == 0 }

// Stuck returns the processes that wait though nothing can happen unless another one wishes.
func (s *Steered) Stuck() []quorum.Index {
	if s.Violations > 0 || len(s.Under)+len(s.Inside) > 0 {
		return []quorum.Index{}
	}
	return list(s.Waiting())
}

// Event returns the event that performs a choice that is possible.
func (s *Steered) Event(c Choice) Event {
	e := Event{What: c.What, Process: c.Process, Group: c.Group, Quorum: c.Quorum}
	switch c.What {
	case Wish:
		e.Members = members(s.System.Setup, c.Quorum)
	case Arrive:
		i, _ := s.find(c)
		e.Message = s.Under[i]
	}
	return e
}

// Told returns the run so far, which is short by choice. It has an end if it is quiet.
func (s *Steered) Told() *Shrunk {
	t := s.Trace()
	if !s.Quiet() {
		t.Events = t.Events[:len(t.Events)-1]
	}
	return &Shrunk{t, s.System, len(s.Done), false}
}
