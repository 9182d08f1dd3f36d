package lockout

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
)

// configsOf are small configurations of an algorithm, of every kind that it runs over.
func configsOf(t *testing.T, a *mutex.Algorithm) (list []explore.Config) {
	t.Helper()
	for _, spec := range []string{"{1,2},{2,3},{1,3}", "wheel:n=4", "lift:m=2,of=({1,2},{2,3},{1,3})", "surficial:m=2,k=2"} {
		built := assert.Got(construct.Build(t.Context(), spec))(t)
		if slices.Contains(a.Over, built.Structure.Kind()) {
			list = append(list, assert.Got(explore.Over(t.Context(), built.Structure, a, mutex.Options{}, 0, 1, 2))(t))
		}
	}
	return list
}

// TestRunsHaveTheirImage: wherever real machines go at random, with clocks that only grow, the
// graph has the step; also where a step of the algorithm is left out.
func TestRunsHaveTheirImage(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	r := rand.New(rand.NewPCG(1, 2))
	for _, a := range mutex.Algorithms() {
		flaws := []mutex.Flaw{mutex.Flawless}
		for _, f := range mutex.Flaws() {
			if f.Algorithm == a.Name {
				flaws = append(flaws, f.Flaw)
			}
		}
		for _, flaw := range flaws {
			for _, c := range configsOf(t, a) {
				c.Setup.Flaw = flaw
				for _, unordered := range []bool{false, true} {
					if c.NoFIFO = unordered; unordered && a.NeedsFIFO {
						continue
					}
					for _, stamps := range []bool{false, true} {
						g := newGraph(&c, stamps)
						g.start()
						walk(t, g, r)
						if flaw == mutex.Flawless && assert.WithSlow {
							walk(t, g, r)
						}
					}
				}
			}
		}
	}
}

// walk takes a random run, and holds that each of its steps is one of the graph, or of a message
// that is said to do nothing and does nothing.
func walk(t *testing.T, g *graph, r *rand.Rand) {
	t.Helper()
	p := newReplay(g)
	p.lazy = true
	at := uint32(0)
	for step := range 150 {
		var may []label
		for k, q := range g.c.Requesters {
			switch p.System.Phase(q.Process) {
			case mutex.Idle:
				if r.IntN(3) <= k { // some wish more often: their clocks are ahead
					x := q.Choices[r.IntN(len(q.Choices))]
					may = append(may, label{choice: trace.Choice{What: trace.Wish, Process: q.Process, Group: x.Group, Quorum: x.Quorum}})
				}
			case mutex.Critical:
				may = append(may, label{choice: trace.Choice{What: trace.Exit, Process: q.Process}})
			}
		}
		now := p.now()
		for j, i := range now.places {
			if m := p.Under[i]; p.MayArrive(i) {
				a := trace.Choice{What: trace.Arrive, From: m.From, To: m.To, Kind: m.Kind}
				if g.c.NoFIFO {
					a.Node = now.ids[j]
				}
				may = append(may, label{choice: a})
			}
		}
		for i := range p.Under {
			if p.MayArrive(i) && !slices.Contains(now.places, i) && r.IntN(4) == 0 {
				m := p.Under[i]
				if p.arrive(i); p.now().key != now.key {
					t.Fatalf("%s over %s, no order %v: %v from %v does something", g.c.Algorithm.Name, g.c.Setup.Name, g.c.NoFIFO, m.Kind, m.From)
				}
				break
			}
		}
		if len(may) == 0 {
			continue
		}
		l := may[r.IntN(len(may))]
		if !p.do(l) {
			t.Fatalf("%s: %+v", g.c.Algorithm.Name, l)
		}
		var s state
		g.state(at, &s)
		edges := len(g.edges)
		assert.OK(t, g.expand(at, &s))
		to, ok := g.index[p.now().key]
		if !ok || !slices.ContainsFunc(g.edges[edges:], func(e edge) bool { return e.to == to && g.labels[e.label].choice == l.choice }) {
			t.Fatalf("%s over %s, no order %v: step %d, %+v, is none of the graph", g.c.Algorithm.Name, g.c.Setup.Name, g.c.NoFIFO, step+1, l.choice)
		}
		at = to
	}
}

// TestFairParts compares the search for fair parts of small random graphs with one through all sets
// of edges.
func TestFairParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	many := func() uint16 { x := r.IntN(64); return uint16((x | x>>3) & 7) } // of three requesters
	few := func() uint16 { x := r.IntN(64); return uint16(x & (x >> 3) & 7) }
	found, split := 0, 0
	for range 3000 {
		g := &graph{c: &explore.Config{Requesters: []explore.Requester{{Process: 0}, {Process: 1}, {Process: 2}}}, slot: []int{0, 1, 2}}
		g.lane = []int32{0, 1}
		n := 2 + r.IntN(4)
		for range n {
			var key []byte
			for lane := range 2 {
				if r.IntN(3) == 0 {
					key = append(key, byte(lane))
				}
			}
			g.keys = append(g.keys, string(key))
			p := phases{trying: many()}
			p.critical = few() &^ p.trying
			g.phase = append(g.phase, p)
		}
		for range n {
			g.first = append(g.first, uint32(len(g.edges)))
			for range r.IntN(3) {
				if len(g.edges) == 9 {
					break
				}
				l := label{lane: int32(r.IntN(4) - 2)}
				l.lane = max(l.lane, -1)
				l.late = []string{"", "", "", "\x00", "\x01", "\x00\x01"}[r.IntN(6)]
				switch {
				case l.lane >= 0:
					l.choice.What = trace.Arrive
				case r.IntN(2) == 0:
					l.choice = trace.Choice{What: trace.Exit, Process: int32(r.IntN(3))}
				default:
					l.choice.What = trace.Wish
					l.below = few()
				}
				g.edges = append(g.edges, edge{uint32(r.IntN(n)), uint32(len(g.labels))})
				g.labels = append(g.labels, l)
			}
		}
		g.first = append(g.first, uint32(len(g.edges)))
		p := newParts(g)
		for who := range 3 {
			fair := p.find(t.Context(), who)
			want := anyFair(g, who)
			if (len(fair) > 0) != want {
				t.Fatalf("%d fair parts of requester %d, want some: %v", len(fair), who, want)
			}
			if want {
				found++
			}
			for _, c := range fair {
				if c.forbid != 1<<who {
					split++
				}
				round := p.round(context.Background(), c)
				at, set := c.states[0], uint32(0)
				for _, l := range round { // labels are edges here
					set |= 1 << l
					assert.MustEqual(t, uint32(sourceOf(g, l)), at, "a round that is no walk")
					at = g.edges[l].to
				}
				if at != c.states[0] || len(round) == 0 || !fairSet(g, who, set) {
					t.Fatalf("the round %v from %d is not fair", round, c.states[0])
				}
			}
		}
	}
	if found < 300 || split < 20 {
		t.Errorf("%d fair parts, %d of them after another request was seen to wait throughout", found, split)
	}
}

func sourceOf(g *graph, e uint32) int {
	for i := range g.keys {
		if e >= g.first[i] && e < g.first[i+1] {
			return i
		}
	}
	return -1
}

func anyFair(g *graph, who int) bool {
	for set := uint32(1); set < 1<<len(g.edges); set++ {
		if fairSet(g, who, set) {
			return true
		}
	}
	return false
}

// fairSet judges a set of edges by the words of the theorem.
func fairSet(g *graph, who int, set uint32) bool {
	var reach [8][8]bool
	var in [8]bool
	for e := range g.edges {
		if set>>e&1 == 1 {
			a, b := sourceOf(g, uint32(e)), g.edges[e].to
			in[a], in[b], reach[a][b] = true, true, true
		}
	}
	for k := range 8 {
		for i := range 8 {
			for j := range 8 {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	waits, inside, lanes := uint16(7), uint16(7), uint16(3)
	for i := range g.keys {
		if !in[i] {
			continue
		}
		for j := range g.keys {
			if in[j] && !reach[i][j] {
				return false
			}
		}
		waits &= g.phase[i].trying
		inside &= g.phase[i].critical
		var here uint16
		for _, lane := range []byte(g.keys[i]) {
			here |= 1 << lane
		}
		lanes &= here
	}
	for e := range g.edges {
		if l := g.labels[e]; set>>e&1 == 1 {
			if l.below&waits != 0 {
				return false
			}
			if l.lane >= 0 {
				lanes &^= 1 << l.lane
			}
			for _, lane := range []byte(l.late) {
				lanes &^= 1 << lane
			}
			if l.choice.What == trace.Exit {
				inside &^= 1 << l.choice.Process
			}
		}
	}
	return waits>>who&1 == 1 && inside == 0 && lanes == 0
}

// TestAfter: the conditions on two rounds for the next one to be like them.
func TestAfter(t *testing.T) {
	for _, test := range []struct {
		key           string
		before, after []uint32
		want          bool
	}{
		{"a", []uint32{1, 5, 3}, []uint32{1, 5, 3}, true},
		{"a", []uint32{1, 5, 3}, []uint32{1, 9, 4}, true},  // they drift apart
		{"a", []uint32{1, 5, 3}, []uint32{2, 6, 5}, false}, // 3 comes nearer to 5, and will pass it
		{"a", []uint32{1, 5, 5}, []uint32{1, 6, 7}, false}, // equal clocks are no longer equal
		{"a", []uint32{4, 5, 7}, []uint32{3, 5, 7}, false}, // clocks do not fall
		{"b", []uint32{1, 5, 3}, []uint32{1, 5, 3}, false},
	} {
		before, after := moment{key: "a", clocks: test.before}, moment{key: test.key, clocks: test.after}
		if _, ok := after.after(&before); ok != test.want {
			t.Errorf("%v after %v: %v", test.after, test.before, ok)
		}
	}
}
