package mutex_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// pRun is a run of protocol P or its variants by hand, with the messages that it sent.
type pRun struct {
	*byhand.Run
	groups [][]int32 // of each process
	most   int       // inside together
	sent   map[mutex.Cause]int
}

// pSystem returns a run over a structure; the quorums of a process are those of its group.
func pSystem(t testing.TB, algorithm string, s quorum.Structure, processes int) *pRun {
	t.Helper()
	setup := assert.Got(mutex.NewSetup(s, processes, mutex.Options{}))(t)
	r := &pRun{Run: byhand.New(mutex.Find(algorithm), setup), groups: mutex.GroupsOf(s, setup.Processes), sent: map[mutex.Cause]int{}}
	r.Seen = func(e sim.Event) {
		switch e.What {
		case sim.Sends:
			r.sent[e.Message.Cause]++
		case sim.Enters:
			r.most = max(r.most, len(r.Inside))
		}
	}
	return r
}

// menu are the quorums that a process can take.
func (r *pRun) menu(p int32) []int32 { return r.System.Setup.QuorumsOf(r.groups[p][0]) }

// ask lets a process wish for any of them.
func (r *pRun) ask(rnd *rand.Rand, p int32) {
	menu := r.menu(p)
	r.Wish(p, r.groups[p][0], menu[rnd.IntN(len(menu))])
}

// random runs until nothing can happen, each process making so many wishes, and judges the rule.
func (r *pRun) random(t *testing.T, rnd *rand.Rand, wishes uint32) {
	t.Helper()
	for goOn(r.Run, rnd, func(p int32) bool { return r.Wishes(p) < wishes }, func(p int32) { r.ask(rnd, p) }) {
		if r.Violations > 0 {
			t.Fatalf("%v are inside together; %v", r.Inside, r.System.Rule)
		}
	}
}

// circle is a circular wait of the run, nil if there is none.
func (r *pRun) circle() []mutex.Wait { return mutex.CircularWait(r.System.Waits()) }

func pStructures(t testing.TB) map[string]quorum.Structure {
	t.Helper()
	all := map[string]quorum.Structure{}
	for _, spec := range []string{
		"sharing:alpha=1-1,size=2", "sharing:alpha=1+2-2+3", "sharing:alpha=1-1+2-2", "sharing:alpha=1+2-1+2-1+2-1+2,size=2", "fpp:order=2", "majority:n=3",
	} {
		b := assert.Got(construct.Build(t.Context(), spec))(t)
		all[spec] = b.Structure
	}
	for _, nk := range [][2]int{{4, 2}, {5, 2}, {6, 3}} {
		k := assert.Got(quorum.As[*quorum.KCoterie](construct.KMajority(nk[0], nk[1])))(t)
		all[fmt.Sprintf("%d-majority of %d", nk[1], nk[0])] = k
	}
	return all
}

// TestProtocolPDeadlock: two processes, one quorum of two arbiters.
func TestProtocolPDeadlock(t *testing.T) {
	f := assert.Got(quorum.NewFamily(2, [][]int{{0, 1}}))(t)
	s := assert.Got(quorum.NewKCoterie("", 1, f, nil))(t)
	for _, algorithm := range []string{"protocol-p", "protocol-p-fixed", "protocol-p-retry"} {
		r := pSystem(t, algorithm, s, 2)
		r.Wish(0, 0, 0)
		r.Wish(1, 0, 0)
		r.Deliver(0) // REQ of 1 to node 1
		r.Deliver(2) // REQ of 2 to node 2
		r.Settle(nil)
		if algorithm == "protocol-p" {
			assert.Slice(t, r.circle(), []mutex.Wait{{Process: 0, Node: 1, Holder: 1}, {Process: 1, Node: 0, Holder: 0}}, "the circle")
			continue
		}
		assert.Slice(t, r.circle(), nil, "%s: a circle", algorithm)
		assert.Slice(t, r.Waiting(), []int32{1}, "%s: waiting", algorithm)
		assert.Slice(t, r.Inside, []mutex.Inside{{Process: 0}}, "%s: inside", algorithm)
	}
}

// TestProtocolPRandom: the rule holds in every run; a stuck process is in a circular wait; the
// variants are never stuck, and take 3 to 6 messages a member, or up to 7 for every arbiter where
// other quorums are tried.
func TestProtocolPRandom(t *testing.T) {
	for spec, s := range pStructures(t) {
		stuck := 0
		for seed := range uint64(20) {
			for _, fifo := range []bool{true, false} {
				rnd := rand.New(rand.NewPCG(seed, 1))
				r := pSystem(t, "protocol-p", s, s.N())
				r.NoFIFO = !fifo
				r.random(t, rnd, 4)
				if len(r.Waiting()) > 0 {
					stuck++
					assert.MustEqual(t, r.circle() != nil, true, "%s: %v wait in a circle", spec, r.Waiting())
				}
				for _, algorithm := range []string{"protocol-p-fixed", "protocol-p-retry"} {
					r = pSystem(t, algorithm, s, s.N())
					r.NoFIFO = !fifo
					r.random(t, rnd, 6)
					assert.MustSlice(t, r.Waiting(), nil, "%s: %s: waiting", algorithm, spec)
					for cause, sent := range r.sent {
						// The quorums of these systems have one size in each group.
						size := len(r.System.Setup.Quorums[r.menu(cause.Process)[0]])
						most := 6 * size
						if algorithm == "protocol-p-retry" {
							most = 7 * s.N()
						}
						if sent < 3*size || sent > most {
							t.Fatalf("%s: %s: %d messages for a request of %d arbiters", algorithm, spec, sent, size)
						}
					}
				}
			}
		}
		// Two processes whose quorums share one arbiter at most have no circle to wait in.
		assert.Equal(t, spec == "sharing:alpha=1+2-2+3", (stuck == 0), "%s: P is stuck %d times", spec, stuck)
	}
}

// TestProtocolPFixedGivesUp: a request that is given up, at whatever moment, leaves nobody waiting.
func TestProtocolPFixedGivesUp(t *testing.T) {
	for spec, s := range pStructures(t) {
		for seed := range uint64(60) {
			rnd := rand.New(rand.NewPCG(seed, 2))
			r := pSystem(t, []string{"protocol-p-fixed", "protocol-p-retry"}[seed/2%2], s, s.N())
			for range 40 {
				if p := rnd.Int32N(int32(r.System.Setup.Processes)); r.Phase(p) == mutex.Trying && rnd.IntN(3) == 0 {
					r.Abandon(p)
				}
				if n := len(r.Under); n > 0 {
					r.Deliver(rnd.IntN(n))
				}
				if p := rnd.Int32N(int32(r.System.Setup.Processes)); r.Phase(p) == mutex.Idle {
					r.ask(rnd, p)
				}
			}
			r.NoFIFO = seed%2 == 1
			r.random(t, rnd, 1)
			assert.MustSlice(t, r.Waiting(), nil, "%s, seed %d: waiting", spec, seed)
		}
	}
}

// TestProtocolPRetries: a process whose quorum is taken enters by another one, and releases the
// arbiters that it asked in vain.
func TestProtocolPRetries(t *testing.T) {
	s := assert.Got(quorum.As[*quorum.KCoterie](construct.KMajority(5, 2)))(t) // pairs
	for _, algorithm := range []string{"protocol-p-fixed", "protocol-p-retry"} {
		r := pSystem(t, algorithm, s, 2)
		r.Wish(0, 0, 0) // nodes 1 and 2
		r.Settle(nil)
		r.Wish(1, 0, 1) // nodes 1 and 3
		r.Settle(nil)
		assert.Equal(t, (r.most == 2), algorithm == "protocol-p-retry", "%s: %d inside together", algorithm, r.most)
		for len(r.Inside) > 0 {
			r.Exit(r.Inside[0].Process)
			r.Settle(nil)
		}
		for j := range int32(5) {
			if v := r.System.Machines[j].View(); len(v.Holders)+len(v.Queue) > 0 {
				t.Errorf("%s: node %v is not free at the end: %+v", algorithm, quorum.Node(j), v)
			}
		}
	}
}
