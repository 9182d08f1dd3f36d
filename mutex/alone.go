package mutex

import (
	"fmt"

	"coterie/quorum"
)

// Alone is what an entry takes while nobody else wishes and every message takes the same time.
type Alone struct {
	Messages int
	ByType   [Kinds]int
	Delay    int // from wish to entry, in the time of a message
}

// Alone lets a process enter and leave, and delivers all messages that come of it, each a unit of
// time after its sending. The error says that the process does not get in. Nothing may be under way
// before.
func (s *System) Alone(w Wish) (Alone, error) {
	var a Alone
	count := func(out []Message) []Message {
		a.Messages += len(out)
		for _, m := range out {
			a.ByType[m.Kind]++
		}
		return out
	}
	deliver := func(now []Message) []Message {
		var later []Message
		for _, m := range now {
			later = s.Receive(m, later)
		}
		return count(later)
	}
	now := count(s.Wish(w, nil))
	for s.Phase(w.Process) != Critical {
		if len(now) == 0 {
			return a, fmt.Errorf("process %v does not enter though nobody else wishes", quorum.Node(w.Process))
		}
		a.Delay++
		now = deliver(now)
	}
	for len(now) > 0 {
		now = deliver(now)
	}
	for now = count(s.Exit(w.Process, nil)); len(now) > 0; {
		now = deliver(now)
	}
	return a, nil
}
