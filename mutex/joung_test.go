package mutex_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/mutex"
)

// joungNet returns a net over a group system, whose process p may name every group.
func joungNet(t testing.TB, algorithm, spec string, processes int, o mutex.Options) *mutex.Net {
	t.Helper()
	s, err := construct.Build(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := mutex.NewSetup(s.Structure, processes, o)
	if err != nil {
		t.Fatal(err)
	}
	return mutex.NewNet(mutex.Find(algorithm), setup)
}

// wander lets every process wish so many times, for groups and quorums drawn at random, under a
// random schedule. It returns why the run is not as it should be.
func wander(n *mutex.Net, r *rand.Rand, entries int, fifo bool) string {
	s := n.System.Setup
	left := make([]int, s.Processes)
	for p := range left {
		left[p] = entries
	}
	eager := r.IntN(8) // how much wishes and exits come before messages
	var heads []int
	for step := 0; ; step++ {
		if n.Broken != "" {
			return fmt.Sprintf("step %d: %s", step, n.Broken)
		}
		var moves []func()
		for p := range int32(s.Processes) {
			switch n.System.Phase(p) {
			case mutex.Idle:
				if left[p] > 0 {
					moves = append(moves, func() {
						left[p]--
						g := r.Int32N(int32(s.Groups()))
						n.Wish(p, g, s.First[g]+r.Int32N(s.First[g+1]-s.First[g]))
					})
				}
			case mutex.Critical:
				moves = append(moves, func() { n.Exit(p) })
			}
		}
		if len(moves) == 0 && len(n.Messages) == 0 {
			if stuck := n.Stuck(); stuck != nil || n.Entries != entries*s.Processes {
				return fmt.Sprintf("step %d: %d entries, stuck are %v", step, n.Entries, stuck)
			}
			return ""
		}
		if len(moves) > 0 && (len(n.Messages) == 0 || r.IntN(8) < eager) {
			moves[r.IntN(len(moves))]()
			continue
		}
		if fifo {
			heads = n.Heads(heads[:0])
		} else {
			heads = append(heads[:0], r.IntN(len(n.Messages)))
		}
		n.Deliver(heads[r.IntN(len(heads))])
	}
}

var joungSpecs = []string{"surficial:m=2,k=2", "surficial:m=3,k=2", "lift:m=2,of=(singleton:n=1)", "lift:m=3,of=(fpp:order=2)", "lift:m=2,of=(majority:n=3)"}

// TestJoung: under random schedules the three algorithms keep mutual exclusion and all invariants
// of the paper at every step, and everyone enters.
func TestJoung(t *testing.T) {
	runs := 400
	if testing.Short() {
		runs = 50
	}
	for _, algorithm := range []string{"maekawa-m", "maekawa-s", "fixed-order"} {
		for _, spec := range joungSpecs {
			for _, fifo := range []bool{true, false} {
				if !fifo && mutex.Find(algorithm).NeedsFIFO {
					continue
				}
				for seed := range uint64(runs) {
					r := rand.New(rand.NewPCG(seed, 16))
					n := joungNet(t, algorithm, spec, 2+r.IntN(5), mutex.Options{MaxLocks: r.IntN(4)})
					n.Judge = true
					if why := wander(n, r, 1+r.IntN(3), fifo); why != "" {
						t.Fatalf("%s over %s, seed %d, FIFO %v: %s", algorithm, spec, seed, fifo, why)
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
		if wander(n, r, 2, false) != "" {
			broken++
		}
	}
	if broken == 0 {
		t.Error("no order of messages harms Maekawa_M, which says that it needs FIFO")
	}
	t.Log(broken, "of 200 runs end badly")
}

// TestPrintedI8: Figure 8 forgets in its auxiliary variable requests the locks that E.16 gives.
func TestPrintedI8(t *testing.T) {
	n := joungNet(t, "maekawa-s", "lift:m=2,of=(singleton:n=1)", 2, mutex.Options{})
	n.Judge = true
	n.Wish(0, 0, 0)
	n.Settle(nil)
	n.Wish(1, 1, 1)
	n.Settle(nil)
	if why := mutex.PrintedI8(n.System); why != "" {
		t.Error("too early: ", why)
	}
	n.Exit(0)
	n.Settle(nil)
	if mutex.PrintedI8(n.System) == "" || n.Broken != "" || n.Entries != 2 {
		t.Errorf("I8 as printed holds; %q, %d entries", n.Broken, n.Entries)
	}
}

// TestJoungAlone: what a process alone pays.
func TestJoungAlone(t *testing.T) {
	for _, spec := range []string{"surficial:m=3,k=3", "lift:m=2,of=(fpp:order=3)"} {
		for algorithm, want := range map[string]func(c int) int{
			"maekawa-m":   func(c int) int { return 3 * c },
			"maekawa-s":   func(c int) int { return 2*c + 1 },
			"fixed-order": func(c int) int { return 3 * c },
		} {
			n := joungNet(t, algorithm, spec, 5, mutex.Options{})
			q := n.System.Setup.First[1]
			for range 3 {
				n.Sent = 0
				n.Wish(2, 1, q)
				n.Settle(nil)
				n.Exit(2)
				n.Settle(nil)
				if c := len(n.System.Setup.Quorums[q]); n.Sent != want(c) {
					t.Errorf("%s over %s: %d messages, c = %d", algorithm, spec, n.Sent, c)
				}
			}
		}
	}
}

// TestJoungStates: a state that is written and read goes on as it would have.
func TestJoungStates(t *testing.T) {
	for _, algorithm := range []string{"maekawa-m", "maekawa-s", "fixed-order"} {
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 18))
			n := joungNet(t, algorithm, "surficial:m=3,k=2", 6, mutex.Options{MaxLocks: 2})
			other := mutex.NewSystem(n.System.Algorithm, n.System.Setup)
			for range 200 {
				if p := r.Int32N(6); n.System.Phase(p) == mutex.Idle {
					g := r.Int32N(3)
					n.Wish(p, g, n.System.Setup.First[g])
				} else if n.System.Phase(p) == mutex.Critical {
					n.Exit(p)
				}
				if heads := n.Heads(nil); len(heads) > 0 {
					n.Deliver(heads[r.IntN(len(heads))])
				}
				state := n.System.AppendState(nil)
				if err := other.LoadState(state); err != nil || !slices.Equal(other.AppendState(nil), state) {
					t.Fatalf("%s, seed %d: %v", algorithm, seed, err)
				}
				n.System, other = other, n.System
			}
		}
	}
}
