package mutex_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
)

// bill counts the messages charged to one entry, by type.
type bill [mutex.Kinds]int

func (b bill) total() (n int) {
	for _, k := range b {
		n += k
	}
	return n
}

// costs lets the processes wish so many times, one at a time or, if they are pushed, as many as
// can, and returns the charges of each entry. Every step is drawn from those that are possible. It
// fails the test where the rule is broken or somebody does not enter.
func costs(t *testing.T, a *mutex.Algorithm, s *mutex.Setup, seed uint64, fifo, pushed bool, wishes int) map[mutex.Cause]*bill {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	bills := map[mutex.Cause]*bill{}
	run := byhand.New(a, s)
	run.NoFIFO = !fifo
	entries := 0
	run.Seen = func(e sim.Event) {
		switch e.What {
		case sim.Wishes:
			bills[mutex.Cause{Process: e.Process, Entry: e.Entry}] = &bill{}
		case sim.Enters:
			entries++
		case sim.Sends:
			of := bills[e.Message.Cause]
			if of == nil {
				t.Fatalf("%v is charged to %v, which nobody wished", e.Message, e.Message.Cause)
			}
			of[e.Message.Kind]++
		}
	}
	want := wishes
	may := func(int32) bool { return wishes > 0 && (pushed || len(run.Under)+len(run.Inside) == 0) }
	for goOn(run, random, may, func(p int32) {
		wishes--
		q := int32(-1)
		if !a.NoQuorums {
			q = random.Int32N(int32(len(s.Quorums)))
		}
		run.Wish(p, 0, q)
	}) {
	}
	if entries != want || run.Violations > 0 {
		t.Fatalf("%s, seed %d: %d of %d entries, %d against the rule", a.Name, seed, entries, want, run.Violations)
	}
	return bills
}

// TestRivals runs each rival, and Maekawa's algorithm, with one request at a time and with many, in
// channels that keep the order and in others: each entry is charged as its author counts.
func TestRivals(t *testing.T) {
	for _, tt := range []struct {
		name  string
		holds func(s *mutex.Setup, c mutex.Cause, b bill, pushed bool) bool
	}{
		{"centralized", func(_ *mutex.Setup, c mutex.Cause, b bill, _ bool) bool {
			if c.Process == 0 {
				return b == bill{}
			}
			return b == bill{mutex.Request: 1, mutex.Grant: 1, mutex.Release: 1}
		}},
		{"ricart-agrawala", func(s *mutex.Setup, _ mutex.Cause, b bill, _ bool) bool {
			return b == bill{mutex.Request: s.Processes - 1, mutex.Reply: s.Processes - 1}
		}},
		{"suzuki-kasami", func(s *mutex.Setup, _ mutex.Cause, b bill, _ bool) bool {
			return b == bill{} || b == bill{mutex.Request: s.Processes - 1, mutex.Privilege: 1}
		}},
		{"raymond-tree", func(s *mutex.Setup, _ mutex.Cause, b bill, pushed bool) bool {
			// At most twice the diameter; one at a time, a REQUEST there and the PRIVILEGE back.
			depth := bits.Len(uint(s.Processes)) - 1
			return b.total() <= 4*depth && (pushed || b[mutex.Request] == b[mutex.Privilege])
		}},
		{"maekawa-fixed", func(_ *mutex.Setup, _ mutex.Cause, b bill, pushed bool) bool {
			others := b[mutex.Request]
			return b[mutex.Release] == others && b[mutex.Locked] <= 2*others && b[mutex.Failed]+b[mutex.Inquire] <= others &&
				b[mutex.Relinquish] <= b[mutex.Inquire] && b.total() <= 6*others && (pushed || b.total() == 3*others)
		}},
		{"access", func(s *mutex.Setup, _ mutex.Cause, b bill, _ bool) bool {
			k := len(s.Quorums[0])
			return b[mutex.Ask] == b[mutex.Answer] && (b[mutex.Ask] == k || b[mutex.Ask] == k-1) && b.total() == 2*b[mutex.Ask]
		}},
	} {
		for _, spec := range []string{"singleton:n=1", "majority:n=2", "fpp:order=2", "fpp:order=3"} {
			for _, pushed := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%s/pushed=%v", tt.name, spec, pushed), func(t *testing.T) {
					s := assert.Got(construct.Build(t.Context(), spec))(t)
					setup := assert.Got(mutex.NewSetup(s.Structure, s.N(), mutex.Options{}))(t)
					for seed := range uint64(20) {
						for c, b := range costs(t, mutex.Find(tt.name), setup, seed, seed%2 == 0, pushed, 60) {
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
	s := assert.Got(construct.Build(t.Context(), "surficial:m=2,k=2"))(t)
	for _, a := range mutex.Algorithms() {
		if !a.NoQuorums {
			continue
		}
		for _, processes := range []int{1, 3, s.N() + 5} {
			for _, apart := range []bool{false, true} {
				setup := assert.Got(mutex.NewSetup(s.Structure, processes, mutex.Options{}))(t)
				setup.Apart = apart
				for seed := range uint64(10) {
					costs(t, a, setup, seed, seed%2 == 0, true, 40)
				}
			}
		}
	}
}

// TestSuzukiKasamiTells follows the token of three processes, as the program of the paper has it.
func TestSuzukiKasamiTells(t *testing.T) {
	setup := &mutex.Setup{Nodes: 3, Processes: 3, Rule: mutex.Rule{Name: mutex.OneProcess}}
	s := mutex.NewSystem(mutex.Find("suzuki-kasami"), setup)
	if out := s.Wish(mutex.Wish{Process: 0, Entry: 1, Quorum: -1}, nil); len(out) > 0 || s.Phase(0) != mutex.Critical {
		t.Fatalf("who has the token sends %v", out)
	}
	asked := append(s.Wish(mutex.Wish{Process: 2, Entry: 1, Quorum: -1}, nil), s.Wish(mutex.Wish{Process: 1, Entry: 1, Quorum: -1}, nil)...)
	for _, m := range asked {
		if m.To == 0 {
			if out := s.Receive(m, nil); len(out) > 0 {
				t.Fatalf("who is inside answers %v", out)
			}
		}
	}
	out := s.Exit(0, nil)
	if len(out) != 1 || out[0].To != 1 || !slices.Equal(out[0].Token.Queue, []int32{2}) || out[0].Cause != (mutex.Cause{1, 1}) {
		t.Fatalf("the token goes out as %+v", out)
	}
	s.Receive(out[0], nil)
	// Process 2 never saw the REQUEST of process 3, which the queue of the token names.
	if out = s.Exit(1, nil); len(out) != 1 || out[0].To != 2 || out[0].Cause != (mutex.Cause{2, 1}) {
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
	setup := &mutex.Setup{Nodes: 3, Processes: 3, Quorums: [][]int32{{1, 2}}, Rule: mutex.Rule{Name: mutex.OneProcess}}
	s := mutex.NewSystem(mutex.Find("access"), setup)
	first := s.Wish(mutex.Wish{Process: 0, Entry: 1}, nil)
	s.Abandon(0, nil)
	second := s.Wish(mutex.Wish{Process: 0, Entry: 1}, nil)
	for _, m := range first {
		s.Receive(s.Receive(m, nil)[0], nil)
	}
	assert.MustEqual(t, s.Phase(0), mutex.Trying, "late answers let it in")
	for _, m := range second {
		s.Receive(s.Receive(m, nil)[0], nil)
	}
	assert.MustEqual(t, s.Phase(0), mutex.Critical, "its answers do not let it in")
}
