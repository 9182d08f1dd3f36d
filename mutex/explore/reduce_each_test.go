package explore

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/vectors"
	"coterie/mutex"
	"coterie/mutex/trace"
)

// TestReductionFromEach: the theorems hold for a run from any state, so the test checks them in
// each state of a full graph: if a state that breaks the rule can be reached from there, the
// reduced graph has one that can be reached from there, and both reach the same states in which
// nothing can happen.
func TestReductionFromEach(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	states, broken := 0, 0
	drawn(t, 7, 400, func(t *testing.T, c Config, full *plain, _ Result) {
		s, b := fromEach(t, c, full)
		states += s
		broken += b
	})
	t.Logf("%d states, a broken rule ahead of %d", states, broken)
}

// fromEach compares the reachable states from each state in both graphs.
func fromEach(t *testing.T, c Config, full *plain) (states, broken int) {
	t.Helper()
	c.Reduction = PartialOrder
	p := newPlain(&c)
	all, few := make([][]int, len(full.states)), make([][]int, len(full.states))
	marks := make([]int, len(full.states)) // 1: breaks the rule; from 2 on: each end is its own
	ends := 2
	for i, s := range full.states {
		to := func(steps []trace.Choice) (list []int) {
			for _, step := range steps {
				list = append(list, full.index[string(full.key(full.perform(s, step)))])
			}
			return list
		}
		steps := full.steps(s)
		all[i], few[i] = to(steps), to(p.few(s, steps))
		if len(steps) == 0 {
			marks[i] = ends
			ends++
		}
		full.load(s)
		var inside []mutex.Inside
		for _, q := range c.Requesters {
			if full.sys.Phase(q.Process) == mutex.Critical {
				inside = append(inside, mutex.Inside{Process: q.Process, Group: s.wish[q.Process].Group})
			}
		}
		if len(inside) > 0 && !full.sys.Rule.Allows(inside) {
			marks[i] = 1
		}
	}
	for mark := 1; mark < ends; mark++ {
		want, got := ahead(all, marks, mark), ahead(few, marks, mark)
		for i := range want {
			if want[i] != got[i] {
				t.Fatalf("%s: whether mark %d is ahead of state %d: %v, and with reduction %v: %v", name(&c), mark, i, want[i], got[i], few[i])
			}
			if mark == 1 && want[i] {
				broken++
			}
		}
	}
	return len(all), broken
}

// ahead returns from which states one with a mark can be reached.
func ahead(next [][]int, marks []int, mark int) []bool {
	before := make([][]int, len(next))
	for i, list := range next {
		for _, j := range list {
			before[j] = append(before[j], i)
		}
	}
	seen := make([]bool, len(next))
	var work []int
	for i, m := range marks {
		if m == mark {
			seen[i] = true
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, j := range before[i] {
			if !seen[j] {
				seen[j] = true
				work = append(work, j)
			}
		}
	}
	return seen
}

// TestReductionOfTwoGroups: a process inside may come back with another group, although it does not
// enter anew in the sense of needs: it is inside already.
func TestReductionOfTwoGroups(t *testing.T) {
	a := mutex.Find("maekawa-m")
	s := &mutex.Setup{Nodes: 3, Processes: 3, First: []int32{0, 2, 3}, Rule: mutex.Rule{Name: mutex.OneGroup}, Quorums: [][]int32{{0}, {2}, {1}}}
	c := Config{Algorithm: a, Setup: s, Entries: 2, Requesters: []Requester{
		{0, []Choice{{0, 0}}}, {1, []Choice{{0, 1}, {1, 2}}},
	}}
	full := newPlain(&c)
	if r := full.run(t.Context(), Options{}); !r.Complete || r.Violations == 0 {
		t.Fatalf("%+v", r)
	}
	fromEach(t, c, full)
}

// crowds are configurations in which all ask for the same nodes, where they meet in every way: a
// request overtakes another one that waits, a lock is taken back, a late message takes it from
// somebody else.
func crowds(a *mutex.Algorithm) (list []Config) {
	for _, o := range []mutex.Options{
		{}, {Self: mutex.SelfNetwork, Numbers: mutex.NumbersAll}, {Knows: mutex.KnowsEver, MaxLocks: 1}, {Late: mutex.LateIgnored, MaxLocks: 2},
	} {
		for _, nodes := range [][]int32{{0}, {0, 1}} {
			for _, who := range [][]int32{{0, 1}, {2, 3}, {0, 1, 2}, {1, 2, 3}} {
				for _, groups := range [][]int32{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
					for _, unordered := range []bool{false, true} {
						c := Config{Algorithm: a, NoFIFO: unordered, Entries: 4 - len(who)}
						s := &mutex.Setup{Name: "crowd", Nodes: 4, Processes: 4, First: []int32{0, 1}, Rule: mutex.Rule{Name: mutex.OneProcess}, Quorums: [][]int32{nodes}, Options: o}
						if len(a.Invariants) > 0 {
							s.First, s.Quorums, s.Rule = []int32{0, 1, 2}, [][]int32{nodes, nodes}, mutex.Rule{Name: mutex.OneGroup}
						} else if groups[1]+groups[2] > 0 {
							continue
						}
						if a.NoQuorums {
							if s.Nodes, s.Processes = len(who), len(who); int(who[len(who)-1]) >= len(who) || len(nodes) > 1 {
								continue // processes that do not wish answer, too
							}
						}
						c.Setup = s
						for i, p := range who {
							x := Choice{groups[i], groups[i]}
							if a.NoQuorums {
								x.Quorum = -1
							}
							c.Requesters = append(c.Requesters, Requester{p, []Choice{x}})
						}
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// TestCrowds holds the needs and the theorems where all ask for the same nodes.
func TestCrowds(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, a := range tellers() {
		t.Run(a.Name, func(t *testing.T) {
			configs, states, checked, orders := 0, 0, 0, 0
			for _, c := range crowds(a) {
				full := newPlain(&c)
				if r := full.run(t.Context(), Options{MostStates: 800}); !r.Complete {
					continue
				}
				n, m := needsHoldIn(t, c, full)
				checked += n
				orders += m
				s, _ := fromEach(t, c, full)
				configs++
				states += s
			}
			t.Logf("%d configurations, %d states, %d needs, %d pairs of steps", configs, states, checked, orders)
			if configs < 4 {
				t.Errorf("only %d configurations", configs)
			}
		})
	}
}

// TestCrowdOfLateMessages is Maekawa's algorithm as it is printed where messages show numbers: in
// its graph a FAILED comes of a node that had sent its LOCKED, and process and arbiter share a
// clock.
func TestCrowdOfLateMessages(t *testing.T) {
	assert.Long(t, "it takes seconds")
	s := &mutex.Setup{
		Name: "crowd", Nodes: 3, Processes: 3, First: []int32{0, 2}, Rule: mutex.Rule{Name: mutex.OneProcess}, Quorums: [][]int32{{0}, {0, 1}},
		Options: mutex.Options{Numbers: mutex.NumbersAll},
	}
	c := Config{Algorithm: mutex.Find("maekawa"), Setup: s, Entries: 2, Requesters: []Requester{{1, []Choice{{0, 0}}}, {2, []Choice{{0, 1}}}}}
	full := newPlain(&c)
	if r := full.run(t.Context(), Options{}); !r.Complete || r.Violations == 0 {
		t.Fatalf("%+v", r)
	}
	needsHoldIn(t, c, full)
	fromEach(t, c, full)
}

// TestChoice compares the chosen set with the words of the theorem, on random parts: which parts
// may send to which, whether a set is closed, and whether it keeps violations of the rule.
func TestChoice(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 13))
	smaller, exits := 0, 0
	for range 4000 {
		c := drawChoice(random)
		some := mutex.Parts(random.Uint64()) & (1<<(2*len(c.parts)) - 1)
		c.all = 1<<(2*len(c.parts)) - 1
		for i, p := range c.parts {
			if p.again {
				c.again |= mutex.ProcessPart(int32(i))
			}
		}
		c.spread(some)
		assert.MustSlice(t, c.told[:2*len(c.parts)], mayTell(c, some), "while %b do nothing: may tell", some)
		best := c.choose()
		if best == c.all {
			continue
		}
		smaller++
		moves, steps := 0, 0
		for i, p := range c.parts {
			for role := range roles {
				if best>>(2*i+role)&1 == 1 {
					moves += p.moves[role]
					steps += p.steps[role]
				}
			}
		}
		told := mayTell(c, best)
		if steps == 0 || !closed(c, best, told) {
			t.Fatalf("%b is chosen, and is not closed or has no step", best)
		}
		if moves > 0 {
			continue
		}
		exits++
		for i, p := range c.parts {
			if best>>(2*i)&1 == 0 && can(c, best, told, 2*i, p.enters) {
				t.Fatalf("%b is chosen, has exits alone, and somebody else may enter", best)
			}
		}
	}
	if smaller < 1000 || exits < 50 {
		t.Errorf("%d sets are smaller, %d have exits alone", smaller, exits)
	}
}

// drawChoice draws the parts of a few actors.
func drawChoice(random *rand.Rand) *choice {
	n := 2 + random.IntN(3)
	any := func(rare int) (set mutex.Parts) {
		set = mutex.Parts(random.Uint64())
		for range rare {
			set &= mutex.Parts(random.Uint64())
		}
		return set & (1<<(2*n) - 1)
	}
	needs := func() (list mutex.Needs) {
		for range 1 + random.IntN(2) {
			list = append(list, mutex.Await{Of: any(2), Wishers: any(3) & 0x5555})
		}
		return list
	}
	c := &choice{}
	for range n {
		p := &part{apart: random.IntN(4) > 0, again: random.IntN(2) == 0, enters: needs()}
		for role := range roles {
			p.steps[role] = random.IntN(3)
			p.moves[role] = random.IntN(p.steps[role] + 1)
			p.joint[role], p.hidden[role] = random.IntN(8) == 0, random.IntN(8) == 0
			p.heads[role], p.sends[role], p.now[role] = any(1), any(2), any(4)
			for to := range 2 * n {
				if p.now[role]>>to&1 == 0 && random.IntN(2) == 0 {
					p.await(role, later{to, needs()})
				}
			}
		}
		c.parts = append(c.parts, p)
	}
	return c
}

// can reports whether each of the needs of a part holds the part or one outside of a set that may
// tell it something.
func can(c *choice, in mutex.Parts, told []mutex.Parts, part int, needs mutex.Needs) bool {
	for _, a := range needs {
		of := a.Of | a.Wishers&c.again
		if of&(1<<part) == 0 && of&told[part]&^in == 0 {
			return false
		}
	}
	return true
}

// mayTell computes which parts outside of a set may send to which: the least such relation, in as
// many rounds as there are pairs.
func mayTell(c *choice, in mutex.Parts) []mutex.Parts {
	n := 2 * len(c.parts)
	told := make([]mutex.Parts, n)
	for range n * n {
		for x := range n {
			if in>>x&1 == 1 {
				continue
			}
			p := c.parts[x/2]
			for y := range n {
				if p.now[x%2]>>y&1 == 1 {
					told[y] |= 1 << x
				}
			}
			for _, l := range p.later[x%2] {
				if can(c, in, told, x, l.needs) {
					told[l.to] |= 1 << x
				}
			}
		}
	}
	return told
}

// closed judges a set by the three conditions.
func closed(c *choice, in mutex.Parts, told []mutex.Parts) bool {
	for a := range 2 * len(c.parts) {
		if in>>a&1 == 0 {
			continue
		}
		p, other := c.parts[a/2], a^1
		with := in>>other&1 == 1
		if !with && (!p.apart || p.joint[a%2] || p.hidden[a%2]) {
			return false
		}
		for x := range 2 * len(c.parts) {
			next := p.heads[a%2]>>x&1 == 1 || with && p.heads[other%2]>>x&1 == 1
			if in>>x&1 == 0 && told[a]>>x&1 == 1 && !next {
				return false
			}
			if !with && p.sends[a%2]>>x&1 == 1 && told[x]>>other&1 == 1 {
				return false
			}
		}
	}
	return true
}

// TestFlawsAreNotReduced: the needs of a machine belong to the algorithm, not to one that lacks a
// step.
func TestFlawsAreNotReduced(t *testing.T) {
	for _, f := range mutex.Flaws() {
		c := Config{Algorithm: mutex.Find(f.Algorithm), Setup: &mutex.Setup{Nodes: 2, Processes: 2, Options: mutex.Options{Flaw: f.Flaw}}}
		if c.Reduces() {
			t.Errorf("%s without a step is reduced", f.Algorithm)
		}
	}
}

// TestRunToEach goes to each state of a graph in which messages overtake others of their kind, and
// finds the machines in it.
func TestRunToEach(t *testing.T) {
	for _, a := range []string{"protocol-p-fixed"} {
		s := &mutex.Setup{Name: "crowd", Nodes: 3, Processes: 3, First: []int32{0, 1}, Rule: mutex.Rule{Name: mutex.OneProcess}, Quorums: [][]int32{{0}}}
		c := Config{Algorithm: mutex.Find(a), Setup: s, Entries: 2, NoFIFO: true}
		c.Requesters = []Requester{{1, []Choice{{0, 0}}}, {2, []Choice{{0, 0}}}}
		search := assert.Got(newSearch(t.Context(), &c, Options{Jobs: 1}))(t)
		search.run(t.Context())
		v, overtakes := search.view(), 0
		for depth := range search.result.Depth + 1 {
			for _, p := range search.pieces(depth) {
				for r := range p.states {
					f := assert.Got(search.trace(t.Context(), failing{Sort: Deadlock}, found{depth: depth, states: []vectors.Ref{r}}))(t)
					player := trace.NewPlayer(c.Algorithm, c.Setup, false, false)
					for _, x := range f.Schedule {
						if player.Do(x); x.Older > 0 {
							overtakes++
						}
					}
					v.load(r)
					var want []byte
					for _, state := range v.states {
						want = append(want, state.key...)
					}
					if got := player.System.AppendState(nil); string(got) != string(want) || len(f.Schedule) != depth {
						t.Fatalf("%s: %v does not lead to the state", a, f.Schedule)
					}
				}
			}
		}
		t.Logf("%s: %d states, %d times a message overtakes one of its kind", a, search.result.States, overtakes)
		if overtakes == 0 {
			t.Errorf("%s: no message overtakes one of its kind", a)
		}
	}
}
