package intervals

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

// TestFindAgainstStrategies: the system that is found has just that figure, by the strategy that
// package fleet finds for it, and keeps what is required; also where latencies are distributions.
func TestFindAgainstStrategies(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 5))
	rounds, found := 80, 0
	if !assert.WithSlow {
		rounds = 15
	}
	for round := range rounds {
		f := fleets.Hard(rng, 3+rng.IntN(3))
		if round%3 == 0 {
			f.Workload.Silent = 0
			for _, c := range f.Clients {
				for i := range c.Latency {
					if last := c.Latency[i].Time[0]; rng.IntN(3) > 0 {
						c.Latency[i] = fleet.Latency{At: []*big.Rat{big.NewRat(1, 2), big.NewRat(1, 1)}, Time: []*big.Rat{new(big.Rat).Mul(last, big.NewRat(1, 3)), last}}
					}
				}
			}
		}
		goal := []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network}[rng.IntN(3)]
		res := assert.Got(Find(t.Context(), f, goal, Options{}))(t, "round %d", round)
		if res.Value == nil {
			continue
		}
		found++
		best := fleets.Value(t, f, goal, fleet.System{Reads: res.Reads, Writes: res.Writes})
		if best == nil || best.Cmp(res.Value) != 0 {
			t.Errorf("round %d, %s: %v, and its strategy has %v", round, goal, res.Value, best)
		}
	}
	t.Logf("%d of %d fleets have a system", found, rounds)
}

// TestFindDistributions goes through all systems of four nodes whose latencies are distributions.
func TestFindDistributions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	f := fleets.Random(rng, 4, 1)
	f.Require.SurviveNodes = 1
	for i := range f.Clients[0].Latency {
		last := f.Clients[0].Latency[i].Time[0]
		f.Clients[0].Latency[i] = fleet.Latency{At: []*big.Rat{big.NewRat(9, 10), big.NewRat(1, 1)}, Time: []*big.Rat{last, new(big.Rat).Mul(last, big.NewRat(int64(2+rng.IntN(9)), 1))}}
	}
	systems := fleets.Systems(t, 4)
	for _, goal := range []fleet.Goal{fleet.LatencyGoal, fleet.Load} {
		if goal == fleet.Load {
			f.Require.Latency = big.NewRat(4, 1000)
		}
		res := assert.Got(Find(t.Context(), f, goal, Options{}))(t)
		least := fleets.Best(t, f, goal, systems...)
		if (least == nil) != (res.Value == nil) || least != nil && least.Cmp(res.Value) != 0 {
			t.Errorf("%s: %v, the best of all is %v", goal, res.Value, least)
		}
		t.Log(goal, res.Value)
	}
}
