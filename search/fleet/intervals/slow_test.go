//go:build slow

package intervals

import (
	"math"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
)

// TestSlowSixNodes goes through all 7,828,352 systems on six nodes: none is better.
func TestSlowSixNodes(t *testing.T) {
	for _, f := range []*fleet.Fleet{fleets.Random(rand.New(rand.NewPCG(6, 6)), 6, 2)} {
		f.Require.SurviveNodes = 1
		res := assert.Got(Find(t.Context(), f, fleet.Load, Options{}))(t)
		p := assert.Got(newProblem(t.Context(), f, fleet.Load))(t)
		root, _ := p.root()
		s, r := &finder{problem: p, upper: math.Inf(1)}, newRelaxation(p)
		five := []uint64{0, 1<<32 - 1}
		for _, g := range fleets.Functions(5) {
			five = append(five, g.Bits[0])
		}
		var pool []prices
		table := sets.NewTable(6)
		count := 0
		for _, without := range five {
			for _, with := range five {
				if without&^with != 0 {
					continue
				}
				count++
				table.Bits[0] = without | with<<32
				if !root.lo.SubsetOf(table.Bits) || !table.SubsetOf(root.hi.Bits) {
					continue
				}
				c := assert.Got(s.priced(t.Context(), r, table, &pool))(t)
				s.improve(c)
			}
		}
		assert.Equal(t, count, 7828354, "functions")
		if v := p.value(s.best.value); !res.Optimal || res.Value.Cmp(v) != 0 {
			t.Errorf("found %v, optimal %v, best of all %v", res.Value, res.Optimal, v)
		}
		t.Logf("%d prices", len(pool))
	}
}
