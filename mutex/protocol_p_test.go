package mutex_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// pRun is a run of protocol P or its variant whose messages arrive in any order that keeps that of
// each channel, or in any at all.
type pRun struct {
	sys     *mutex.System
	menus   [][]int32 // of each process
	group   []int32
	entries []uint32
	wish    []mutex.Wish
	fly     []mutex.Message
	inside  []mutex.Inside
	most    int
	sent    map[mutex.Cause]int
}

// pSystem returns a run over a structure; the quorums of a process are those of its group.
func pSystem(t testing.TB, algorithm string, s quorum.Structure, processes int) *pRun {
	t.Helper()
	setup := assert.Got(mutex.NewSetup(s, processes, mutex.Options{}))(t)
	r := &pRun{
		sys: mutex.NewSystem(mutex.Find(algorithm), setup), menus: make([][]int32, setup.Processes),
		entries: make([]uint32, setup.Processes), wish: make([]mutex.Wish, setup.Processes), sent: map[mutex.Cause]int{},
	}
	for p, groups := range mutex.GroupsOf(s, setup.Processes) {
		r.group = append(r.group, groups[0])
		for q := setup.First[groups[0]]; q < setup.First[groups[0]+1]; q++ {
			r.menus[p] = append(r.menus[p], q)
		}
	}
	return r
}

func (r *pRun) send(out []mutex.Message) {
	for _, m := range out {
		r.sent[m.Cause]++
	}
	r.fly = append(r.fly, out...)
}

// wishFor lets a process ask a quorum of its menu.
func (r *pRun) wishFor(p, q int32) {
	r.entries[p]++
	r.wish[p] = mutex.Wish{Process: p, Entry: r.entries[p], Group: r.group[p], Quorum: q}
	r.send(r.sys.Wish(r.wish[p], nil))
	r.entered(p)
}

func (r *pRun) entered(p int32) {
	if r.sys.Phase(p) == mutex.Critical && !slices.ContainsFunc(r.inside, func(x mutex.Inside) bool { return x.Process == p }) {
		r.inside = append(r.inside, mutex.Inside{Process: p})
		r.most = max(r.most, len(r.inside))
	}
}

// deliver lets the i-th message under way arrive.
func (r *pRun) deliver(i int) {
	m := r.fly[i]
	r.fly = slices.Delete(r.fly, i, i+1)
	r.send(r.sys.Receive(m, nil))
	if p, ok := r.sys.Setup.ProcessAt(m.To); ok {
		r.entered(p)
	}
}

func (r *pRun) exit(p int32) {
	r.inside = slices.DeleteFunc(r.inside, func(x mutex.Inside) bool { return x.Process == p })
	r.send(r.sys.Exit(p, nil))
}

// ready lists the messages that may arrive next.
func (r *pRun) ready(fifo bool) (at []int) {
	seen := map[[2]int32]bool{}
	for i, m := range r.fly {
		if channel := [2]int32{m.From, m.To}; !fifo || !seen[channel] {
			seen[channel] = true
			at = append(at, i)
		}
	}
	return at
}

// random runs until nothing can happen, each process making so many wishes, and judges the rule.
func (r *pRun) random(t *testing.T, rnd *rand.Rand, wishes uint32, fifo bool) {
	t.Helper()
	for {
		var steps []func()
		for _, i := range r.ready(fifo) {
			steps = append(steps, func() { r.deliver(i) })
		}
		for p := range int32(r.sys.Setup.Processes) {
			switch r.sys.Phase(p) {
			case mutex.Idle:
				if r.entries[p] < wishes {
					steps = append(steps, func() { r.wishFor(p, r.menus[p][rnd.IntN(len(r.menus[p]))]) })
				}
			case mutex.Critical:
				steps = append(steps, func() { r.exit(p) })
			}
		}
		if len(steps) == 0 {
			return
		}
		steps[rnd.IntN(len(steps))]()
		if !r.sys.Rule.Allows(r.inside) {
			t.Fatalf("%v are inside together; %v", r.inside, r.sys.Rule)
		}
	}
}

// waiting lists the processes that wait, and a circular wait among them in words: from each process
// to the one that holds the OK of an arbiter that the first lacks.
func (r *pRun) waiting() (trying []int32, circle string) {
	blocks := map[int32][2]int32{} // process: arbiter, holder
	for p := range int32(r.sys.Setup.Processes) {
		if r.sys.Phase(p) != mutex.Trying {
			continue
		}
		trying = append(trying, p)
		for _, j := range r.sys.Machines[r.sys.Setup.Place(p)].View().Lacks {
			for _, h := range r.sys.Machines[j].View().Holders {
				blocks[p] = [2]int32{j, h}
			}
		}
	}
	if len(trying) == 0 {
		return nil, ""
	}
	p := trying[0]
	for range trying {
		p = blocks[p][1]
	}
	var words []string
	for first := p; ; {
		b, ok := blocks[p]
		if !ok {
			return trying, ""
		}
		words = append(words, fmt.Sprintf("process %v waits at node %v for process %v", quorum.Node(p), quorum.Node(b[0]), quorum.Node(b[1])))
		if p = b[1]; p == first {
			return trying, strings.Join(words, "; ")
		}
	}
}

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
		r.wishFor(0, 0)
		r.wishFor(1, 0)
		r.deliver(0) // REQ of 1 to node 1
		r.deliver(2) // REQ of 2 to node 2
		for len(r.fly) > 0 {
			r.deliver(0)
		}
		trying, circle := r.waiting()
		switch algorithm {
		case "protocol-p":
			if want := "process 1 waits at node 2 for process 2; process 2 waits at node 1 for process 1"; len(trying) != 2 || circle != want {
				t.Errorf("%v wait: %q", trying, circle)
			}
		default:
			if len(trying) != 1 || circle != "" || len(r.inside) != 1 || r.inside[0].Process != 0 {
				t.Errorf("%v wait, %v inside: %q", trying, r.inside, circle)
			}
		}
	}
}

// TestProtocolPRandom: the rule holds in every run; who is stuck is so by a circular wait; the
// variants are never stuck, and take 3 to 6 messages a member, or up to 7 for every arbiter where
// other quorums are tried.
func TestProtocolPRandom(t *testing.T) {
	for spec, s := range pStructures(t) {
		stuck := 0
		for seed := range uint64(20) {
			for _, fifo := range []bool{true, false} {
				rnd := rand.New(rand.NewPCG(seed, 1))
				r := pSystem(t, "protocol-p", s, s.N())
				r.random(t, rnd, 4, fifo)
				if trying, circle := r.waiting(); len(trying) > 0 {
					stuck++
					if circle == "" {
						t.Fatalf("%s: %v wait without a circle", spec, trying)
					}
				}
				for _, algorithm := range []string{"protocol-p-fixed", "protocol-p-retry"} {
					r = pSystem(t, algorithm, s, s.N())
					r.random(t, rnd, 6, fifo)
					if trying, circle := r.waiting(); len(trying) > 0 {
						t.Fatalf("%s: %s: %v wait, %s", algorithm, spec, trying, circle)
					}
					for cause, sent := range r.sent {
						// The quorums of these systems have one size in each group.
						size := len(r.sys.Setup.Quorums[r.menus[cause.Process][0]])
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
				if p := int32(rnd.IntN(r.sys.Setup.Processes)); r.sys.Phase(p) == mutex.Trying && rnd.IntN(3) == 0 {
					r.send(r.sys.Abandon(p, nil))
				}
				if at := r.ready(false); len(at) > 0 {
					r.deliver(at[rnd.IntN(len(at))])
				}
				if p := int32(rnd.IntN(r.sys.Setup.Processes)); r.sys.Phase(p) == mutex.Idle {
					r.wishFor(p, r.menus[p][rnd.IntN(len(r.menus[p]))])
				}
			}
			r.random(t, rnd, 1, seed%2 == 0)
			if trying, circle := r.waiting(); len(trying) > 0 {
				t.Fatalf("%s, seed %d: %v wait, %s", spec, seed, trying, circle)
			}
		}
	}
}

// TestProtocolPRetries: a process whose quorum is taken enters by another one, and releases whom it
// asked for nothing.
func TestProtocolPRetries(t *testing.T) {
	s, err := quorum.As[*quorum.KCoterie](construct.KMajority(5, 2)) // pairs
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []string{"protocol-p-fixed", "protocol-p-retry"} {
		r := pSystem(t, algorithm, s, 2)
		r.wishFor(0, 0) // nodes 1 and 2
		for len(r.fly) > 0 {
			r.deliver(0)
		}
		r.wishFor(1, 1) // nodes 1 and 3
		for len(r.fly) > 0 {
			r.deliver(0)
		}
		assert.Equal(t, (r.most == 2), algorithm == "protocol-p-retry", "%s: %d inside together", algorithm, r.most)
		for len(r.inside) > 0 {
			r.exit(r.inside[0].Process)
			for len(r.fly) > 0 {
				r.deliver(0)
			}
		}
		for j := range int32(5) {
			if v := r.sys.Machines[j].View(); len(v.Holders)+len(v.Queue) > 0 {
				t.Errorf("%s: node %v is not free at the end: %+v", algorithm, quorum.Node(j), v)
			}
		}
	}
}

// TestProtocolPState: a state that is read back goes on as the old one.
func TestProtocolPState(t *testing.T) {
	for _, algorithm := range []string{"protocol-p", "protocol-p-fixed", "protocol-p-retry"} {
		for spec, s := range pStructures(t) {
			rnd := rand.New(rand.NewPCG(3, 3))
			r := pSystem(t, algorithm, s, s.N())
			for step := range 200 {
				state := r.sys.AppendState(nil)
				other := mutex.NewSystem(r.sys.Algorithm, r.sys.Setup)
				assert.OK(t, other.LoadState(state))
				assert.MustSlice(t, other.AppendState(nil), state, "%s over %s: another state after step %d", algorithm, spec, step)
				r.sys = other
				p := int32(rnd.IntN(r.sys.Setup.Processes))
				switch at := r.ready(true); {
				case len(at) > 0 && rnd.IntN(4) > 0:
					r.deliver(at[rnd.IntN(len(at))])
				case r.sys.Phase(p) == mutex.Idle:
					r.wishFor(p, r.menus[p][rnd.IntN(len(r.menus[p]))])
				case r.sys.Phase(p) == mutex.Critical:
					r.exit(p)
				}
			}
		}
	}
}
