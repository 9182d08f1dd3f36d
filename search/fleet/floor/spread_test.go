package floor

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/quorum"
)

// TestSpreadsOfAvailability: every function on four nodes against what its availability says of its
// quorums. The requirement is just what some function has.
func TestSpreadsOfAvailability(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	const n = 4
	random := rand.New(rand.NewPCG(2, 12))
	all := fleets.Systems(t, n)
	tight := 0
	for trial := range 60 {
		f := fleets.Random(random, n, 1)
		f.Require = fleet.Requirements{SurviveNodes: random.IntN(2) * random.IntN(2)}
		f.Zones = []fleet.Zone{{Name: "x", Crash: big.NewRat(int64(random.IntN(3)), 10)}, {Name: "y", Crash: big.NewRat(1, 5)}}
		for i := range f.Nodes {
			f.Nodes[i].Zone = random.IntN(3) - 1
			f.Nodes[i].Crash = big.NewRat(int64(random.IntN(5)), 10)
		}
		chances := make([]*big.Rat, len(all))
		for k, s := range all {
			chances[k] = assert.Got(fleet.FindAvailability(t.Context(), f, s))(t).Least()
		}
		f.Require.Availability = chances[random.IntN(len(all))]
		if trial%4 == 0 { // the best of single nodes, on the edge of what a spread says
			for k, s := range all {
				if reads, _ := s.Reads.List(); reads.Len() == 1 && reads.Set(0).Len() == 1 && (trial%8 == 0 || chances[k].Cmp(f.Require.Availability) > 0) {
					f.Require.Availability = chances[k]
				}
			}
		}
		var quorums []quorum.Set // of the systems that keep what is required
		for _, s := range all {
			if fleets.Value(t, f, fleet.Network, s) != nil {
				reads, _ := s.Reads.List()
				writes, _ := s.Writes.List()
				quorums = append(append(quorums, reads.Sets()...), writes.Sets()...)
			}
		}
		for _, s := range spreads(f) {
			least := n + 1
			for _, q := range quorums {
				outside := slices.DeleteFunc(q.Nodes(), func(v int) bool { return slices.Contains(s.zones, f.Nodes[v].Zone) })
				least = min(least, len(outside))
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
		f.Clients[0].Latency[i] = fleets.Always(big.NewRat(int64(100+i*i), 1000))
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
	// No less than the means at each share alone, nor than at the mean share.
	mean := new(big.Rat)
	for _, s := range f.Workload.Shares {
		mean.Add(mean, product(s.Weight, assert.Got(Find(t.Context(), alone(f, s.Reads), fleet.Load))(t).Value))
	}
	whole := assert.Got(Find(t.Context(), alone(f, f.Workload.MeanReads()), fleet.Load))(t).Value
	if b.Value.Cmp(mean) < 0 || b.Value.Cmp(whole) < 0 || b.Value.Cmp(mean) > 0 && b.Value.Cmp(whole) > 0 {
		t.Errorf("%v, want the greater of %v and %v", b.Value, mean, whole)
	}
}
