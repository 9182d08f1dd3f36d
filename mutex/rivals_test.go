package mutex

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/construct"
)

// bill is what one entry was charged, by type.
type bill [Kinds]int

func (b bill) total() (n int) {
	for _, k := range b {
		n += k
	}
	return n
}

// errand is a run under the plainest scheduler: every step is a wish, an exit or the arrival of
// some message, drawn from those that are possible.
type errand struct {
	system  *System
	bills   map[Cause]*bill
	entries int
}

// runErrand lets the processes enter until so many have, most of them at a time when pushed, and
// one alone otherwise. It fails the test where the rule is broken or somebody is stuck.
func runErrand(t *testing.T, a *Algorithm, s *Setup, seed uint64, fifo, pushed bool, entries int) errand {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	e := errand{system: NewSystem(a, s), bills: map[Cause]*bill{}}
	var pending []Message
	entry := make([]uint32, s.Processes)
	phase := make([]Phase, s.Processes)
	var inside []Inside
	wishes := 0
	send := func(out []Message) {
		for _, m := range out {
			if e.bills[m.Cause] == nil {
				t.Fatalf("%v is charged to %v, which nobody wished", m, m.Cause)
			}
			e.bills[m.Cause][m.Kind]++
		}
		pending = append(pending, out...)
	}
	for {
		for p := range phase {
			if phase[p] == Trying && e.system.Phase(int32(p)) == Critical {
				phase[p] = Critical
				inside = append(inside, Inside{Process: int32(p)})
				e.entries++
				if !e.system.Rule.Allows(inside) {
					t.Fatalf("%s, seed %d: %v are inside", a.Name, seed, inside)
				}
			}
		}
		var can []func()
		quiet := len(pending) == 0
		for i, m := range pending {
			first := slices.IndexFunc(pending, func(o Message) bool { return o.From == m.From && o.To == m.To })
			if fifo && first != i {
				continue
			}
			can = append(can, func() {
				pending = slices.Delete(pending, i, i+1)
				send(e.system.Receive(m, nil))
			})
		}
		for p := range int32(s.Processes) {
			if phase[p] == Critical {
				quiet = false
				can = append(can, func() {
					phase[p] = Idle
					inside = slices.DeleteFunc(inside, func(i Inside) bool { return i.Process == p })
					send(e.system.Exit(p, nil))
				})
			}
		}
		if wishes < entries && (pushed || quiet) {
			for p := range int32(s.Processes) {
				if phase[p] == Idle {
					can = append(can, func() {
						wishes++
						entry[p]++
						phase[p] = Trying
						e.bills[Cause{p, entry[p]}] = &bill{}
						w := Wish{Process: p, Entry: entry[p], Quorum: -1}
						if !a.NoQuorums {
							w.Quorum = int32(random.IntN(len(s.Quorums)))
						}
						send(e.system.Wish(w, nil))
					})
				}
			}
		}
		if len(can) == 0 {
			break
		}
		can[random.IntN(len(can))]()
	}
	if e.entries != entries {
		t.Fatalf("%s, seed %d: %d of %d entries", a.Name, seed, e.entries, entries)
	}
	return e
}

// TestRivals runs each rival with one request at a time and with many, in channels that keep the
// order and in others: what its author counts is what each entry is charged.
func TestRivals(t *testing.T) {
	for _, tt := range []struct {
		name  string
		holds func(s *Setup, c Cause, b bill, pushed bool) bool
	}{
		{"centralized", func(_ *Setup, c Cause, b bill, _ bool) bool {
			if c.Process == 0 {
				return b == bill{}
			}
			return b == bill{Request: 1, Grant: 1, Release: 1}
		}},
		{"ricart-agrawala", func(s *Setup, _ Cause, b bill, _ bool) bool {
			return b == bill{Request: s.Processes - 1, Reply: s.Processes - 1}
		}},
		{"suzuki-kasami", func(s *Setup, _ Cause, b bill, _ bool) bool {
			return b == bill{} || b == bill{Request: s.Processes - 1, Privilege: 1}
		}},
		{"raymond-tree", func(s *Setup, _ Cause, b bill, pushed bool) bool {
			// At most twice the diameter; one at a time, a REQUEST there and the PRIVILEGE back.
			depth := bits.Len(uint(s.Processes)) - 1
			return b.total() <= 4*depth && (pushed || b[Request] == b[Privilege])
		}},
		{"access", func(s *Setup, _ Cause, b bill, _ bool) bool {
			k := len(s.Quorums[0])
			return b[Ask] == b[Answer] && (b[Ask] == k || b[Ask] == k-1) && b.total() == 2*b[Ask]
		}},
	} {
		for _, spec := range []string{"singleton:n=1", "majority:n=2", "fpp:order=2", "fpp:order=3"} {
			for _, pushed := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/pushed=%v", tt.name, spec, pushed), func(t *testing.T) {
					s, err := construct.Build(t.Context(), spec)
					if err != nil {
						t.Fatal(err)
					}
					setup, err := NewSetup(s.Structure, s.N(), Options{})
					if err != nil {
						t.Fatal(err)
					}
					for seed := range uint64(20) {
						e := runErrand(t, Find(tt.name), setup, seed, seed%2 == 0, pushed, 60)
						for c, b := range e.bills {
							if !tt.holds(setup, c, *b, pushed) {
								t.Fatalf("seed %d: entry %d of process %d is charged %v", seed, c.Entry, c.Process, b)
							}
						}
					}
				})
			}
		}
	}
}

// TestRivalsAmongProcesses runs those that take no quorums where the processes are not the nodes:
// fewer, more, and apart from them.
func TestRivalsAmongProcesses(t *testing.T) {
	s, err := construct.Build(t.Context(), "surficial:m=2,k=2")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range Algorithms() {
		if !a.NoQuorums {
			continue
		}
		for _, processes := range []int{1, 3, s.N() + 5} {
			for _, apart := range []bool{false, true} {
				setup, err := NewSetup(s.Structure, processes, Options{})
				if err != nil {
					t.Fatal(err)
				}
				setup.Apart = apart
				for seed := range uint64(10) {
					runErrand(t, a, setup, seed, seed%2 == 0, true, 40)
				}
			}
		}
	}
}

// TestSuzukiKasamiTells follows the token of three processes, as the program of the paper has it.
func TestSuzukiKasamiTells(t *testing.T) {
	setup := &Setup{Nodes: 3, Processes: 3, Rule: OneProcess{}}
	s := NewSystem(Find("suzuki-kasami"), setup)
	if out := s.Wish(Wish{Process: 0, Entry: 1}, nil); len(out) > 0 || s.Phase(0) != Critical {
		t.Fatalf("who has the token sends %v", out)
	}
	asked := append(s.Wish(Wish{Process: 2, Entry: 1}, nil), s.Wish(Wish{Process: 1, Entry: 1}, nil)...)
	for _, m := range asked {
		if m.To == 0 {
			if out := s.Receive(m, nil); len(out) > 0 {
				t.Fatalf("who is inside answers %v", out)
			}
		}
	}
	out := s.Exit(0, nil)
	if len(out) != 1 || out[0].To != 1 || !slices.Equal(out[0].Token.Queue, []int32{2}) || out[0].Cause != (Cause{1, 1}) {
		t.Fatalf("the token goes out as %+v", out)
	}
	s.Receive(out[0], nil)
	// Process 2 never saw the REQUEST of process 3, which the queue of the token names.
	if out = s.Exit(1, nil); len(out) != 1 || out[0].To != 2 || out[0].Cause != (Cause{2, 1}) {
		t.Fatalf("the token goes on as %+v", out)
	}
	s.Receive(out[0], nil)
	if out = s.Exit(2, nil); len(out) > 0 {
		t.Fatalf("a token that nobody waits for goes %v", out)
	}
	// The late REQUESTs, which were served, move nothing.
	for _, m := range asked {
		if out := s.Receive(m, nil); len(out) > 0 {
			t.Fatalf("a REQUEST that was served brings %v", out)
		}
	}
}

// TestAccessAgain: an answer to an access that was given up is no answer to the next one.
func TestAccessAgain(t *testing.T) {
	setup := &Setup{Nodes: 3, Processes: 3, Quorums: [][]int32{{1, 2}}, Rule: OneProcess{}}
	s := NewSystem(Find("access"), setup)
	first := s.Wish(Wish{Process: 0, Entry: 1}, nil)
	s.Abandon(0, nil)
	second := s.Wish(Wish{Process: 0, Entry: 1}, nil)
	for _, m := range first {
		s.Receive(s.Receive(m, nil)[0], nil)
	}
	if s.Phase(0) != Trying {
		t.Fatal("late answers let it in")
	}
	for _, m := range second {
		s.Receive(s.Receive(m, nil)[0], nil)
	}
	if s.Phase(0) != Critical {
		t.Fatal("its answers do not let it in")
	}
}
