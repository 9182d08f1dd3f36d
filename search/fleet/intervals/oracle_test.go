package intervals

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
	"coterie/search"
)

// meetAll reports whether each set at which one function is true meets each of another.
func meetAll(f, g sets.Table) bool {
	for a := range 1 << f.N {
		for b := range 1 << f.N {
			if a&b == 0 && f.Has(a) && g.Has(b) {
				return false
			}
		}
	}
	return true
}

// TestFindAgainstAll compares with the best of all systems on 3 nodes, and on 4 of those whose
// writes are the dual of the reads, each judged by package fleet.
func TestFindAgainstAll(t *testing.T) {
	rounds := assert.Sized(8, 100)
	rng := rand.New(rand.NewPCG(19, 7))
	absent := 0
	for round := range rounds {
		n := 3 + round%4/3
		f := fleets.Hard(rng, n)
		for i := range f.Nodes {
			f.Nodes[i].Witness = rng.IntN(4) == 0
		}
		goal := []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network, fleet.Availability}[rng.IntN(4)]
		kind := rng.IntN(4)
		f.Require.WritesMeet, f.Require.Same = kind == 1, kind == 0
		var systems []fleet.System
		functions := fleets.Functions(n)
		for _, g := range functions {
			writes := []sets.Table{fleets.Dual(g)}
			if n == 3 {
				writes = functions
			}
			for _, h := range writes {
				if meetAll(g, h) && (!f.Require.Same || slices.Equal(g.Bits, h.Bits)) && (!f.Require.WritesMeet || meetAll(h, h)) {
					systems = append(systems, fleet.System{Reads: fleets.Family(t, g), Writes: fleets.Family(t, h)})
				}
			}
		}
		want := fleets.Best(t, f, goal, systems...)
		res := assert.Got(Find(t.Context(), f, goal, Options{}))(t, "round %d", round)
		switch {
		case want == nil:
			absent++
			assert.Equal(t, res.Verdict, search.ProvenAbsent, "round %d, %s", round, goal)
		case res.Value == nil || !res.Optimal || res.Value.Cmp(want) != 0:
			t.Errorf("round %d, %s, kind %d: %s %v, want %v", round, goal, kind, res.Verdict, res.Value, want)
		}
	}
	t.Logf("%d of %d have no system", absent, rounds)
}
