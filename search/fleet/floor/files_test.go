package floor

import (
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/check/reach"
)

// The bounds of the committed fleets, beside what a local search over systems found.
func TestCommittedFleets(t *testing.T) {
	for _, c := range []struct {
		name                   string
		load, latency, network *big.Rat // the least that the bounds have been
	}{
		{"five.yaml", big.NewRat(1939, 10000000), one, whole(2)},
		{"servers.yaml", big.NewRat(1616, 10000000), big.NewRat(8, 100), whole(2)},
		{"eleven.yaml", big.NewRat(53, 416000), big.NewRat(86, 1000), big.NewRat(36, 10)}, // a system has this load
		{"fifty.yaml", big.NewRat(266, 10000000), big.NewRat(81, 1000), whole(3)},
	} {
		f := fleets.Read(t, c.name)
		for goal, want := range map[fleet.Goal]*big.Rat{fleet.Load: c.load, fleet.LatencyGoal: c.latency, fleet.Network: c.network} {
			b := assert.Got(Find(t.Context(), f, goal))(t)
			if b.Absent || b.Value.Cmp(want) < 0 {
				t.Errorf("%s, %s: %v is below %v", c.name, goal, b.Value, want)
			}
			if v := product(b.Proof.Value(), b.Unit); !b.Absent && v.Cmp(b.Value) < 0 {
				t.Errorf("%s, %s: the proof adds up to %v, not %v", c.name, goal, v, b.Value)
			}
		}
	}
}

// BenchmarkAllDifferent bounds 50 nodes no two of which are alike, from three places with latencies
// of their own, under every limit: the largest programs there are.
func BenchmarkAllDifferent(b *testing.B) {
	const n = 50
	random := rand.New(rand.NewPCG(1, 9))
	f := equalNodes(share(8, 10), 12, 12, 12, 14)
	f.Clients = nil
	for i := range f.Nodes {
		f.Nodes[i].Reads, f.Nodes[i].Writes = big.NewRat(int64(1000+random.IntN(3000)), 1), big.NewRat(int64(500+random.IntN(1500)), 1)
	}
	for range 3 {
		var latency []fleet.Latency
		for range n {
			latency = append(latency, fleets.Always(big.NewRat(int64(1+random.IntN(200)), 1000)))
		}
		f.Clients = append(f.Clients, fleet.Client{Zone: fleet.NoZone, Share: big.NewRat(1, 3), Latency: latency})
	}
	f.Require = fleet.Requirements{SurviveNodes: 1, SurviveZones: 1, Latency: big.NewRat(60, 1000), Network: whole(6)}
	for b.Loop() {
		assert.Got(Find(b.Context(), f, fleet.Capacity))(b)
	}
	reach.Time(b, "fleet-bound/n=50/all-different", reach.PerRun(b), 10*time.Second)
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"five.yaml", "eleven.yaml", "fifty.yaml"} {
		b.Run("fleet="+name, func(b *testing.B) {
			f := fleets.Read(b, name)
			for b.Loop() {
				assert.Got(Find(b.Context(), f, fleet.Capacity))(b)
			}
		})
	}
}
