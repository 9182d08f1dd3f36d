package fleet

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/fleet/floor"
)

// allMeet reports whether every two of the quorums share a node; there are at most 64 nodes.
func allMeet(a, b quorum.Family) bool {
	masks := func(f quorum.Family) (list []uint64) {
		for _, s := range f.Sets() {
			var mask uint64
			for _, v := range s.Nodes() {
				mask |= 1 << v
			}
			list = append(list, mask)
		}
		return list
	}
	others := masks(b)
	return !slices.ContainsFunc(masks(a), func(x uint64) bool {
		return slices.ContainsFunc(others, func(y uint64) bool { return x&y == 0 })
	})
}

// meeting lists the systems on n nodes in which writes meet reads and each other.
func meeting(t *testing.T, n int) (systems []fleet.System) {
	t.Helper()
	var all []quorum.Family
	for _, f := range fleets.Functions(n) {
		all = append(all, fleets.Family(t, f))
	}
	for _, writes := range all {
		for _, reads := range all {
			if allMeet(writes, writes) && allMeet(reads, writes) {
				systems = append(systems, fleet.System{Reads: reads, Writes: writes})
			}
		}
	}
	return systems
}

// TestWritesMeetAgainstAll: of random fleets of three and four nodes that require it no system
// whose writes meet is better than the plan, whatever its reads and writes are.
func TestWritesMeetAgainstAll(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	r := rand.New(rand.NewPCG(28, 1))
	for round := range 12 {
		n := 3
		if round%6 == 5 {
			if n = 4; !assert.WithSlow {
				continue
			}
		}
		f := sameFleet(t, r, n, "writes_meet")
		goal := allGoals[round%len(allGoals)]
		f.Optimize = []fleet.Goal{goal}
		systems := meeting(t, n)
		want := fleets.Best(t, f, goal, systems...)
		a := planned(t, f, Options{})
		switch {
		case want == nil && a.Verdict != search.ProvenAbsent:
			t.Errorf("%s: %s, and none of %d systems keeps %+v", goal, a.Verdict, len(systems), f.Require)
		case want != nil && (!a.Optimal || a.Bound.Cmp(want) != 0):
			t.Errorf("%d nodes, %s, %+v: %v, optimal %v, and the best of %d systems has %v", n, goal, f.Require, a.Bound, a.Optimal, len(systems), want)
		}
		if b, err := floor.Find(t.Context(), f, goal); want != nil && (err != nil || b.Absent || better(goal, want, b.Value)) {
			t.Errorf("%d nodes, %s: %v is beyond the bound %+v", n, goal, want, b)
		}
	}
}

// TestWritesMeetBeyond: what is found for 7, 11 and 18 nodes has writes that meet, at the first
// glance too, and the bound says how far it may be from the best.
func TestWritesMeetBeyond(t *testing.T) {
	assert.Long(t, "it plans for seven servers")
	r := rand.New(rand.NewPCG(28, 2))
	for _, n := range []int{7, 11, 18} {
		if !assert.WithSlow && n > 7 {
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
			if !e.Keeps() || e.Writes.Holds != quorum.Holds || !allMeet(writes, writes) {
				t.Errorf("%d nodes, %s by %s: %+v", n, e.System.Name, e.By, e.Writes)
			}
		}
	}
}

// TestWritesMeetCost: what it costs is told, and with which requirements it cannot be; reads that
// ask one of four nodes leave one write, which meets itself.
func TestWritesMeetCost(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	f := fleets.Read(t, "nodes: [a, b, c, d]\nworkload: {reads: 0.2}\nrequire: {writes_meet: true}")
	a := planned(t, f, Options{Explain: true})
	if len(a.Costs) == 0 || a.Costs[0].Requirement != "writes meet" || !a.Costs[0].Proven || a.Costs[0].Share.Sign() >= 0 {
		t.Errorf("%+v", a.Costs)
	}
	f.Require.Capacity = big.NewRat(5, 2)
	if a := planned(t, f, Options{}); a.Verdict != search.ProvenAbsent || !slices.Equal(a.Conflict, []string{"capacity", "writes meet"}) {
		t.Errorf("%s, %q", a.Verdict, a.Conflict)
	}
	f = fleets.Read(t, "nodes: [a, b, c, d]\nrequire: {writes_meet: true}\nsystems: [\"expr:a*b+c*d\", \"expr:(a+b)*(c+d)\", \"expr:a+b+c+d\", majority]")
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
	f := fleets.Read(t, "nodes: [{name: s, count: 9}]\nworkload: {reads: 0}\nrequire: {writes_meet: true}")
	b, err := floor.Find(t.Context(), f, fleet.Load)
	if err != nil || b.Value.Cmp(big.NewRat(333, 1000)) < 0 || b.Value.Cmp(big.NewRat(1, 3)) > 0 {
		t.Errorf("%+v, %v", b, err)
	}
}
