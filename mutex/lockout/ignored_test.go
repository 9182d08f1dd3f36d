package lockout

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
)

// TestIgnored checks the messages that a machine says it ignores. In random runs of real machines
// such a message changes nothing and sends nothing when it arrives, at once or as late as it does,
// and from when it is ignored on it stays so.
func TestIgnored(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for _, a := range mutex.Algorithms() {
		if _, ok := a.New(&mutex.Setup{Nodes: 1, Processes: 1}, 0).(mutex.Ignorer); !ok {
			continue
		}
		ignored, inquired := 0, 0
		for _, c := range append(configsOf(t, a), crowded(a)...) {
			for _, unordered := range []bool{false, true} {
				if c.NoFIFO = unordered; unordered && a.NeedsFIFO {
					continue
				}
				for range 40 {
					i, q := ignores(t, &c, r)
					ignored += i
					inquired += q
				}
			}
		}
		t.Logf("%s: %d arrivals that are ignored, %d INQUIRE that are not", a.Name, ignored, inquired)
		if ignored < 20 || inquired < 20 {
			t.Errorf("%s: %d arrivals that are ignored, %d INQUIRE that are not", a.Name, ignored, inquired)
		}
	}
}

// crowded is where all ask for the same nodes, which takes locks back most often.
func crowded(a *mutex.Algorithm) []explore.Config {
	s := &mutex.Setup{Name: "crowded", Nodes: 4, Processes: 4, First: []int32{0, 1}, Rule: mutex.Rule{Name: mutex.OneProcess}, Quorums: [][]int32{{0, 1, 2, 3}}}
	if a.Kinds[1] == mutex.Locked && len(a.Invariants) > 0 {
		s.First, s.Quorums, s.Rule, s.MaxLocks = []int32{0, 1, 2}, [][]int32{{0, 1, 2, 3}, {0, 1, 2, 3}}, mutex.Rule{Name: mutex.OneGroup}, 1
	}
	c := explore.Config{Algorithm: a, Setup: s, Entries: 1}
	for p := range int32(4) {
		g := p % int32(s.Groups())
		c.Requesters = append(c.Requesters, explore.Requester{Process: p, Choices: []explore.Choice{{Group: g, Quorum: g}}})
	}
	return []explore.Config{c}
}

// ignores takes a random run, and returns how many messages were ignored and how many INQUIRE of a
// lock that is given were not.
func ignores(t *testing.T, c *explore.Config, r *rand.Rand) (ignored, inquired int) {
	t.Helper()
	sys := mutex.NewSystem(c.Algorithm, c.Setup)
	type sent struct {
		mutex.Message
		ignored bool
	}
	var under []sent
	send := func(list []mutex.Message) {
		for _, m := range list {
			under = append(under, sent{m, false})
		}
	}
	entries := uint32(0)
	var codec mutex.Codec
	for step := range 400 {
		q := c.Requesters[r.IntN(len(c.Requesters))]
		phase := sys.Phase(q.Process)
		switch {
		case r.IntN(3) > 0 && len(under) > 0:
			at := r.IntN(len(under))
			if !c.NoFIFO {
				at = slices.IndexFunc(under, func(m sent) bool { return m.From == under[at].From && m.To == under[at].To })
			}
			m := under[at]
			under = slices.Delete(under, at, at+1)
			before := codec.Append(nil, sys.Machines[m.To])
			out := sys.Receive(m.Message, nil)
			if m.ignored {
				ignored++
				if len(out) > 0 || !bytes.Equal(before, codec.Append(nil, sys.Machines[m.To])) {
					t.Fatalf("%s over %s, step %d: %+v is ignored, and it does something", c.Algorithm.Name, c.Setup.Name, step, m.Message)
				}
			} else if m.Kind == mutex.Inquire {
				inquired++
			}
			send(out)
		case phase == mutex.Idle:
			entries++
			x := q.Choices[r.IntN(len(q.Choices))]
			send(sys.Wish(mutex.Wish{Process: q.Process, Entry: entries, Group: x.Group, Quorum: x.Quorum}, nil))
		case phase == mutex.Critical:
			send(sys.Exit(q.Process, nil))
		}
		for i := range under {
			m := &under[i]
			is := sys.Machines[m.To].(mutex.Ignorer).Ignores(&m.Message)
			if m.ignored && !is {
				t.Fatalf("%s over %s, step %d: %+v is ignored no more", c.Algorithm.Name, c.Setup.Name, step, m.Message)
			}
			m.ignored = is
		}
	}
	return ignored, inquired
}

// TestImagesOfOptions: runs have their images whatever the paper's words are taken to mean. A node
// that never wishes passes on the numbers that messages show.
func TestImagesOfOptions(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	r := rand.New(rand.NewPCG(10, 11))
	for _, name := range []string{"maekawa", "maekawa-fixed", "protocol-p-fixed"} {
		for _, o := range []mutex.Options{
			{Numbers: mutex.NumbersAll}, {Numbers: mutex.NumbersAll, Self: mutex.SelfNetwork}, {Knows: mutex.KnowsEver}, {Late: mutex.LateIgnored, Self: mutex.SelfNetwork},
		} {
			silent := crowded(mutex.Find(name))
			silent[0].Requesters = silent[0].Requesters[:3]
			for _, c := range append(configsOf(t, mutex.Find(name)), silent...) {
				s := *c.Setup
				s.Options = o
				c.Setup = &s
				for _, stamps := range []bool{false, true} {
					g := newGraph(&c, stamps)
					g.start()
					for range 3 {
						walk(t, g, r)
					}
				}
			}
		}
	}
}

// TestAlike: the round after the next one has to begin as the next one did, too.
func TestAlike(t *testing.T) {
	at := func(clocks ...uint32) moment { return moment{key: "a", clocks: clocks} }
	assert.True(t, alike([]moment{at(1), at(3), at(5)}, []moment{at(5), at(7), at(9)}), "each round adds 4")
	if alike([]moment{at(1), at(3), at(5)}, []moment{at(5), at(8), at(10)}) {
		t.Error("one round adds 4, and the next one 5")
	}
}
