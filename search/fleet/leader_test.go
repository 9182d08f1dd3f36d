package fleet

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

// TestLeaders: of all systems on four nodes, with each leader, none is better than the plan for
// clients, whose requests first go to the leader.
func TestLeaders(t *testing.T) {
	assert.Long(t, "a second of CPU")
	rng := rand.New(rand.NewPCG(32, 8))
	systems := fleets.Systems(t, 4)
	for round := range assert.Sized(4, 12) {
		f := fleets.Random(rng, 4, 1)
		f.Zones = []fleet.Zone{{Name: "x", Crash: new(big.Rat)}, {Name: "y", Crash: new(big.Rat)}}
		f.Clients = append(f.Clients, fleets.Random(rng, 4, 1).Clients[0])
		for z := range f.Clients {
			f.Clients[z].Zone, f.Clients[z].Share = z, big.NewRat(int64(1+z), 3)
		}
		f.Protocol, f.Optimize = fleet.FlexiblePaxos, []fleet.Goal{[]fleet.Goal{fleet.LatencyGoal, fleet.Capacity}[round%2]}
		f.Require.SurviveNodes = rng.IntN(2)
		for v := range f.Nodes {
			f.Nodes[v].Zone, f.Nodes[v].Witness = rng.IntN(2), v > 1 && rng.IntN(3) == 0
			if !f.Nodes[v].Witness {
				f.Leaders = append(f.Leaders, v)
			}
		}
		goal, best := f.Optimize[0], (*big.Rat)(nil)
		if goal == fleet.Capacity {
			goal = fleet.Load
		}
		for _, v := range f.Leaders {
			value := fleets.Best(t, f.Led(v), goal, systems...)
			if value != nil && goal == fleet.LatencyGoal {
				value.Add(value, assert.Got(f.WayTo(t.Context(), v))(t))
			}
			if value != nil && (best == nil || value.Cmp(best) < 0) {
				best = value
			}
		}
		a := assert.Got(Plan(t.Context(), f, Options{Jobs: 1}))(t)
		if best == nil {
			assert.Equal(t, a.Best, -1, "round %d", round)
			continue
		}
		seat := a.Seats[a.Seat]
		assert.True(t, a.SeatProven() && seat.Best == &a.Entries[a.Best], "round %d: not proven", round)
		assert.SameNumber(t, seat.figure(a.Goals[0], seat.Best.Value(a.Goals[0])), best, "round %d, %s", round, goal)
	}
}
