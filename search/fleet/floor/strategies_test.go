package floor

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// Strategies that adapt, silent nodes, limits on availability and latencies by percentiles, against
// the exact strategies of every function on four nodes.
func TestEveryStrategyIsAbove(t *testing.T) {
	const n = 4
	all := monotone(n)
	random := rand.New(rand.NewPCG(5, 6))
	fleets := 12
	if testing.Short() {
		fleets = 3
	}
	compared, absent := 0, 0
	for trial := range fleets {
		f := randomFleet(random, n)
		f.Require.Capacity, f.Require.Network, f.Require.Latency = nil, nil, nil
		f.Workload.Silent = trial % 2
		f.Workload.Adapts = trial%3 == 0
		if trial%4 == 1 {
			for i := range f.Nodes {
				f.Nodes[i].Crash = big.NewRat(int64(1+random.IntN(3)), 100)
			}
			f.Require.Availability = big.NewRat(int64(90+random.IntN(10)), 100)
		}
		if trial%4 == 2 {
			for _, c := range f.Clients {
				c.Latency[random.IntN(n)] = fleet.Latency{At: []*big.Rat{big.NewRat(1, 2), one}, Time: []*big.Rat{big.NewRat(1, 1000), big.NewRat(9, 1000)}}
			}
		}
		for _, goal := range []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network} {
			b := assert.Got(Find(t.Context(), f, goal))(t)
			found := false
			for k := range all {
				reads, writes := all[k], transversals(n, all[k])
				if k%(1+trial%3) != 0 || !survives(f, reads, writes) {
					continue
				}
				s := fleet.System{Reads: quorumsOf(t, n, reads), Writes: quorumsOf(t, n, writes)}
				if f.Require.Availability != nil {
					chances := assert.Got(fleet.FindAvailability(t.Context(), f, s))(t)
					if chances.Least().Cmp(f.Require.Availability) < 0 {
						continue
					}
				}
				st, err := fleet.FindStrategy(t.Context(), f, s, fleet.StrategyOptions{Goal: goal})
				var none *fleet.InfeasibleError
				if errors.As(err, &none) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				found = true
				if b.Absent || st.Value.Cmp(b.Value) < 0 {
					t.Fatalf("fleet %d, %s: %v has %v, the bound is %v (none: %v) by %s", trial, goal, reads, st.Value, b.Value, b.Absent, b.By)
				}
			}
			if found {
				compared++
			}
			if b.Absent {
				absent++
			}
		}
	}
	t.Logf("%d bounds compared, %d times none", compared, absent)
}

func quorumsOf(t *testing.T, n int, family []uint) quorum.Quorums {
	t.Helper()
	masks := make([]uint32, len(family))
	for k, q := range family {
		masks[k] = uint32(q)
	}
	return assert.Got(quorum.FamilyOfMasks(n, masks))(t)
}
