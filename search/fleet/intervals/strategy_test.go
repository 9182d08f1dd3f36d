package intervals

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
)

// TestFindAgainstStrategies: the system that is found has just that figure, by the strategy that
// package fleet finds for it, and keeps what is required; also where latencies are distributions.
func TestFindAgainstStrategies(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 5))
	rounds, found := 80, 0
	if testing.Short() {
		rounds = 15
	}
	for round := range rounds {
		f := hardFleet(rng, 3+rng.IntN(3))
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
		res := assert.Got(Find(t.Context(), f, goal, Options{products: round%2 == 1}))(t, "round %d", round)
		if res.Value == nil {
			continue
		}
		found++
		s := fleet.System{Reads: res.Reads, Writes: res.Writes}
		best := assert.Got(fleet.FindStrategy(t.Context(), f, s, fleet.StrategyOptions{Goal: goal, Limits: f.Require.Limits()}))(t, "round %d, %s", round, goal)
		assert.SameNumber(t, best.Value, res.Value, "round %d, %s: %v, and its strategy has", round, goal, res.Value)
		if bad, err := fleet.FindFailure(t.Context(), f, s, fleet.Survival{Zones: f.Require.SurviveZones, Nodes: f.Require.SurviveNodes}); err != nil || bad != nil {
			t.Errorf("round %d: does not survive %v, %v", round, bad, err)
		}
		if a := f.Require.Availability; a != nil {
			c, err := fleet.FindAvailability(t.Context(), f, s)
			if err != nil || c.Least().Cmp(a) < 0 {
				t.Errorf("round %d: availability %v, want %v, %v", round, c.Least(), a, err)
			}
		}
	}
	t.Logf("%d of %d fleets have a system", found, rounds)
}

// TestFindDistributions goes through all systems of four nodes whose latencies are distributions.
func TestFindDistributions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	f := randomFleet(rng, 4, 1)
	f.Require.SurviveNodes = 1
	for i := range f.Clients[0].Latency {
		last := f.Clients[0].Latency[i].Time[0]
		f.Clients[0].Latency[i] = fleet.Latency{At: []*big.Rat{big.NewRat(9, 10), big.NewRat(1, 1)}, Time: []*big.Rat{last, new(big.Rat).Mul(last, big.NewRat(int64(2+rng.IntN(9)), 1))}}
	}
	for _, goal := range []fleet.Goal{fleet.LatencyGoal, fleet.Load} {
		if goal == fleet.Load {
			f.Require.Latency = big.NewRat(4, 1000)
		}
		res := assert.Got(Find(t.Context(), f, goal, Options{}))(t)
		var least *big.Rat
		for _, g := range everyFunction(4) {
			reads := assert.Got(familyOf(g))(t)
			one := assert.Got(Find(t.Context(), f, goal, Options{Least: reads, Greatest: reads}))(t)
			if one.Value != nil && (least == nil || one.Value.Cmp(least) < 0) {
				least = one.Value
			}
		}
		if (least == nil) != (res.Value == nil) || least != nil && least.Cmp(res.Value) != 0 {
			t.Errorf("%s: %v, the best of all is %v", goal, res.Value, least)
		}
		t.Log(goal, res.Value)
	}
}

// TestFindProducts: the product inequality changes no answer, and looks at fewer intervals.
func TestFindProducts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, which sees these goroutines in other tests")
	}
	rng := rand.New(rand.NewPCG(12, 3))
	plain, cut := 0, 0
	for range 12 {
		f := randomFleet(rng, 6, 1)
		var values [2]*big.Rat
		for i := range values {
			res, err := Find(t.Context(), f, fleet.Load, Options{products: i == 1})
			if err != nil || !res.Optimal {
				t.Fatal(res, err)
			}
			if values[i] = res.Value; i == 1 {
				cut += res.Visited
			} else {
				plain += res.Visited
			}
		}
		if values[0].Cmp(values[1]) != 0 {
			t.Errorf("%v without and %v with products", values[0], values[1])
		}
	}
	if cut >= plain {
		t.Errorf("%d intervals with products, %d without", cut, plain)
	}
	t.Logf("%d intervals with products, %d without", cut, plain)
}
