package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// drawConfig draws a configuration of an algorithm over a few nodes. Its quorums need not meet, so
// that the rule can be broken as well as kept.
func drawConfig(random *rand.Rand, a *mutex.Algorithm) Config {
	n := 2 + random.IntN(3)
	s := &mutex.Setup{Name: "drawn", Nodes: n, Processes: n, First: []int32{0}, Rule: mutex.OneProcess{}}
	groups := 1
	if slices.Contains(a.Over, "group-quorum-system") && !a.NoQuorums {
		groups, s.Rule = 2, mutex.OneGroup{}
		s.MaxLocks = random.IntN(3)
	}
	if slices.Contains(a.Over, "sharing-structure") && !a.NoQuorums && random.IntN(2) == 0 {
		s.Apart, s.Processes = true, 2+random.IntN(2)
	}
	meet := random.IntN(3) > 0
	for range groups {
		for range 1 + random.IntN(3) {
			var q []int32
			for j := range int32(n) {
				if random.IntN(2) == 0 || meet && j == 0 && random.IntN(2) == 0 {
					q = append(q, j)
				}
			}
			if len(q) > 0 {
				s.Quorums = append(s.Quorums, q)
			}
		}
		if int(s.First[len(s.First)-1]) == len(s.Quorums) {
			s.Quorums = append(s.Quorums, []int32{0, int32(n - 1)})
		}
		s.First = append(s.First, int32(len(s.Quorums)))
	}
	s.Self = mutex.Self(random.IntN(3))
	s.Knows = mutex.Knowledge(random.IntN(2))
	s.Late = mutex.Lateness(random.IntN(2))
	s.Numbers = mutex.Numbering(random.IntN(2))
	c := Config{Algorithm: a, Setup: s, Entries: 1 + random.IntN(2), NoFIFO: !a.NeedsFIFO && random.IntN(2) == 0, NoExit: random.IntN(8) == 0}
	for _, p := range random.Perm(s.Processes)[:min(s.Processes, 2+random.IntN(2))] {
		r := Requester{Process: int32(p)}
		if a.NoQuorums {
			r.Choices = []Choice{{0, -1}}
		} else {
			for range 1 + random.IntN(2) {
				g := random.Int32N(int32(groups))
				x := Choice{g, s.First[g] + random.Int32N(s.First[g+1]-s.First[g])}
				if !slices.Contains(r.Choices, x) {
					r.Choices = append(r.Choices, x)
				}
			}
		}
		c.Requesters = append(c.Requesters, r)
	}
	return c
}

// name says what a configuration is, for a person who repeats it.
func name(c *Config) string {
	return fmt.Sprintf("%s over %v, groups from %v, apart %v, options %+v, requesters %v, %d entries, no order %v, no exit %v",
		c.Algorithm.Name, c.Setup.Quorums, c.Setup.First, c.Setup.Apart, c.Setup.Options, c.Requesters, c.Entries, c.NoFIFO, c.NoExit)
}

// tellers are the algorithms whose machines all say what they wait for.
func tellers() []*mutex.Algorithm {
	return slices.DeleteFunc(mutex.Algorithms(), func(a *mutex.Algorithm) bool {
		_, ok := a.New(&mutex.Setup{Nodes: 2, Processes: 2}, 0).(mutex.Teller)
		return !ok
	})
}

// drawn calls f with small configurations that are explored without reduction.
func drawn(t *testing.T, each int, most uint64, f func(t *testing.T, c Config, full *plain, r Result)) {
	for _, a := range tellers() {
		t.Run(a.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(17, uint64(len(a.Name))))
			for done := 0; done < each; {
				c := drawConfig(random, a)
				full := newPlain(&c)
				r := full.run(t.Context(), Options{MostStates: most})
				if r.Complete {
					done++
					f(t, c, full, r)
				}
			}
		})
	}
}

// TestNeedsHold: in each reachable state, whatever the next step is, nobody says what its needs
// exclude, and the needs hold on: the induction step of docs/theorems/partial-order.md. Nor does a
// state ever come again, which the theorem supposes.
func TestNeedsHold(t *testing.T) {
	each := 20
	if testing.Short() {
		each = 5
	}
	needsHold(t, each, 1000)
}

func needsHold(t *testing.T, each int, most uint64) {
	checked := 0
	drawn(t, each, most, func(t *testing.T, c Config, full *plain, _ Result) {
		reduce := newReducer(&c, full.sys.Machines)
		next := make([][]int, len(full.states))
		for i, s := range full.states {
			for _, step := range full.steps(s) {
				then := full.perform(s, step)
				next[i] = append(next[i], full.index[string(full.key(then))])
				checked += needsAfter(t, full, reduce, s, step, then)
			}
			if t.Failed() {
				t.Fatal(name(&c))
			}
		}
		if cyclic(next) {
			t.Fatalf("%s: a state comes again", name(&c))
		}
	})
	t.Logf("%d needs after a step", checked)
}

// cyclic reports whether a graph has a cycle: whether taking away nodes without predecessors ends
// before there are no nodes left.
func cyclic(next [][]int) bool {
	before := make([]int, len(next))
	for _, list := range next {
		for _, j := range list {
			before[j]++
		}
	}
	free, taken := []int{}, 0
	for i, n := range before {
		if n == 0 {
			free = append(free, i)
		}
	}
	for ; len(free) > 0; taken++ {
		i := free[len(free)-1]
		free = free[:len(free)-1]
		for _, j := range next[i] {
			if before[j]--; before[j] == 0 {
				free = append(free, j)
			}
		}
	}
	return taken < len(next)
}

// needs of a part, as its machine told them.
func (p *part) needs(to int32) mutex.Needs {
	if p.now.Has(to) {
		return nil
	}
	for _, l := range p.later {
		if l.to == to {
			return l.needs
		}
	}
	return mutex.Never()
}

// needsAfter compares the needs of all before and after a step.
func needsAfter(t *testing.T, p *plain, reduce *reducer, s *plainState, step trace.Choice, then *plainState) (checked int) {
	before, again := p.parts(reduce, s)
	after, later := p.parts(reduce, then)
	old := len(s.under)
	if step.What == trace.Arrive {
		old--
	}
	tells := func(to int32) bool {
		return slices.ContainsFunc(then.under[old:], func(m mutex.Message) bool { return m.To == to })
	}
	y := p.actor(step)
	for x := range int32(len(before)) {
		for to := range int32(len(before)) {
			for _, a := range before[x].needs(to) {
				who := a.Of | a.Wishers&again
				if to == x || who.Has(x) || y != x && who.Has(y) && tells(x) {
					continue // what it needs may have come
				}
				checked++
				if y == x && tells(to) {
					t.Errorf("actor %d tells %d, although it needs %b first, by %v", x, to, who, step)
				}
				if !slices.ContainsFunc(after[x].needs(to), func(b mutex.Await) bool { return (b.Of|b.Wishers&later)&^who == 0 }) {
					t.Errorf("actor %d, to tell %d, needs %b and after %v only %v", x, to, who, step, after[x].needs(to))
				}
			}
		}
	}
	return checked
}

// ends returns the states in which nothing can happen.
func (p *plain) ends() []string {
	var list []string
	for _, s := range p.states {
		if len(p.steps(s)) == 0 {
			list = append(list, string(p.key(s)))
		}
	}
	slices.Sort(list)
	return list
}

// TestReductionKeeps compares the reduction with full exploration: the rule is broken in both or in
// none, and the same states are those in which nothing can happen.
func TestReductionKeeps(t *testing.T) {
	each := 12
	if testing.Short() {
		each = 4
	}
	reductionKeeps(t, each, 2000)
}

func reductionKeeps(t *testing.T, each int, most uint64) {
	var states, fewer uint64
	broken, stuck, configs := 0, 0, 0
	drawn(t, each, most, func(t *testing.T, c Config, full *plain, r Result) {
		c.Reduction = PartialOrder
		p := newPlain(&c)
		q := p.run(t.Context(), Options{})
		fast, err := Run(t.Context(), c, Options{})
		if err != nil || fast.States != q.States || fast.Transitions != q.Transitions || fast.Stuck != q.Stuck || fast.Violations != q.Violations {
			t.Fatalf("%s: %v %+v, want %+v", name(&c), err, fast, q)
		}
		for _, f := range fast.Failures {
			if f.Shortest {
				t.Errorf("%s: a run is called shortest", name(&c))
			}
			play(t, name(&c), c, f)
		}
		if (r.Violations > 0) != (q.Violations > 0) || r.Stuck != q.Stuck || !slices.Equal(full.ends(), p.ends()) {
			t.Fatalf("%s: %d violations, %d of %d stuck; reduced %d, %d of %d", name(&c), r.Violations, r.Stuck, r.Terminal, q.Violations, q.Stuck, q.Terminal)
		}
		states += r.States
		fewer += q.States
		configs++
		if r.Violations > 0 {
			broken++
		}
		if r.Stuck > 0 {
			stuck++
		}
	})
	t.Logf("%d configurations, %d break the rule, %d can be stuck: %d states, %d with reduction", configs, broken, stuck, states, fewer)
}
