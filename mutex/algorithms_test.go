package mutex_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/quorum"
)

// trial is a setup and the groups of each process.
type trial struct {
	setup  *mutex.Setup
	groups [][]int32
}

// trials are small structures of every kind.
func trials(t *testing.T) map[quorum.Kind][]trial {
	t.Helper()
	list := map[quorum.Kind][]trial{}
	for _, spec := range []string{
		"{1,2},{2,3},{1,3}", "fpp:order=2", "grid:n=4", "wheel:n=4", "singleton:n=3",
		"surficial:m=3,k=2", "lift:m=2,of=(fpp:order=2)",
	} {
		built := assert.Got(construct.Build(t.Context(), spec))(t, "%v", spec)
		processes := built.N()
		if built.Structure.Kind() == quorum.KindGroupSystem {
			processes = 5
		}
		add(t, list, built.Structure, processes)
	}
	add(t, list, twoCoterie(t), 4)
	add(t, list, sharing(t), 0)
	return list
}

func add(t *testing.T, list map[quorum.Kind][]trial, s quorum.Structure, processes int) {
	t.Helper()
	setup := assert.Got(mutex.NewSetup(s, processes, mutex.Options{}))(t, "%v", s.Name())
	groups := mutex.GroupsOf(s, setup.Processes)
	if groups == nil {
		groups = mutex.GroupsInTurn(setup.Processes, setup.Groups())
		groups[0] = []int32{0, 1} // one of two groups
	}
	list[s.Kind()] = append(list[s.Kind()], trial{setup, groups})
}

func twoCoterie(t *testing.T) quorum.Structure {
	t.Helper()
	return assert.Got(quorum.NewKCoterie("2-coterie", 2, family(t, 5, []int{0, 1}, []int{0, 2}, []int{1, 2}, []int{3}, []int{4, 0, 1}), nil))(t)
}

func sharing(t *testing.T) quorum.Structure {
	t.Helper()
	a := family(t, 3, []int{0, 1}, []int{1, 2}, []int{0, 2})
	return assert.Got(quorum.NewSharingStructure("one resource", 1, [][]int{{0}, {0}, {0}}, 3, []quorum.GroupFamily{{Group: []int{0, 1, 2}, Family: a}}, nil))(t)
}

func family(t *testing.T, n int, sets ...[]int) quorum.Family {
	t.Helper()
	return assert.Got(quorum.NewFamily(n, sets))(t)
}

// TestAlgorithms runs every algorithm under random schedules, in channels that keep the order and,
// where the algorithm allows, in others: the rule holds at every step and everybody who wished
// enters, unless the algorithm is known not to. Beside each run goes another one that is put, at
// random moments, into a fresh system through its encoded state: it must do the same; and charge it
// to the same requests, where the charges were encoded, too.
func TestAlgorithms(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	algorithmsHold(t, 0, 2) // more of them in TestSlowAlgorithms
}

// algorithmsHold runs them under the schedules from a seed to another one.
func algorithmsHold(t *testing.T, from, to uint64) {
	all := trials(t)
	for _, a := range mutex.Algorithms() {
		over := a.Over
		if a.NoQuorums && len(over) == 0 {
			over = []quorum.Kind{quorum.KindSystem}
		}
		for _, kind := range over {
			for _, tr := range all[kind] {
				for _, o := range []mutex.Options{{}, {Self: mutex.SelfNetwork, Knows: mutex.KnowsEver}} {
					for _, fifo := range []bool{true, false} {
						if !fifo && a.NeedsFIFO {
							continue
						}
						setup := *tr.setup
						setup.Options = o
						t.Run(fmt.Sprintf("%s/%s/self=%d/fifo=%v", a.Name, setup.Name, o.Self, fifo), func(t *testing.T) {
							for seed := from; seed < to; seed++ {
								shadowed(t, a, trial{&setup, tr.groups}, fifo, seed)
							}
						})
					}
				}
			}
		}
	}
}

// shadow is a system beside a run.
type shadow struct {
	*mutex.System
	*testing.T
	charges bool // are restored with the state
}

// same compares the messages of both.
func (s shadow) same(want, got []mutex.Message, first *mutex.System) {
	s.Helper()
	if len(want) != len(got) {
		s.Fatalf("sent %d messages, and %d after its state was restored", len(want), len(got))
	}
	for i := range want {
		a, b := want[i], got[i]
		if !s.charges {
			a.Cause, b.Cause = mutex.Cause{}, mutex.Cause{}
		}
		equal := a.Token == b.Token // a message of plain values, but for this
		if a.Token != nil && b.Token != nil {
			equal = slices.Equal(a.Token.Served, b.Token.Served) && slices.Equal(a.Token.Queue, b.Token.Queue) &&
				(!s.charges || slices.Equal(a.Token.Entries, b.Token.Entries))
		}
		a.Token, b.Token = nil, nil
		if a != b || !equal {
			s.Fatalf("sent %v, and %v after its state was restored", a, b)
		}
	}
	if first.Charges, s.Charges = s.charges, s.charges; !bytes.Equal(first.AppendState(nil), s.AppendState(nil)) {
		s.Fatal("the state is another one after it was restored")
	}
}

// restore puts fresh machines into the place of its own.
func (s *shadow) restore() {
	s.Helper()
	state, down := s.AppendState(nil), s.Down
	s.System = mutex.NewSystem(s.Algorithm, s.Setup)
	s.Down, s.Charges = down, s.charges
	assert.OK(s, s.LoadState(state))
	assert.MustSlice(s, s.AppendState(nil), state, "the state after it was restored")
}

// goOn performs an arrival, an exit or a wish, drawn from all that are possible, and reports
// whether there was one. may tells whether an idle process can wish, and wish lets it wish.
func goOn(run *byhand.Run, random *rand.Rand, may func(p int32) bool, wish func(p int32)) bool {
	next := arriving(run)
	var able []int32
	for p := range int32(run.System.Setup.Processes) {
		if at := run.Phase(p); at == mutex.Critical || at == mutex.Idle && may(p) {
			able = append(able, p)
		}
	}
	if len(next)+len(able) == 0 {
		return false
	}
	if i := random.IntN(len(next) + len(able)); i < len(next) {
		run.Deliver(next[i])
	} else if p := able[i-len(next)]; run.Phase(p) == mutex.Critical {
		run.Exit(p)
	} else {
		wish(p)
	}
	return true
}

func shadowed(t *testing.T, a *mutex.Algorithm, tr trial, fifo bool, seed uint64) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	run := byhand.New(a, tr.setup)
	run.NoFIFO = !fifo
	second := shadow{mutex.NewSystem(a, tr.setup), t, seed%2 == 0}
	wishes, entries := 3*tr.setup.Processes, 0
	for {
		next := arriving(run)
		choices := len(next)
		var able []int32 // to wish, leave or give up
		for p := range int32(tr.setup.Processes) {
			switch at := run.Phase(p); {
			case at == mutex.Idle && wishes > 0, at == mutex.Critical, at == mutex.Trying && a.Abandons && random.IntN(50) == 0:
				able = append(able, p)
			}
		}
		if choices+len(able) == 0 {
			break
		}
		sent := len(run.Under)
		var out []mutex.Message
		if i := random.IntN(choices + len(able)); i < choices {
			m := run.Under[next[i]]
			run.Deliver(next[i])
			sent--
			out = second.Receive(m, nil)
		} else {
			p := able[i-choices]
			switch run.Phase(p) {
			case mutex.Idle:
				wishes--
				w := wish(random, a, tr, p)
				run.Wish(p, w.Group, w.Quorum)
				w.Entry = run.Wishes(p)
				out = second.Wish(w, nil)
			case mutex.Critical:
				entries++
				run.Exit(p)
				out = second.Exit(p, nil)
			case mutex.Trying:
				wishes++
				run.Abandon(p)
				out = second.Abandon(p, nil)
			}
		}
		second.same(run.Under[sent:], out, run.System)
		if random.IntN(4) == 0 {
			second.restore()
			for i, m := range second.Machines {
				if want, got := run.System.Machines[i].View(), m.View(); fmt.Sprint(want) != fmt.Sprint(got) {
					t.Fatalf("actor %d looks like %v, and like %v after its state was restored", i, want, got)
				}
			}
		}
		if !a.Unsafe && run.Violations > 0 {
			t.Fatalf("seed %d: inside are %v, against the rule: %v", seed, run.Inside, run.System.Rule)
		}
	}
	if !a.Unsafe && (entries != 3*tr.setup.Processes || len(run.Waiting()) > 0) {
		t.Fatalf("seed %d: %d of %d entries; waiting: %v", seed, entries, 3*tr.setup.Processes, run.Waiting())
	}
}

// wish draws the choice of a wish.
func wish(random *rand.Rand, a *mutex.Algorithm, tr trial, p int32) mutex.Wish {
	w := mutex.Wish{Process: p, Quorum: -1, Group: tr.groups[p][random.IntN(len(tr.groups[p]))]}
	if !a.NoQuorums {
		first, last := tr.setup.First[w.Group], tr.setup.First[w.Group+1]
		w.Quorum = first + random.Int32N(last-first)
	}
	return w
}

// TestLoadStateRefuses cuts and spoils states: LoadState returns an error or a state, and never
// panics.
func TestLoadStateRefuses(t *testing.T) {
	for kind, list := range trials(t) {
		for _, a := range mutex.Algorithms() {
			if a.NoQuorums && kind != quorum.KindSystem || !a.NoQuorums && !slices.Contains(a.Over, kind) {
				continue
			}
			tr := list[0]
			random := rand.New(rand.NewPCG(1, 3))
			run := byhand.New(a, tr.setup)
			for p := range int32(tr.setup.Processes) {
				w := wish(random, a, tr, p)
				run.Wish(p, w.Group, w.Quorum)
			}
			for len(run.Under) > 4 {
				run.Deliver(0)
			}
			for _, charges := range []bool{false, true} {
				run.System.Charges = charges
				state := run.System.AppendState(nil)
				for cut := range state {
					s := mutex.NewSystem(a, tr.setup)
					s.Charges = charges
					if s.LoadState(state[:cut]) == nil {
						t.Errorf("%s: %d of %d bytes are a state", a.Name, cut, len(state))
						break
					}
				}
			}
		}
	}
}
