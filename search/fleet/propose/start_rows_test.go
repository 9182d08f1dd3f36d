package propose

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

// TestRows: rows survive where arithmetic says so, and some strategy has the load that they are
// scored by.
func TestRows(t *testing.T) {
	assert.Long(t, "it tries many rows")
	rng := rand.New(rand.NewPCG(7, 7))
	var seen [2]int
	for trial := range 2000 {
		f := fleets.Read(t, fmt.Sprintf(`nodes: [{count: %d, zone: a, capacity: 2}, {count: %d, zone: b, capacity: 1, witness: %v}, {count: %d, zone: c, reads: 3, writes: 2}, {count: %d, capacity: 4}]
workload: {reads: %d%%, silent: %d}
require: {survive: {nodes: %d, zones: %d}}`,
			1+rng.IntN(5), 1+rng.IntN(5), rng.IntN(4) == 0, 1+rng.IntN(5), 1+rng.IntN(5), 10*rng.IntN(11), rng.IntN(2), rng.IntN(3), rng.IntN(2)))
		v := newView(f, fleet.Load)
		s := v.newRows(rng.IntN(2), 1+rng.IntN(3), math.Inf(1), rng)
		for range 40 {
			s.move(rng)
		}
		of := s.cells()
		if slices.ContainsFunc(of, func(row []cells) bool { room, _ := s.room(row, 1e6, 0); return room <= float64(v.silent) }) {
			continue // a row of so few cells that all of them may stay silent
		}
		formula, survives := s.formula(), s.broken(of) == 0
		assert.Equal(t, survives, v.survives(formula), "trial %d: %v", trial, formula)
		if !survives {
			continue
		}
		seen[f.Workload.Silent]++
		if st, err := fleet.FindStrategy(t.Context(), f, fleet.System{Reads: formula, Writes: formula.Dual()}, fleet.StrategyOptions{SkipCheck: true}); err == nil {
			assert.True(t, number(st.Value) <= s.score(math.Inf(1))*v.scale*(1+1e-6), "trial %d: a load of %v, scored %v: %v", trial, number(st.Value), s.score(math.Inf(1))*v.scale, formula)
		}
	}
	if min(seen[0], seen[1]) < 100 {
		t.Errorf("only %v rows survive", seen)
	}
}
