package fleet

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/fleet/floor"
	"coterie/search/fleet/intervals"
)

// beaten returns a point of the front that some system at all beats in the first goal within what
// the point has of the second; -1 if none.
func beaten(t *testing.T, a *Answer) int {
	t.Helper()
	for _, i := range a.Front {
		e := &a.Entries[i]
		limited := limitedTo(a.Fleet, a.Goals[1], e.Value(a.Goals[1]))
		r, err := intervals.Find(t.Context(), limited, a.Goals[0], intervals.Options{})
		if err != nil || !r.Optimal {
			t.Fatal(r, err)
		}
		if better(a.Goals[0], r.Value, e.Value(a.Goals[0])) {
			return i
		}
	}
	return -1
}

// TestFrontCutShort: a front whose points a search of few intervals found is called proven only
// where no system beats them, and seldom is.
func TestFrontCutShort(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	proven, wrong := 0, 0
	for nodes, few := range map[string]int{
		"{reads: 400, writes: 200, latency: 1ms}, {capacity: 100, latency: 2ms}, {capacity: 300, latency: 4ms}":                                                      20,
		"{capacity: 400, latency: 1ms}, {capacity: 500, latency: 2ms}, {capacity: 1000, latency: 4ms}, {capacity: 700, latency: 5ms}, {capacity: 900, latency: 9ms}": 1,
	} {
		a := planned(t, fleets.Read(t, "nodes: ["+nodes+"]\noptimize: [capacity, latency]\n"), Options{Intervals: few, Steps: 1})
		at := beaten(t, a)
		if a.FrontOptimal {
			proven++
		}
		if at >= 0 {
			wrong++
		}
		if a.FrontOptimal && at >= 0 {
			t.Errorf("%d intervals: %s is called proven, and another system is better", few, a.Entries[at].System.Name)
		}
	}
	if proven == 0 || wrong == 0 {
		t.Errorf("%d fronts are proven, %d have a point that is beaten", proven, wrong)
	}
}

// TestFrontBeyond: of more nodes than are gone through, the front is not proven where the best in
// the first goal is not, even where the second goal is.
func TestFrontBeyond(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	a := planned(t, fleets.Read(t, "nodes: [{count: 7}]\nworkload: {reads: 0.5}\nrequire: {survive: {nodes: 1}}\noptimize: [capacity, availability]\n"), Options{Steps: 1, Intervals: 2})
	if a.Optimal || a.FrontOptimal {
		t.Errorf("the best is proven: %v, the front: %v", a.Optimal, a.FrontOptimal)
	}
}

// TestFrontOfGiven: a point of the front that stands as well among what was measured without a
// limit is on the front once.
func TestFrontOfGiven(t *testing.T) {
	f := fleets.Read(t, "nodes: [{name: a, capacity: 100, latency: 1ms}, {name: b, capacity: 100, latency: 2ms}, {name: c, capacity: 300, latency: 9ms}, {name: d, capacity: 300, latency: 9ms}]\n"+
		"systems: [majority, \"expr:a\", \"expr:a*b\"]\noptimize: [capacity, latency]\n")
	a := planned(t, f, Options{})
	if len(a.Front) != 3 || !a.FrontOptimal {
		t.Errorf("the front is %v of %v", a.Front, told(a))
	}
	for i := range a.Entries {
		e, covered := &a.Entries[i], false
		for _, k := range a.Front {
			p := &a.Entries[k]
			covered = covered || !better(fleet.Capacity, e.Value(fleet.Capacity), p.Value(fleet.Capacity)) && !better(fleet.LatencyGoal, e.Value(fleet.LatencyGoal), p.Value(fleet.LatencyGoal))
		}
		if !covered {
			t.Errorf("%s is not on the front, and nothing there is as good", e.System.Name)
		}
	}
}

// TestGivenOpen: of named systems of which some figure is not known, none is the best, and that
// none keeps the requirements is not proven.
func TestGivenOpen(t *testing.T) {
	const nodes = "nodes: [{name: a, capacity: 900, latency: {p99: 20ms}}, {name: b, latency: 5ms, capacity: 1}, {name: c, latency: 5ms, capacity: 1}]\n"
	for _, c := range []struct {
		rest    string
		optimal bool
		verdict search.Verdict
	}{
		{"systems: [\"expr:a\", \"expr:b\"]\noptimize: latency\n", false, search.Found},
		{"systems: [\"expr:a\", \"expr:b\"]\nrequire: {latency: 9ms}\n", false, search.Found},
		{"systems: [\"expr:a\", \"expr:b\"]\nrequire: {latency: 1ms}\n", false, search.Unknown},
		{"systems: [\"expr:a\", \"expr:b\"]\nrequire: {latency: 9ms}\noptimize: availability\n", false, search.Found},
		{"systems: [\"expr:b\", \"expr:c\"]\nrequire: {latency: 9ms}\n", true, search.Found},
		{"systems: [\"expr:b\", \"expr:c\"]\nrequire: {latency: 1ms}\n", false, search.ProvenAbsent},
	} {
		a := planned(t, fleets.Read(t, nodes+c.rest), Options{})
		if a.Optimal != c.optimal || a.Verdict != c.verdict || !a.Optimal && a.Bound != nil {
			t.Errorf("%s%s, optimal %v, bound %v", c.rest, a.Verdict, a.Optimal, a.Bound)
		}
	}
	// The end of the front may be a system whose mean is not known.
	a := planned(t, fleets.Read(t, "nodes: [{name: a, capacity: 1, latency: {p99: 20ms}}, {name: b, latency: 5ms, capacity: 5}, {name: c, latency: 9ms, capacity: 9}]\n"+
		"systems: [\"expr:a\", \"expr:b\", \"expr:c\"]\noptimize: [capacity, latency]\n"), Options{})
	if !a.Optimal || a.FrontOptimal || len(a.Front) != 2 {
		t.Errorf("the best is proven: %v, the front %v: %v", a.Optimal, a.Front, a.FrontOptimal)
	}
}

// TestSameLoad: of random fleets of four nodes no coterie, dominated or not, has less than the
// bound, and of five none at all; where one node has nearly all there is, it is reached nearly.
func TestSameLoad(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 77))
	four := coteriesOf(t, 4, true)
	nearest := 0.0
	for round := range 12 {
		n := 4 + round/8
		f := loaded(t, r, n, round%4)
		best, err := intervals.Find(t.Context(), f, fleet.Load, intervals.Options{})
		if err != nil || !best.Optimal {
			t.Fatal(best, err)
		}
		if n == 4 {
			aboveSameLoad(t, f, four)
		}
		nearest = max(nearest, aboveSameLoad(t, f, []quorum.Family{best.Reads}))
	}
	if nearest < 0.995 {
		t.Errorf("the bound is %g of the best at most", nearest)
	}
}

// loaded is a random fleet in which the same quorums have a load: all nodes alike, asked for reads
// alone, or one node that has nearly all capacity.
func loaded(t *testing.T, r *rand.Rand, n, kind int) *fleet.Fleet {
	t.Helper()
	f := sameFleet(t, r, n)
	f.Require = fleet.Requirements{Same: true}
	set := func(i int, v int64) { f.Nodes[i].Reads, f.Nodes[i].Writes = big.NewRat(v, 1), big.NewRat(v, 1) }
	switch kind {
	case 1:
		for i := range f.Nodes {
			set(i, 3)
		}
	case 2:
		f.Workload.Shares = []fleet.Share{{Reads: big.NewRat(1, 1), Weight: big.NewRat(1, 1)}}
	case 3:
		f.Workload.Shares = []fleet.Share{{Reads: big.NewRat(1, 2), Weight: big.NewRat(1, 1)}}
		set(0, 1000)
	}
	return f
}

// aboveSameLoad compares the bound with the load of each of the coteries; it returns how much of
// the least load it is.
func aboveSameLoad(t *testing.T, f *fleet.Fleet, all []quorum.Family) float64 {
	t.Helper()
	bound, nearest := floor.SameLoad(f), 0.0
	for _, c := range all {
		s := assert.Got(fleet.FindStrategy(t.Context(), f, fleet.System{Reads: c, Writes: c}, fleet.StrategyOptions{Goal: fleet.Load}))(t)
		if s.Load.Cmp(bound) < 0 || bound.Sign() <= 0 {
			t.Errorf("%v has load %v, and none is below %v", c, s.Load, bound)
		}
		q, _ := new(big.Rat).Quo(bound, s.Load).Float64()
		nearest = max(nearest, q)
	}
	return nearest
}
