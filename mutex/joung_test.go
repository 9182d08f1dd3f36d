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
)

// joungRun is a run by hand over a group system, with the messages that it sent.
type joungRun struct {
	*byhand.Run
	sent    int
	entries int
	broken  string
}

// joungNet returns a run whose processes may name every group, and whose invariants are judged
// after every step.
func joungNet(t testing.TB, algorithm, spec string, processes int, o mutex.Options) *joungRun {
	t.Helper()
	s := assert.Got(construct.Build(t.Context(), spec))(t)
	setup := assert.Got(mutex.NewSetup(s.Structure, processes, o))(t)
	n := &joungRun{Run: byhand.New(mutex.Find(algorithm), setup)}
	n.Seen = func(e sim.Event) {
		switch e.What {
		case sim.Sends:
			n.sent++
		case sim.Enters:
			n.entries++
		case sim.Arrives, sim.Wishes, sim.Exits: // before the step: the effects of the one before
			if n.broken == "" {
				n.broken = brokenNow(n.Run)
			}
		}
	}
	return n
}

// wander lets every process wish so many times, for groups and quorums drawn at random, under a
// random schedule. It returns why the run is not as it should be.
func wander(n *joungRun, r *rand.Rand, entries int) string {
	s := n.System.Setup
	eager := r.IntN(8) // how much wishes and exits come before messages
	for step := 0; ; step++ {
		if n.broken != "" || n.Violations > 0 {
			return fmt.Sprintf("step %d: %d violations, %s", step, n.Violations, n.broken)
		}
		var moves []func()
		for p := range int32(s.Processes) {
			switch n.Phase(p) {
			case mutex.Idle:
				if int(n.Wishes(p)) < entries {
					moves = append(moves, func() {
						g := r.Int32N(int32(s.Groups()))
						n.Wish(p, g, s.First[g]+r.Int32N(s.First[g+1]-s.First[g]))
					})
				}
			case mutex.Critical:
				moves = append(moves, func() { n.Exit(p) })
			}
		}
		if len(moves) == 0 && len(n.Under) == 0 {
			if stuck := n.Waiting(); stuck != nil {
				return fmt.Sprintf("step %d: stuck are %v", step, stuck)
			}
			return brokenNow(n.Run)
		}
		if len(moves) > 0 && (len(n.Under) == 0 || r.IntN(8) < eager) {
			moves[r.IntN(len(moves))]()
			continue
		}
		next := arriving(n.Run)
		n.Deliver(next[r.IntN(len(next))])
	}
}

var joungSpecs = []string{"surficial:m=2,k=2", "surficial:m=3,k=2", "lift:m=2,of=(singleton:n=1)", "lift:m=3,of=(fpp:order=2)", "lift:m=2,of=(majority:n=3)"}

// largest is the size of the largest quorum.
func largest(s *mutex.Setup) (c int) {
	for _, q := range s.Quorums {
		c = max(c, len(q))
	}
	return c
}

// TestJoung: under random schedules the three algorithms keep mutual exclusion and all invariants
// of the paper at every step, and everyone enters. Maekawa_M takes no more messages than
// docs/theorems/maekawa-m-messages.md allows.
func TestJoung(t *testing.T) {
	runs := assert.Sized(25, 150)
	for _, algorithm := range []string{"maekawa-m", "maekawa-m-fixed", "maekawa-s", "fixed-order"} {
		for _, spec := range joungSpecs {
			for _, fifo := range []bool{true, false} {
				if !fifo && mutex.Find(algorithm).NeedsFIFO {
					continue
				}
				for seed := range uint64(runs) {
					r := rand.New(rand.NewPCG(seed, 16))
					n := joungNet(t, algorithm, spec, 2+r.IntN(5), mutex.Options{MaxLocks: r.IntN(4)})
					n.NoFIFO = !fifo
					assert.MustEqual(t, wander(n, r, 1+r.IntN(3)), "", "%s over %s, seed %d, FIFO %v", algorithm, spec, seed, fifo)
					if s := n.System.Setup; algorithm[:9] == "maekawa-m" && n.sent > 6*largest(s)*s.MaxLocksOf(0)*n.entries {
						t.Fatalf("%s, seed %d: %d messages for %d entries", spec, seed, n.sent, n.entries)
					}
				}
			}
		}
	}
}

// TestJoungUnordered: Maekawa_M needs channels that keep the order.
func TestJoungUnordered(t *testing.T) {
	broken := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 17))
		n := joungNet(t, "maekawa-m", "lift:m=2,of=(majority:n=3)", 4, mutex.Options{})
		n.NoFIFO = true
		if wander(n, r, 2) != "" {
			broken++
		}
	}
	if broken == 0 {
		t.Error("no order of messages harms Maekawa_M, which says that it needs FIFO")
	}
	t.Log(broken, "of 200 runs end badly")
}

// TestMaekawaMFixedFollows: if channels keep the order, maekawa-m-fixed sends the same messages as
// Maekawa_M.
func TestMaekawaMFixedFollows(t *testing.T) {
	for seed := range uint64(100) {
		var sent [2][]string
		for i, algorithm := range []string{"maekawa-m", "maekawa-m-fixed"} {
			r := rand.New(rand.NewPCG(seed, 19))
			n := joungNet(t, algorithm, "surficial:m=3,k=2", 6, mutex.Options{MaxLocks: 1 + r.IntN(3)})
			n.Seen = func(e sim.Event) {
				if e.What == sim.Sends {
					m := e.Message
					sent[i] = append(sent[i], fmt.Sprint(m.Kind, m.Line, m.From, m.To, m.Flag, m.Clock, m.Cause))
				}
			}
			assert.MustEqual(t, wander(n, r, 3), "", "%v", algorithm)
		}
		assert.MustSlice(t, sent[0], sent[1], "seed %d: the two differ", seed)
	}
}

// TestPrintedI8: Figure 8 forgets in its auxiliary variable requests the locks that E.16 gives.
func TestPrintedI8(t *testing.T) {
	n := joungNet(t, "maekawa-s", "lift:m=2,of=(singleton:n=1)", 2, mutex.Options{})
	n.Wish(0, 0, 0)
	n.Settle(nil)
	n.Wish(1, 1, 1)
	n.Settle(nil)
	assert.Equal(t, mutex.PrintedI8(n.System), "", "too early")
	n.Exit(0)
	n.Settle(nil)
	if mutex.PrintedI8(n.System) == "" || n.broken != "" || n.Phase(1) != mutex.Critical {
		t.Errorf("I8 as printed holds; %q, %v", n.broken, n.Phase(1))
	}
}

// TestJoungAlone: the cost of an entry without others.
func TestJoungAlone(t *testing.T) {
	for _, spec := range []string{"surficial:m=3,k=3", "lift:m=2,of=(fpp:order=3)"} {
		for algorithm, want := range map[string]func(c int) int{
			"maekawa-m":       func(c int) int { return 3 * c },
			"maekawa-m-fixed": func(c int) int { return 3 * c },
			"maekawa-s":       func(c int) int { return 2*c + 1 },
			"fixed-order":     func(c int) int { return 3 * c },
		} {
			n := joungNet(t, algorithm, spec, 5, mutex.Options{})
			q := n.System.Setup.First[1]
			for range 3 {
				n.sent = 0
				n.Wish(2, 1, q)
				n.Settle(nil)
				n.Exit(2)
				n.Settle(nil)
				if c := len(n.System.Setup.Quorums[q]); n.sent != want(c) {
					t.Errorf("%s over %s: %d messages, c = %d", algorithm, spec, n.sent, c)
				}
			}
		}
	}
}
