package floor

import (
	"math/big"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search/fleet/require"
)

// Requirements that cannot hold together, each set for another reason.
func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		name         string
		nodes, zones int
		capacity     int64
		network      int64
		want         []require.Requirement
	}{
		{"two nodes of the three places with one of these", 2, 1, 0, 0, []require.Requirement{require.SurviveNodes, require.SurviveZones}},
		{"more than all nodes have", 0, 0, 12, 0, []require.Requirement{require.Capacity}},
		{"fewer than a quorum has beside a zone", 1, 1, 0, 2, []require.Requirement{require.SurviveNodes, require.SurviveZones, require.Network}},
		{"room for small quorums alone", 1, 1, 3, 3, nil},
		{"room for half of them", 5, 0, 3, 0, []require.Requirement{require.SurviveNodes, require.Capacity}},
	} {
		f := equalNodes(share(1, 2), 4, 4, 3)
		f.Require.SurviveNodes, f.Require.SurviveZones = c.nodes, c.zones
		if c.capacity > 0 {
			f.Require.Capacity = big.NewRat(c.capacity, 1)
		}
		if c.network > 0 {
			f.Require.Network = big.NewRat(c.network, 1)
		}
		got, why := assert.Got2(require.Conflict(t.Context(), f, Absent))(t)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v by %s, want %v", c.name, got, why, c.want)
		}
	}
}
