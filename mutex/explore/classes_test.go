package explore

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
)

// subsets are the sets of so many of the requesters.
func subsets(all []Requester, size int) (sets [][]Requester) {
	for mask := range 1 << len(all) {
		var set []Requester
		for i, r := range all {
			if mask>>i&1 == 1 {
				set = append(set, r)
			}
		}
		if len(set) == size {
			sets = append(sets, set)
		}
	}
	return sets
}

// TestClasses explores every set of a few requesters and compares it with the first of its class.
func TestClasses(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, x := range []struct {
		algorithm, spec string
		size, classes   int
	}{
		{"maekawa", "fpp:order=2", 2, 0},
		{"maekawa-fixed", "fpp:order=2", 3, 0},
		{"maekawa-sequential", "fpp:order=2", 2, 0},
		{"maekawa-circulating", "fpp:order=2", 2, 0},
		{"maekawa", "grid:n=4", 3, 0},
		{"ricart-agrawala", "majority:n=5", 2, 0},
		{"centralized", "majority:n=5", 2, 0},
		{"protocol-p", "fpp:order=2", 3, 0},
		{"maekawa-m", "surficial:m=3,k=2", 2, 0},
		{"maekawa-s", "surficial:m=3,k=2", 2, 0},
		{"fixed-order", "lift:m=2,of=({1,2},{2,3},{1,3})", 2, 0},
	} {
		if x.size > 2 && !assert.WithSlow {
			continue // a minute under the race detector
		}
		everyone := make([]int32, 5)
		if x.spec == "fpp:order=2" {
			everyone = make([]int32, 7)
		} else if x.spec == "grid:n=4" {
			everyone = make([]int32, 4)
		}
		for i := range everyone {
			everyone[i] = int32(i)
		}
		c := configOf(t, x.spec, x.algorithm, everyone...)
		sets := subsets(c.Requesters, x.size)
		of := Classes(c, sets)
		results := make([]Result, len(sets))
		classes := 0
		for i, set := range sets {
			c.Requesters = set
			r := assert.Got(Run(t.Context(), c, Options{MostStates: 30000}))(t)
			results[i] = r
			f := &results[of[i]]
			if of[i] == i {
				classes++
			}
			if r.States != f.States || r.Transitions != f.Transitions || r.Depth != f.Depth || r.Stuck != f.Stuck || r.Terminal != f.Terminal || r.Violations != f.Violations {
				t.Errorf("%s over %s: %v has %d states, and %v %d", x.algorithm, x.spec, set, r.States, sets[of[i]], f.States)
			}
		}
		t.Logf("%s over %s: %d sets of %d, %d classes", x.algorithm, x.spec, len(sets), x.size, classes)
	}
}

// TestClassesTold: sets that differ are not put together, and those that do not are.
func TestClassesTold(t *testing.T) {
	c := configOf(t, "fpp:order=2", "maekawa", 0, 1, 2, 3, 4, 5, 6)
	pairs := Classes(c, subsets(c.Requesters, 1))
	for i, j := range pairs {
		assert.Equal(t, j, 0, "set %d is not like the first one", i)
	}
	// In one class: each has its site in its own quorum, and the quorums share one other node.
	// A requester whose site is in the quorum of the other one is another class.
	a := mutex.Find("maekawa")
	s := &mutex.Setup{Nodes: 5, Processes: 5, First: []int32{0, 3}, Rule: mutex.Rule{Name: mutex.OneProcess}, Quorums: [][]int32{{0, 4}, {1, 4}, {1, 2, 4}}}
	r := func(p, q int32) Requester { return Requester{Process: p, Choices: []Choice{{0, q}}} }
	sets := [][]Requester{{r(0, 0), r(1, 1)}, {r(0, 0), r(3, 1)}, {r(2, 0), r(3, 1)}, {r(3, 1), r(2, 0)}, {r(0, 0), r(1, 2)}, {r(0, 1), r(1, 0)}}
	got := Classes(Config{Algorithm: a, Setup: s}, sets)
	for i, want := range []int{0, 1, 2, 2, 4, 5} {
		assert.Equal(t, got[i], want, "set %d is like set", i)
	}
}

// TestClassesOfSharing: the resources that requesters may use together, and the number of quorums
// that each may choose from, distinguish sets.
func TestClassesOfSharing(t *testing.T) {
	s := &mutex.Setup{
		Nodes: 3, Processes: 3, Apart: true, First: []int32{0, 3}, Quorums: [][]int32{{0}, {1}, {2}},
		Rule: mutex.Rule{Name: mutex.Resources, Alpha: [][]int{{0}, {0}, {1}}},
	}
	r := func(p int32, quorums ...int32) (of Requester) {
		of.Process = p
		for _, q := range quorums {
			of.Choices = append(of.Choices, Choice{0, q})
		}
		return of
	}
	sets := [][]Requester{
		{r(0, 0), r(1, 0)}, {r(0, 0), r(2, 0)}, {r(1, 1), r(2, 1)}, // one resource, two, two
		{r(0, 0), r(1, 1, 2)}, {r(0, 0, 1), r(1, 2)}, {r(0, 2), r(1, 0, 1)},
	}
	got := Classes(Config{Algorithm: mutex.Find("protocol-p"), Setup: s}, sets)
	for i, want := range []int{0, 1, 1, 3, 4, 3} {
		assert.Equal(t, got[i], want, "set %d is like set", i)
	}
}
