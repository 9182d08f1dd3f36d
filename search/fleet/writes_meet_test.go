package fleet

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/fleet/floor"
)

// antichains lists the families of minimal quorums on n nodes, none of them empty.
func antichains(t *testing.T, n int) (all [][]uint64) {
	t.Helper()
	for code := range uint64(1) << (1 << n) {
		f := sets.NewTable(n)
		f.Bits[0] = code
		up := f.Clone()
		if up.CloseUp(); code&1 == 0 && code != 0 && up.Bits[0] == code {
			all = append(all, sets.AppendMinimal[uint64](nil, f))
		}
	}
	return all
}

func allMeet(a, b []uint64) bool {
	return !slices.ContainsFunc(a, func(x uint64) bool {
		return slices.ContainsFunc(b, func(y uint64) bool { return x&y == 0 })
	})
}

// naiveBest is the best value of a goal among all pairs of reads and writes in which writes meet
// reads and each other; nil where none keeps the requirements.
func naiveBest(t *testing.T, f *fleet.Fleet, goal fleet.Goal) (best *big.Rat, systems int) {
	t.Helper()
	all := antichains(t, f.N())
	family := func(masks []uint64) quorum.Family {
		return assert.Got(quorum.FamilyOfMasks(f.N(), masks))(t)
	}
	for _, writes := range all {
		for _, reads := range all {
			if !allMeet(writes, writes) || !allMeet(reads, writes) {
				continue
			}
			systems++
			if v := valueOf(t, f, goal, fleet.System{Reads: family(reads), Writes: family(writes)}); better(goal, v, best) {
				best = v
			}
		}
	}
	return best, systems
}

// valueOf is the value of a goal of one system; nil where it does not keep the requirements.
func valueOf(t *testing.T, f *fleet.Fleet, goal fleet.Goal, s fleet.System) *big.Rat {
	t.Helper()
	failure := assert.Got(fleet.FindFailure(t.Context(), f, s, fleet.Survival{Zones: f.Require.SurviveZones, Nodes: f.Require.SurviveNodes}))(t)
	chances := assert.Got(fleet.FindAvailability(t.Context(), f, s))(t)
	if failure != nil || f.Require.Availability != nil && chances.Least().Cmp(f.Require.Availability) < 0 {
		return nil
	}
	asked := goal
	if goal == fleet.Availability {
		asked = fleet.Load
	}
	st, err := fleet.FindStrategy(t.Context(), f, s, fleet.StrategyOptions{Goal: asked, Limits: f.Require.Limits(), SkipCheck: true})
	switch {
	case err != nil: // no strategy keeps the limits
		return nil
	case goal == fleet.Availability:
		return chances.Least()
	}
	return st.Value
}

// TestWritesMeetAgainstAll: of random fleets of three and four nodes that require it no system
// whose writes meet is better than the plan, whatever its reads and writes are.
func TestWritesMeetAgainstAll(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 1))
	for round := range 12 {
		n := 3
		if round%6 == 5 {
			if n = 4; testing.Short() {
				continue
			}
		}
		f := sameFleet(t, r, n, "writes_meet")
		goal := allGoals[round%len(allGoals)]
		f.Optimize = []fleet.Goal{goal}
		want, systems := naiveBest(t, f, goal)
		a := planned(t, f, Options{})
		switch {
		case want == nil && a.Verdict != search.ProvenAbsent:
			t.Errorf("%s: %s, and none of %d systems keeps %+v", goal, a.Verdict, systems, f.Require)
		case want != nil && (!a.Optimal || a.Bound.Cmp(want) != 0):
			t.Errorf("%d nodes, %s, %+v: %v, optimal %v, and the best of %d systems has %v", n, goal, f.Require, a.Bound, a.Optimal, systems, want)
		}
		if b, err := floor.Find(t.Context(), f, goal); want != nil && (err != nil || b.Absent || better(goal, want, b.Value)) {
			t.Errorf("%d nodes, %s: %v is beyond the bound %+v", n, goal, want, b)
		}
	}
}

// TestWritesMeetBeyond: what is found for 7, 11 and 18 nodes has writes that meet, at the first
// glance too, and the bound says how far it may be from the best.
func TestWritesMeetBeyond(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 2))
	for _, n := range []int{7, 11, 18} {
		if testing.Short() && n > 7 {
			continue
		}
		f := sameFleet(t, r, n)
		f.Require = fleet.Requirements{WritesMeet: true, SurviveNodes: 1}
		a := planned(t, f, Options{Steps: 8, Intervals: 40})
		if a.Best < 0 || a.Bound == nil || a.Gap() == nil || len(a.Entries) < 2 {
			t.Fatalf("%d nodes: nothing found: %+v", n, a)
		}
		for _, e := range a.Entries {
			writes, _ := e.System.Writes.List()
			masks := []uint64{}
			for _, set := range writes.All() {
				masks = append(masks, sets.Mask(set))
			}
			if !e.Keeps() || e.Writes.Holds != quorum.Holds || !allMeet(masks, masks) {
				t.Errorf("%d nodes, %s by %s: %+v", n, e.System.Name, e.By, e.Writes)
			}
		}
	}
}

// TestWritesMeetCost: what it costs is told, and with which requirements it cannot be; reads that
// ask one of four nodes leave one write, which meets itself.
func TestWritesMeetCost(t *testing.T) {
	f := read(t, "nodes: [a, b, c, d]\nworkload: {reads: 0.2}\nrequire: {writes_meet: true}")
	a := planned(t, f, Options{Explain: true})
	if len(a.Costs) == 0 || a.Costs[0].Requirement != "writes meet" || !a.Costs[0].Proven || a.Costs[0].Share.Sign() >= 0 {
		t.Errorf("%+v", a.Costs)
	}
	f.Require.Capacity = big.NewRat(5, 2)
	if a := planned(t, f, Options{}); a.Verdict != search.ProvenAbsent || !slices.Equal(a.Conflict, []string{"capacity", "writes meet"}) {
		t.Errorf("%s, %q", a.Verdict, a.Conflict)
	}
	f = read(t, "nodes: [a, b, c, d]\nrequire: {writes_meet: true}\nsystems: [\"expr:a*b+c*d\", \"expr:(a+b)*(c+d)\", \"expr:a+b+c+d\", majority]")
	a = planned(t, f, Options{})
	for _, e := range a.Entries {
		want := e.System.Name == "majority:n=4" || e.System.Name == "expr:a+b+c+d"
		if w := e.Writes; e.Keeps() != want || !want && (!slices.Equal(e.Fails, []string{"writes meet"}) || w.Witness.Sets[0].Intersects(w.Witness.Sets[1])) {
			t.Errorf("%s: %q, %+v", e.System.Name, e.Fails, w)
		}
	}
	if a.Best != 0 || len(a.Entries) != 4 {
		t.Errorf("best %d of %d", a.Best, len(a.Entries))
	}
}

// TestWritesMeetFloor: where all requests are writes that meet, n equal nodes have a load of 1/√n
// at least.
func TestWritesMeetFloor(t *testing.T) {
	f := read(t, "nodes: [{name: s, count: 9}]\nworkload: {reads: 0}\nrequire: {writes_meet: true}")
	b, err := floor.Find(t.Context(), f, fleet.Load)
	if err != nil || b.Value.Cmp(big.NewRat(333, 1000)) < 0 || b.Value.Cmp(big.NewRat(1, 3)) > 0 {
		t.Errorf("%+v, %v", b, err)
	}
}
