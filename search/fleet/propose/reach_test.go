package propose

import (
	"testing"
	"time"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/check/reach"
	"coterie/search/fleet/floor"
)

// BenchmarkFind times the committed fleets, and says how far the best system found is from what no
// system can be below, both judged exactly.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct {
		file   string
		target time.Duration
		gap    float64
	}{{"eleven.yaml", 30 * time.Second, 0.15}, {"fifty.yaml", 2 * time.Minute, 0.15}} {
		b.Run(c.file, func(b *testing.B) {
			f := fleets.Read(b, c.file)
			var found []Proposal
			var bound *floor.Bound
			for b.Loop() {
				var err error
				if found, err = Find(b.Context(), f, fleet.Capacity, Options{}); err != nil || len(found) == 0 {
					b.Fatal(found, err)
				}
				if bound, err = floor.Find(b.Context(), f, fleet.Capacity); err != nil {
					b.Fatal(err)
				}
			}
			reach.Time(b, "propose/"+c.file, reach.PerRun(b), c.target)
			s := assert.Got(fleet.FindStrategy(b.Context(), f, found[0].System, fleet.StrategyOptions{Goal: fleet.Load, Limits: f.Require.Limits()}))(b)
			value, _ := s.Value.Float64()
			least, _ := bound.Value.Float64()
			reach.AtMost(b, "propose/"+c.file+"/gap", value/least-1, c.gap)
		})
	}
}
