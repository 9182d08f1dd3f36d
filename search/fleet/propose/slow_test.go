//go:build slow

package propose

import (
	"testing"

	"coterie/fleet"
	"coterie/internal/check/fleets"
)

// TestSlowFindHuge: above 64 nodes there is still something to propose.
func TestSlowFindHuge(t *testing.T) {
	f := zoned(23, 22, 21)
	f.Require = fleet.Requirements{SurviveNodes: 1, SurviveZones: 1}
	for i := range f.Clients {
		f.Clients[i].Latency = nil
		for range f.Nodes {
			f.Clients[i].Latency = append(f.Clients[i].Latency, fleets.Always(rat("0")))
		}
	}
	found, err := Find(t.Context(), f, fleet.Capacity, Options{})
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	for _, p := range found {
		failure, err := fleet.FindFailure(t.Context(), f, p.System, fleet.Survival{Nodes: 1, Zones: 1})
		if failure != nil || err != nil {
			t.Error(p.By, failure, err)
		}
	}
}
