package floor

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/quorum"
)

// equalNodes returns n nodes with capacity 1 in the given zones, asked from one place.
func equalNodes(shares []fleet.Share, zones ...int) *fleet.Fleet {
	f := &fleet.Fleet{Workload: fleet.Workload{Shares: shares}, Optimize: []fleet.Goal{fleet.Capacity}}
	var latency []fleet.Latency
	for z, n := range zones {
		f.Zones = append(f.Zones, fleet.Zone{Name: fmt.Sprint("z", z), Crash: zero})
		for range n {
			f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprint("v", len(f.Nodes)), Zone: z, Reads: one, Writes: one, Crash: zero})
			latency = append(latency, fleets.Always(zero))
		}
	}
	f.Clients = []fleet.Client{{Name: "", Zone: fleet.NoZone, Share: one, Latency: latency}}
	return f
}

func share(r int64, of int64) []fleet.Share {
	return []fleet.Share{{Reads: big.NewRat(r, of), Weight: one}}
}

// TestEverySystemIsAbove: no system on four nodes, with the dual of its reads as writes, is better
// than the bounds of random fleets that have whatever a fleet can have.
func TestEverySystemIsAbove(t *testing.T) {
	assert.Slow(t, "seconds of CPU")
	const n = 4
	all := fleets.Systems(t, n)
	assert.MustEqual(t, len(all), 166, "functions")
	meeting := slices.DeleteFunc(slices.Clone(all), func(s fleet.System) bool {
		return quorum.JudgeWritesMeet(t.Context(), s.Writes, quorum.Options{}).Holds != quorum.Holds
	})
	random := rand.New(rand.NewPCG(1, 2))
	absent, missed := 0, 0
	worst := map[fleet.Goal]float64{}
	rounds := assert.Sized(8, 60)
	for trial := range rounds {
		f, systems := fleets.Hard(random, n), all
		if f.Require.WritesMeet = trial%2 == 1; f.Require.WritesMeet {
			systems = meeting
		}
		if trial%3 == 0 {
			for _, c := range f.Clients {
				c.Latency[random.IntN(n)] = fleet.Latency{At: []*big.Rat{big.NewRat(1, 2), one}, Time: []*big.Rat{big.NewRat(1, 1000), big.NewRat(9, 1000)}}
			}
		}
		for _, goal := range []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network} {
			b := assert.Got(Find(t.Context(), f, goal))(t)
			least := fleets.Best(t, f, goal, systems...)
			switch {
			case b.Absent && least != nil, least != nil && b.Value.Cmp(least) > 0:
				t.Fatalf("fleet %d, %s: a system has %v, the bound is %v (none: %v) by %s: %+v", trial, goal, least, b.Value, b.Absent, b.By, f)
			case b.Absent:
				absent++
			case least == nil:
				missed++
			default:
				v, _ := ratio(b.Value, least).Float64()
				worst[goal] = max(worst[goal], 1-v)
			}
		}
	}
	t.Logf("%d proven absent, %d absent and not proven, worst gaps %v", absent, missed, worst)
	if assert.WithSlow && (absent == 0 || len(worst) < 3) {
		t.Errorf("%d proven absent, gaps %v", absent, worst)
	}
}

func TestClosedForm(t *testing.T) {
	for _, n := range []int{4, 11, 50} {
		for _, r := range []int64{3, 5, 6} {
			f := equalNodes(share(r, 10), n)
			b := assert.Got(Find(t.Context(), f, fleet.Load))(t)
			v, _ := b.Value.Float64()
			x := float64(r) / 10
			want := 2 * math.Sqrt(x*(1-x)/float64(n))
			if a := want / 2 / x; a > 1 || want/2/(1-x) > 1 {
				continue
			}
			if math.Abs(v/want-1) > 1e-3 {
				t.Errorf("%d nodes, %d tenths reads: %v, want %v", n, r, v, want)
			}
		}
	}
}
