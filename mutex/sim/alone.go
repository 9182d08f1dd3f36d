package sim

import (
	"fmt"

	"coterie/mutex"
	"coterie/quorum"
)

// Lone is the cost of a request that meets no other.
type Lone struct {
	Messages int
	ByType   [mutex.Kinds]int
	Asked    int // the number of other actors to which a REQUEST or an ASK goes
}

// Alone lets the requesters enter one after the other, each for the first group and the first
// quorum of its menu, and waits each time until no message is under way: the lightest load there
// is. The order matters only to a token, which stays where it was used last.
//
// The error names a requester that does not enter. Cost: proportional to the messages.
func Alone(a *mutex.Algorithm, s *mutex.Setup, requesters []Requester) ([]Lone, error) {
	system := mutex.NewSystem(a, s)
	var pending []mutex.Message
	quiet := func(l *Lone) {
		asked := map[int32]bool{}
		for i := 0; i < len(pending); i++ {
			m := pending[i]
			l.Messages++
			l.ByType[m.Kind]++
			if (m.Kind == mutex.Request || m.Kind == mutex.Ask) && !asked[m.To] {
				asked[m.To] = true
				l.Asked++
			}
			pending = system.Receive(m, pending)
		}
		pending = pending[:0]
	}
	list := make([]Lone, len(requesters))
	for i, r := range requesters {
		w := mutex.Wish{Process: r.Process, Entry: 1, Group: r.Groups[0], Quorum: -1}
		if q := r.Menus[0].Quorums; len(q) > 0 {
			w.Quorum = q[0]
		}
		pending = system.Wish(w, pending)
		quiet(&list[i])
		if system.Phase(r.Process) != mutex.Critical {
			return nil, fmt.Errorf("%s over %s: process %v does not enter, though it is alone", a.Name, s.Name, quorum.Node(r.Process))
		}
		pending = system.Exit(r.Process, pending)
		quiet(&list[i])
	}
	return list, nil
}
