//go:build slow

package fleet

import (
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
	"coterie/search"
)

// TestSlowSameSix: of fleets of six nodes none of the 2,646 nondominated coteries is better.
func TestSlowSameSix(t *testing.T) {
	all := coteriesOf(t, 6, false)
	assert.MustEqual(t, len(all), 2646)
	r := rand.New(rand.NewPCG(19, 46))
	for _, goal := range allGoals {
		comparedToAll(t, r, 6, all, goal)
	}
}

// TestSlowWritesMeetFive: of fleets of five nodes none of the systems whose writes are a coterie,
// dominated or not, and whose reads are the sets that meet them is better.
func TestSlowWritesMeetFive(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 3))
	var systems []fleet.System
	for _, writes := range coteriesOf(t, 5, true) {
		reads := fleets.Family(t, fleets.Dual(sets.Up(5, writes.All())))
		systems = append(systems, fleet.System{Reads: reads, Writes: writes})
	}
	for _, goal := range allGoals[1:4] {
		f := sameFleet(t, r, 5, "writes_meet")
		f.Optimize = []fleet.Goal{goal}
		want := fleets.Best(t, f, goal, systems...)
		if a := planned(t, f, Options{}); want == nil && a.Verdict != search.ProvenAbsent || want != nil && (!a.Optimal || a.Bound.Cmp(want) != 0) {
			t.Errorf("%s, %+v: %s %v, and the best of %d has %v", goal, f.Require, a.Verdict, a.Bound, len(systems), want)
		}
	}
}

// TestSlowSameLoad: no coterie on five nodes, dominated or not, has less load than the bound.
func TestSlowSameLoad(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 78))
	all := coteriesOf(t, 5, true)
	for kind := range 4 {
		aboveSameLoad(t, loaded(t, r, 5, kind), all)
	}
	t.Log(len(all))
}

// TestSlowSameAgainstAllCoteries is TestSameAgainstAllCoteries with other fleets.
func TestSlowSameAgainstAllCoteries(t *testing.T) { sameAgainstAll(t, 47, 10) }

// TestSlowSameBeyond is TestSameBeyond with more nodes.
func TestSlowSameBeyond(t *testing.T) { sameBeyond(t, 48, 10, 18) }
