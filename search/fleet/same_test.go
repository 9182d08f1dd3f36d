package fleet

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/fleet/floor"
)

// coteriesOf lists coteries on n nodes; all of them where dominated is set.
func coteriesOf(t *testing.T, n int, dominated bool) []quorum.Family {
	t.Helper()
	var all []quorum.Family
	for item, err := range enumerate.List(t.Context(), enumerate.Query{Nodes: n, Nondominated: !dominated}, enumerate.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, item.Cartels[0].Family())
	}
	return all
}

// sameFleet is a random fleet that requires the same quorums for reads and writes, or what a key of
// require says instead.
func sameFleet(t *testing.T, r *rand.Rand, n int, key ...string) *fleet.Fleet {
	t.Helper()
	var text strings.Builder
	text.WriteString("nodes:\n")
	for i := range n {
		fmt.Fprintf(&text, "  - {name: n%d, zone: z%d, reads: %d, writes: %d, latency: %dms, crash: %d%%}\n", i, i%3, 1+r.IntN(9), 1+r.IntN(5), 1+r.IntN(50), 1+r.IntN(30))
	}
	fmt.Fprintf(&text, "zones: {z0: {crash: %d%%}, z1: {}, z2: {}}\nworkload: {reads: {0.%d: 2, 0.%d: 1}}\n", r.IntN(9), 1+r.IntN(4), 5+r.IntN(4))
	text.WriteString([]string{
		"require: {same: true}", "require: {same: true, survive: {nodes: 1}}", "require: {same: true, network: 2.5}",
		"require: {same: true, capacity: 3}", "require: {same: true, availability: 85%, latency: 40ms}",
	}[r.IntN(5)])
	for _, k := range key {
		return fleets.Read(t, strings.Replace(text.String(), "same", k, 1))
	}
	return fleets.Read(t, text.String())
}

// both are the systems whose reads and writes are one of the families.
func both(all []quorum.Family) (systems []fleet.System) {
	for _, c := range all {
		systems = append(systems, fleet.System{Reads: c, Writes: c})
	}
	return systems
}

func comparedToAll(t *testing.T, r *rand.Rand, n int, all []quorum.Family, goal fleet.Goal) (absent bool) {
	t.Helper()
	f := sameFleet(t, r, n)
	f.Optimize = []fleet.Goal{goal}
	want := fleets.Best(t, f, goal, both(all)...)
	a := planned(t, f, Options{})
	if least := floor.SameLoad(f); want != nil && (goal == fleet.Capacity || goal == fleet.Load) && (least.Cmp(want) > 0 || least.Sign() <= 0) {
		t.Errorf("%d nodes: a load of %v, and none is below %v", n, want, least)
	}
	if want == nil {
		if a.Verdict != search.ProvenAbsent {
			t.Errorf("%s: %s, and no coterie keeps %+v", goal, a.Verdict, f.Require)
		}
		return true
	}
	if !a.Optimal || a.Bound.Cmp(want) != 0 {
		t.Errorf("%d nodes, %s, %+v: %v, optimal %v, and the best of %d coteries has %v", n, goal, f.Require, a.Bound, a.Optimal, len(all), want)
	}
	for _, e := range a.Entries {
		if same, err := e.System.Same(t.Context()); err != nil || !same {
			t.Errorf("%s: reads and writes have other quorums: %v", e.System.Name, err)
		}
	}
	return false
}

var allGoals = []fleet.Goal{fleet.Capacity, fleet.Load, fleet.LatencyGoal, fleet.Network, fleet.Availability}

// TestSameAgainstAllCoteries: of random fleets of four nodes no coterie, dominated or not, is
// better than the plan, and of five no nondominated one.
func TestSameAgainstAllCoteries(t *testing.T) {
	assert.Slow(t, "some seconds of linear programs")
	sameAgainstAll(t, 44, 5) // more of them in TestSlowSameAgainstAllCoteries
}

// sameAgainstAll draws so many fleets.
func sameAgainstAll(t *testing.T, seed uint64, rounds int) {
	r := rand.New(rand.NewPCG(19, seed))
	four, five := coteriesOf(t, 4, true), coteriesOf(t, 5, false)
	if len(four) <= 12 || len(five) != 81 {
		t.Fatal(len(four), len(five))
	}
	absent := 0
	for round := range rounds {
		goal := allGoals[round%len(allGoals)]
		n, all := 4, four
		if round%3 == 0 {
			n, all = 5, five
		}
		if comparedToAll(t, r, n, all, goal) {
			absent++
		}
	}
	t.Logf("%d have no system", absent)
}

// TestSameBeyond: what is proposed on more nodes than are gone through has the same quorums too,
// and the bound is none of another system.
func TestSameBeyond(t *testing.T) {
	assert.Long(t, "some seconds of search")
	sameBeyond(t, 45, 8) // more nodes in TestSlowSameBeyond
}

// sameBeyond plans fleets of so many nodes.
func sameBeyond(t *testing.T, seed uint64, nodes ...int) {
	r := rand.New(rand.NewPCG(19, seed))
	for _, n := range nodes {
		f := sameFleet(t, r, n)
		f.Require = fleet.Requirements{Same: true, SurviveNodes: 1}
		a := planned(t, f, Options{Steps: 8, Intervals: 40})
		if a.Best < 0 || a.Bound == nil || len(a.Entries) < 2 {
			t.Fatalf("%d nodes: nothing found: %+v", n, a)
		}
		for i := range a.Entries {
			if same, err := a.Entries[i].System.Same(t.Context()); err != nil || !same {
				t.Errorf("%d nodes, %s: not the same quorums: %v", n, a.Entries[i].System.Name, err)
			}
		}
	}
}

// TestSameCost: what the same quorums cost is told, and with which requirements they cannot be.
func TestSameCost(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	f := fleets.Read(t, "nodes: [a, b, c, d]\nworkload: {reads: 0.9}\nrequire: {same: true}")
	a := planned(t, f, Options{Explain: true})
	if len(a.Costs) == 0 || a.Costs[0].Requirement != "same quorums" || !a.Costs[0].Proven || a.Costs[0].Share.Sign() >= 0 {
		t.Errorf("%+v", a.Costs)
	}
	f.Require.Capacity = big.NewRat(2, 1)
	if a := planned(t, f, Options{}); a.Verdict != search.ProvenAbsent || !slices.Equal(a.Conflict, []string{"capacity", "same quorums"}) {
		t.Errorf("%s, %q", a.Verdict, a.Conflict)
	}
	// Of systems that are named, those that read otherwise fail that by name; most of four nodes
	// does not, though it is dominated.
	f = fleets.Read(t, "nodes: [a, b, c, d]\nrequire: {same: true}\nsystems: [majority, \"expr:a*b+c*d\"]")
	a = planned(t, f, Options{})
	if a.Best != 0 || a.Best != a.Majority || len(a.Entries) != 2 || !slices.Equal(a.Entries[1].Fails, []string{"same quorums"}) {
		t.Errorf("best %d, %+v", a.Best, a.Entries)
	}
}
