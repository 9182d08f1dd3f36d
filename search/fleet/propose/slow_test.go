//go:build slow

package propose

import (
	"fmt"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/search/fleet/floor"
)

// TestSlowFindHuge: above 64 nodes of few kinds the best is near what no system is below, whatever
// the number of workers.
func TestSlowFindHuge(t *testing.T) {
	for _, file := range []string{"hundred.yaml", "two-hundred.yaml"} {
		f := fleets.Read(t, file)
		found := assert.Got(Find(t.Context(), f, fleet.Capacity, Options{Jobs: 3}))(t)
		for _, p := range found {
			failure, err := fleet.FindFailure(t.Context(), f, p.System, fleet.Survival{Nodes: 1, Zones: 1})
			if failure != nil || err != nil {
				t.Error(p.By, failure, err)
			}
		}
		load := number(assert.Got(fleet.FindStrategy(t.Context(), f, found[0].System, fleet.StrategyOptions{}))(t).Value)
		if least := number(assert.Got(floor.Find(t.Context(), f, fleet.Load))(t).Value); load > least/0.95 {
			t.Errorf("%s: a load of %v, and no system has less than %v", file, load, least)
		}
		assert.Equal(t, fmt.Sprint(found[0].System), fmt.Sprint(assert.Got(Find(t.Context(), f, fleet.Capacity, Options{Jobs: 1}))(t)[0].System))
	}
}
