package exercises

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// breaks performs the events of a list over bare machines with a queue for each channel, and
// reports whether all are possible and the run ends with a broken rule, or with somebody who waits
// while nothing is under way and nobody inside.
func breaks(t *testing.T, spec string, r Run, names []string) bool {
	structure := assert.Got(quorum.As[*quorum.System](construct.Open(t.Context(), spec, nil)))(t)
	var requesters []int32
	for _, p := range r.Requesters {
		requesters = append(requesters, int32(p))
	}
	flaw, known := mutex.FindFlaw(r.Flaw)
	assert.MustEqual(t, known, r.Flaw != "", "the flaw %q is known", r.Flaw)
	algorithm := mutex.Find(r.Algorithm)
	setup := assert.Got(mutex.SetupOf(t.Context(), structure, structure.N(), mutex.Options{Flaw: flaw.Flaw}, requesters))(t)
	machines := mutex.NewSystem(algorithm, setup)
	machines.Told = nil
	channels, sent, wishes := map[string][]mutex.Message{}, 0, map[int32]uint32{}
	send := func(list []mutex.Message) {
		for _, m := range list {
			from := fmt.Sprintf("%d-%d", m.From+1, m.To+1)
			channels[from] = append(channels[from], m)
			sent++
		}
	}
	inside := func() (count int) {
		for _, p := range requesters {
			if machines.Phase(p) == mutex.Critical {
				count++
			}
		}
		return count
	}
	for _, name := range names {
		what, where, _ := strings.Cut(name, ":")
		number, _ := strconv.Atoi(where)
		p := int32(number - 1)
		at := slices.Contains(requesters, p)
		queue := channels[where]
		switch {
		case inside() > 1:
			return false
		case what == "wish" && at && machines.Phase(p) == mutex.Idle:
			q := int32(-1)
			if !algorithm.NoQuorums {
				q = setup.Own[p]
			}
			wishes[p]++
			send(machines.Wish(mutex.Wish{Process: p, Entry: wishes[p], Quorum: q}, nil))
		case what == "exit" && at && machines.Phase(p) == mutex.Critical:
			send(machines.Exit(p, nil))
		case len(queue) > 0 && queue[0].Kind.String() == what:
			channels[where] = queue[1:]
			sent--
			send(machines.Receive(queue[0], nil))
		default:
			return false
		}
	}
	waits := slices.ContainsFunc(requesters, func(p int32) bool { return machines.Phase(p) == mutex.Trying })
	return inside() > 1 || waits && sent == 0 && inside() == 0
}
