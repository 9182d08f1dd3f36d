package explore

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// drawConfig draws a configuration of an algorithm over a few nodes. Its quorums need not meet, so
// that the rule can be broken as well as kept.
func drawConfig(random *rand.Rand, a *mutex.Algorithm) Config {
	n := 2 + random.IntN(3)
	s := &mutex.Setup{Name: "drawn", Nodes: n, Processes: n, First: []int32{0}, Rule: mutex.Rule{Name: mutex.OneProcess}}
	groups := 1
	if slices.Contains(a.Over, "group-quorum-system") && !a.NoQuorums {
		groups, s.Rule = 2, mutex.Rule{Name: mutex.OneGroup}
		s.MaxLocks = random.IntN(3)
	}
	if slices.Contains(a.Over, "sharing-structure") && !a.NoQuorums && random.IntN(2) == 0 {
		s.Apart, s.Processes = true, 2+random.IntN(2)
	}
	if a.NoQuorums && a.Rule.Name == "" {
		s.Rule = mutex.Rule{Name: mutex.AtMost, K: 1 + random.IntN(3)}
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
	c := Config{Algorithm: a, Setup: s, Entries: 1 + random.IntN(2), NoFIFO: random.IntN(2) == 0 && (!a.NeedsFIFO || random.IntN(2) == 0), NoExit: random.IntN(8) == 0}
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

// name describes a configuration to a person who repeats the test.
func name(c *Config) string {
	return fmt.Sprintf("%s over %v, groups from %v, apart %v, options %+v, requesters %v, %d entries, no order %v, no exit %v",
		c.Algorithm.Name, c.Setup.Quorums, c.Setup.First, c.Setup.Apart, c.Setup.Options, c.Requesters, c.Entries, c.NoFIFO, c.NoExit)
}

// tellers are the algorithms whose machines are all Tellers.
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

// TestNeedsHold: in each reachable state, for every next step, no machine sends a message that its
// needs exclude, and the needs stay valid: the induction step of docs/theorems/partial-order.md.
// Nor does a state ever come again, which the theorem supposes.
func TestNeedsHold(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	checked, orders := 0, 0
	hold := func(t *testing.T, c Config, full *plain, _ Result) {
		n, m := needsHoldIn(t, c, full)
		checked += n
		orders += m
	}
	drawn(t, 7, 3000, hold)
	for _, order := range []bool{false, true} { // a process enters, and leaves, before all have replied
		c := configOver(t, twoOfThree(t), mutex.Find("raymond-k"), 0, 2)
		c.NoFIFO = !order
		full := newPlain(&c)
		hold(t, c, full, full.run(t.Context(), Options{}))
	}
	t.Logf("%d needs after a step, %d pairs of steps in both orders", checked, orders)
}

// needsHoldIn judges the needs in each state of a graph, and returns how many they were, and how
// many pairs of steps were taken in both orders.
func needsHoldIn(t *testing.T, c Config, full *plain) (checked, orders int) {
	t.Helper()
	reduce := newReducer(&c, full.sys.Machines)
	next := make([][]int, len(full.states))
	parts, asks := make([][]*part, len(full.states)), make([]mutex.Parts, len(full.states)) // of each state, once
	for i, s := range full.states {
		parts[i], asks[i] = full.parts(reduce, s)
	}
	for i, s := range full.states {
		before, again := parts[i], asks[i]
		full.load(s)
		var phases []mutex.Phase
		for _, m := range full.sys.Machines {
			phases = append(phases, m.Phase())
		}
		orders += commute(t, full, before, s)
		for _, step := range full.steps(s) {
			told := full.tells(s, step)
			to := full.index[string(full.key(told.then))] // and its machines are loaded
			next[i] = append(next[i], to)
			after, later := parts[to], asks[to]
			checked += needsAfter(t, full, phases, before, after, again, later, step, told.all)
		}
		if t.Failed() {
			t.Fatal(name(&c))
		}
	}
	if cyclic(next) {
		t.Fatalf("%s: a state comes again", name(&c))
	}
	return checked, orders
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

// needs of a part before it says something to another one, as its machine told them.
func (p *part) needs(role, to int) mutex.Needs {
	if p.now[role]>>to&1 != 0 {
		return nil
	}
	for _, l := range p.later[role] {
		if l.to == to {
			return l.needs
		}
	}
	return mutex.Never()
}

// needsAfter compares the needs of all before and after a step.
func needsAfter(t *testing.T, p *plain, phases []mutex.Phase, before, after []*part, again, later mutex.Parts, step trace.Choice, said []mutex.Message) (checked int) {
	// says reports whether one part of a set sends something to a part.
	says := func(who mutex.Parts, to int) bool {
		return slices.ContainsFunc(said, func(m mutex.Message) bool {
			if p.config.Algorithm.NoQuorums { // no arbiters
				return who&both(m.From) != 0 && to/2 == int(m.To)
			}
			if m.Kind.ToArbiter() {
				return who&mutex.ProcessPart(m.From) != 0 && to == int(2*m.To+1)
			}
			return who&mutex.ArbiterPart(m.From) != 0 && to == int(2*m.To)
		})
	}
	for x := range 2 * len(before) {
		for to := 1 - x%2; to < 2*len(before); to += 2 { // processes and arbiters speak to one another
			for _, a := range before[x/2].needs(x%2, to) {
				who := a.Of | a.Wishers&again
				if who>>x&1 != 0 || says(who, x) {
					continue // the messages that it needs may have come
				}
				checked++
				if says(1<<x, to) {
					t.Errorf("part %d tells %d, although it needs %b first, by %v", x, to, who, step)
				}
				if !slices.ContainsFunc(after[x/2].needs(x%2, to), func(b mutex.Await) bool { return (b.Of|b.Wishers&later)&^who == 0 }) {
					t.Errorf("part %d, to tell %d, needs %b and after %v only %v", x, to, who, step, after[x/2].needs(x%2, to))
				}
			}
		}
		if was := phases[x/2]; x%2 == processRole && was != mutex.Critical {
			for _, a := range before[x/2].enters {
				who := a.Of | a.Wishers&again
				if who>>x&1 != 0 || says(who, x) {
					continue
				}
				checked++
				keeps := slices.ContainsFunc(after[x/2].enters, func(b mutex.Await) bool { return (b.Of|b.Wishers&later)&^who == 0 })
				if !keeps || p.sys.Machines[x/2].Phase() == mutex.Critical {
					t.Errorf("the process at %d, to enter, needs %b and after %v only %v", x/2, who, step, after[x/2].enters)
				}
			}
		}
		if before[x/2].apart && !after[x/2].apart {
			t.Errorf("actor %d is one again after %v", x/2, step)
		}
	}
	return checked
}

// commute: two steps of the two parts of an actor that are apart lead to the same state in both
// orders, unless one of them is a step of both, or they send into one channel that keeps its order.
func commute(t *testing.T, p *plain, parts []*part, s *plainState) (checked int) {
	steps := p.steps(s)
	for _, a := range steps {
		for _, b := range steps {
			x := p.actor(a)
			if p.actor(b) != x || p.partAt(a) >= p.partAt(b) || !parts[x].apart {
				continue
			}
			first, second := p.tells(s, a), p.tells(s, b)
			meet := slices.ContainsFunc(first.sent, func(m mutex.Message) bool {
				return slices.ContainsFunc(second.sent, func(o mutex.Message) bool { return o.To == m.To })
			})
			if first.joint || second.joint || meet && !p.config.NoFIFO {
				continue
			}
			checked++
			if k := p.key(p.perform(first.then, b)); string(k) != string(p.key(p.perform(second.then, a))) {
				t.Errorf("%v and %v do not commute", a, b)
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
	assert.Slow(t, "over a second of CPU")
	var states, fewer uint64
	broken, stuck, configs := 0, 0, 0
	drawn(t, 6, 5000, func(t *testing.T, c Config, full *plain, r Result) {
		whole, err := Run(t.Context(), c, Options{})
		want := r
		whole.Bytes, whole.Failures, want.Failures = 0, nil, nil
		if err != nil || !reflect.DeepEqual(whole, want) {
			t.Fatalf("%s: %v %+v, want %+v", name(&c), err, whole, want)
		}
		c.Reduction = PartialOrder
		p := newPlain(&c)
		q := p.run(t.Context(), Options{})
		fast, err := Run(t.Context(), c, Options{})
		if err != nil || fast.States != q.States || fast.Transitions != q.Transitions || fast.Stuck != q.Stuck || fast.Violations != q.Violations {
			t.Fatalf("%s: %v %+v, want %+v", name(&c), err, fast, q)
		}
		for _, f := range fast.Failures {
			for _, g := range r.Failures {
				if f.Sort == Deadlock && g.Sort == Deadlock && len(f.Schedule) != len(g.Schedule) || f.Shortest != (f.Sort == Deadlock) {
					t.Errorf("%s: stuck after %d steps, with reduction after %d", name(&c), len(g.Schedule), len(f.Schedule))
				}
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

// TestReductionFano: with four requesters on the Fano plane, which can be stuck, a tenth of the
// states is enough for the same stuck states, whatever the number of jobs.
func TestReductionFano(t *testing.T) {
	assert.Long(t, "explores 240,000 states")
	c := configOf(t, "fpp:order=2", "maekawa", 0, 1, 2, 4)
	full, err := Run(t.Context(), c, Options{})
	if err != nil || !full.Complete {
		t.Fatal(err, full)
	}
	c.Reduction = PartialOrder
	var seen []string
	for _, jobs := range []int{1, 3} {
		r, err := Run(t.Context(), c, Options{Jobs: jobs})
		if err != nil || r.Stuck != full.Stuck || r.Terminal != full.Terminal || r.Violations > 0 || full.Stuck == 0 || 10*r.States > full.States {
			t.Errorf("%d jobs: %v, %d states, %d of %d stuck; without reduction %d states, %d of %d", jobs, err, r.States, r.Stuck, r.Terminal, full.States, full.Stuck, full.Terminal)
		}
		r.Bytes = 0
		seen = append(seen, fmt.Sprintf("%+v", r))
	}
	if seen[0] != seen[1] {
		t.Errorf("%s\n%s", seen[0], seen[1])
	}
	t.Logf("%d states, stuck %d of %d", full.States, full.Stuck, full.Terminal)
}
