package floor

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
)

// every function on four nodes against what its availability says of its quorums. The requirement
// is just what some function has.
func TestSpreadsOfAvailability(t *testing.T) {
	const n = 4
	random := rand.New(rand.NewPCG(2, 12))
	var all [][2][]uint
	for _, reads := range monotone(n) {
		all = append(all, [2][]uint{reads, transversals(n, reads)})
	}
	tight := 0
	for trial := range 60 {
		f := randomFleet(random, n)
		f.Require = fleet.Requirements{SurviveNodes: random.IntN(2) * random.IntN(2)}
		f.Zones = []fleet.Zone{{Name: "x", Crash: big.NewRat(int64(random.IntN(3)), 10)}, {Name: "y", Crash: big.NewRat(1, 5)}}
		for i := range f.Nodes {
			f.Nodes[i].Zone = random.IntN(3) - 1
			f.Nodes[i].Crash = big.NewRat(int64(random.IntN(5)), 10)
		}
		weights, whole := assert.Got2(fleet.Survivors(t.Context(), f))(t)
		chance := func(families [2][]uint) *big.Rat {
			least := big.NewRat(1, 1)
			for _, family := range families {
				sum := new(big.Int)
				for live, w := range weights {
					if slices.ContainsFunc(family, func(q uint) bool { return q&^uint(live) == 0 }) {
						sum.Add(sum, w)
					}
				}
				if x := new(big.Rat).SetFrac(sum, whole); x.Cmp(least) < 0 {
					least = x
				}
			}
			return least
		}
		chances := make([]*big.Rat, len(all))
		for k, s := range all {
			chances[k] = chance(s)
		}
		f.Require.Availability = chances[random.IntN(len(all))]
		if trial%4 == 0 { // the best of single nodes, on the edge of what a spread says
			for k, s := range all {
				if len(s[0]) == 1 && bits.OnesCount(s[0][0]) == 1 && (trial%8 == 0 || chances[k].Cmp(f.Require.Availability) > 0) {
					f.Require.Availability = chances[k]
				}
			}
		}
		for _, s := range spreads(f) {
			zones := uint(0)
			for i, v := range f.Nodes {
				if slices.Contains(s.zones, v.Zone) {
					zones |= 1 << i
				}
			}
			least := n + 1
			for k, families := range all {
				if chances[k].Cmp(f.Require.Availability) < 0 || !survives(f, families[0], families[1]) {
					continue
				}
				for _, q := range slices.Concat(families[0], families[1]) {
					least = min(least, bits.OnesCount(q&^zones))
				}
			}
			if least <= s.nodes {
				t.Fatalf("trial %d: a quorum has %d nodes outside zones %v, not more than %d by %s", trial, least, s.zones, s.nodes, s.why)
			}
			if least == s.nodes+1 {
				tight++
			}
		}
	}
	if tight < 20 {
		t.Errorf("only %d spreads are tight", tight)
	}
}

// TestTimesRoundedDown: the times that a relaxation tells apart begin with the least, and with
// silent nodes a distribution counts for nothing.
func TestTimesRoundedDown(t *testing.T) {
	f := equalNodes(share(1, 2), 12)
	for i := range f.Nodes {
		f.Clients[0].Latency[i] = fleet.Latency{At: []*big.Rat{one}, Time: []*big.Rat{big.NewRat(int64(100+i*i), 1000)}}
	}
	r := &relaxation{fleet: f, classes: classes(f)}
	times := r.times(0)
	if len(times) != mostTimes || times[0].Cmp(big.NewRat(1, 10)) != 0 || !slices.IsSortedFunc(times, (*big.Rat).Cmp) {
		t.Errorf("%v", times)
	}
	f.Clients[0].Latency[0] = fleet.Latency{At: []*big.Rat{big.NewRat(1, 2), one}, Time: []*big.Rat{one, whole(2)}}
	if v := leastTime(f, 0, 0); v.Cmp(one) != 0 {
		t.Errorf("the mean is %v", v) // half of (0,1), half of (1,2)
	}
	f.Workload.Silent = 1
	if v := leastTime(f, 0, 0); v.Sign() != 0 {
		t.Errorf("with a silent node %v", v)
	}
}

// TestAdaptingWeights: shares of different weights, where each has a strategy of its own.
func TestAdaptingWeights(t *testing.T) {
	f := equalNodes([]fleet.Share{{Reads: big.NewRat(9, 10), Weight: big.NewRat(1, 10)}, {Reads: big.NewRat(1, 2), Weight: big.NewRat(9, 10)}}, 3)
	f.Workload.Adapts = true
	for i := range f.Nodes {
		f.Nodes[i].Writes = big.NewRat(1, 5)
	}
	b := assert.Got(Find(t.Context(), f, fleet.Load))(t)
	// At each share alone.
	want := new(big.Rat)
	for _, s := range f.Workload.Shares {
		alone := *f
		alone.Workload = fleet.Workload{Shares: []fleet.Share{{Reads: s.Reads, Weight: one}}}
		at := assert.Got(Find(t.Context(), &alone, fleet.Load))(t)
		want.Add(want, product(s.Weight, at.Value))
	}
	if b.Value.Cmp(want) != 0 {
		t.Errorf("%v, want the weighted mean %v", b.Value, want)
	}
}
