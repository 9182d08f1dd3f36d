package explore

import (
	"testing"

	"coterie/mutex"
	"coterie/mutex/trace"
)

// TestReductionFromEach: the theorems speak of a run from any state, so what they say is held in
// each state of a full graph: if a state that breaks the rule can be reached from there, the
// reduced graph has one that can be reached from there, and both reach the same states in which
// nothing can happen.
func TestReductionFromEach(t *testing.T) {
	each := 25
	if testing.Short() {
		each = 5
	}
	states, broken := 0, 0
	drawn(t, each, 400, func(t *testing.T, c Config, full *plain, _ Result) {
		s, b := fromEach(t, c, full)
		states += s
		broken += b
	})
	t.Logf("%d states, a broken rule ahead of %d", states, broken)
}

// fromEach compares what lies ahead of each state in both graphs.
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
				t.Fatalf("%s: mark %d is ahead of state %d, and with reduction it is not: %v", name(&c), mark, i, p.few(full.states[i], full.steps(full.states[i])))
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

// TestReductionOfTwoGroups: who is inside may come back with another group, although it does not
// enter anew in the sense of needs: it is inside already.
func TestReductionOfTwoGroups(t *testing.T) {
	a := mutex.Find("maekawa-m")
	s := &mutex.Setup{Nodes: 3, Processes: 3, First: []int32{0, 2, 3}, Rule: mutex.OneGroup{}, Quorums: [][]int32{{0}, {2}, {1}}}
	c := Config{Algorithm: a, Setup: s, Entries: 2, Requesters: []Requester{
		{0, []Choice{{0, 0}}}, {1, []Choice{{0, 1}, {1, 2}}},
	}}
	full := newPlain(&c)
	if r := full.run(t.Context(), Options{}); !r.Complete || r.Violations == 0 {
		t.Fatalf("%+v", r)
	}
	fromEach(t, c, full)
}
