package fleet_test

import (
	"context"
	"math"
	"math/big"
	"testing"

	"coterie/construct"
	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// TestSimulatedUtilisation: the access algorithm, whose requests choose by the strategy, keeps the
// nodes as busy as the strategy says, within the interval that the replications leave.
func TestSimulatedUtilisation(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		spec   string
		silent int
		goal   fleet.Goal
	}{
		{"expr:a*b+c*d*e", 0, fleet.Load},
		{"majority:n=5", 1, fleet.Load},
		{"expr:a*b+a*c*e+d*e+d*c*b", 0, fleet.LatencyGoal},
	} {
		f := simulatedFleet(c.silent)
		k := assert.Got(construct.Build(ctx, c.spec))(t)
		s := assert.Got(f.Place(k))(t)
		limit := fleet.Limits{}
		if c.goal == fleet.LatencyGoal {
			limit.Load = big.NewRat(1, 2500)
		}
		st := assert.Got(fleet.FindStrategy(ctx, f, s, fleet.StrategyOptions{Goal: c.goal, Limits: limit}))(t)
		const replications = 30
		sum, squares := make([]float64, f.N()), make([]float64, f.N())
		for stream := range uint64(replications) {
			for i, x := range simulate(ctx, t, f, st, stream) {
				sum[i] += x
				squares[i] += x * x
			}
		}
		load, _ := st.Load.Float64()
		for i := range sum {
			mean := sum[i] / replications
			deviation := math.Sqrt(max(0, squares[i]/replications-mean*mean) / (replications - 1))
			want := busy(f, st, i)
			// 4.5 deviations of a mean of 30: one node in some 10,000 would be outside.
			if math.Abs(mean-want) > 4.5*deviation+1e-12 {
				t.Errorf("%s: node %s is busy for %.4g of a second a request, %.4g ± %.2g measured", c.spec, f.Nodes[i].Name, want, mean, deviation)
			}
			if mean > load+4.5*deviation {
				t.Errorf("%s: node %s is busier than the load", c.spec, f.Nodes[i].Name)
			}
			t.Logf("%s, node %s: utilisation %.4f computed, %.4f ± %.4f measured", c.spec, f.Nodes[i].Name, want/load, mean/load, deviation/load)
		}
	}
}

// simulatedFleet is nodes of three kinds, asked from two places, with 3 reads to a write.
func simulatedFleet(silent int) *fleet.Fleet {
	f := &fleet.Fleet{Optimize: []fleet.Goal{fleet.Load}}
	for i, reads := range []int64{4000, 2000, 4000, 2000, 4000} {
		f.Nodes = append(f.Nodes, fleet.Node{Name: string(rune('a' + i)), Zone: fleet.NoZone, Crash: new(big.Rat),
			Reads: big.NewRat(reads, 1), Writes: big.NewRat(reads/2, 1)})
	}
	one := big.NewRat(1, 1)
	for place, times := range [][]int64{{1, 1, 3, 4, 5}, {5, 4, 1, 1, 2}} {
		c := fleet.Client{Name: "p" + string(rune('0'+place)), Zone: fleet.NoZone, Share: big.NewRat(int64(3-place), 5)}
		for _, x := range times {
			c.Latency = append(c.Latency, fleet.Latency{At: []*big.Rat{one}, Time: []*big.Rat{big.NewRat(x, 1000)}})
		}
		f.Clients = append(f.Clients, c)
	}
	f.Workload = fleet.Workload{Shares: []fleet.Share{{Reads: big.NewRat(3, 4), Weight: one}}, Silent: silent}
	return f
}

// busy is for how long a request keeps node i busy, in the mean, from the definition.
func busy(f *fleet.Fleet, st *fleet.Strategy, i int) float64 {
	total := 0.0
	for _, m := range st.Menus {
		share, _ := f.Clients[m.Place].Share.Float64()
		capacity, part := f.Nodes[i].Reads, 0.75
		if m.Operation == fleet.Writes {
			capacity, part = f.Nodes[i].Writes, 0.25
		}
		c, _ := capacity.Float64()
		for _, choice := range m.Choices {
			for _, v := range choice.Nodes {
				if v == i {
					w, _ := choice.Weight.Float64()
					total += share * part * w / c
				}
			}
		}
	}
	return total
}

// simulate returns for how long a request keeps each node busy: processes of a place choose from
// its menus, each three reads to a write.
func simulate(ctx context.Context, t *testing.T, f *fleet.Fleet, st *fleet.Strategy, stream uint64) []float64 {
	t.Helper()
	// Group g of the simulated system has the sets of menu g.
	var cartels []quorum.Family
	var cumulative [][]float64
	for _, m := range st.Menus {
		var sets [][]int
		var up []float64
		sum := 0.0
		for _, c := range m.Choices {
			w, _ := c.Weight.Float64()
			sum += w
			sets, up = append(sets, c.Nodes), append(up, sum)
		}
		family := assert.Got(quorum.NewFamily(f.N(), sets))(t)
		cartels, cumulative = append(cartels, family), append(cumulative, up)
	}
	system, err := quorum.NewGroupSystem("strategy", cartels, nil)
	if err != nil {
		t.Fatal(err)
	}
	setup := assert.Got(mutex.NewSetup(system, 5, mutex.Options{}))(t)
	menu := func(g int) sim.Menu {
		m := sim.Menu{Cumulative: cumulative[g]}
		for q := setup.First[g]; q < setup.First[g+1]; q++ {
			m.Quorums = append(m.Quorums, q)
		}
		return m
	}
	var requesters []sim.Requester
	for p := range int32(5) { // 3 of 5 are in the first place
		place := 0
		if p >= 3 {
			place = 1
		}
		r := sim.Requester{Process: p}
		for k := range 4 {
			g := 2 * place
			if k == 3 {
				g++
			}
			r.Groups, r.Menus = append(r.Groups, int32(g)), append(r.Menus, menu(g))
		}
		requesters = append(requesters, r)
	}
	asked, requests := make([][2]float64, f.N()), 0.0
	_, err = sim.Run(ctx, sim.Config{
		Algorithm: mutex.Find("access"), Setup: setup, Requesters: requesters, Entries: 3000, Seed: 7, Stream: stream,
		Open: true, Think: sim.Exp(1), // wishes come at equal rates, however long answers take
		Trace: func(e sim.Event) {
			switch {
			case e.What == sim.Wishes:
				requests++
			case (e.What == sim.Arrives || e.What == sim.Tells) && e.Message.Kind == mutex.Ask:
				asked[e.Message.Node][e.Message.Group%2]++
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, f.N())
	for i, v := range f.Nodes {
		reads, _ := v.Reads.Float64()
		writes, _ := v.Writes.Float64()
		out[i] = (asked[i][0]/reads + asked[i][1]/writes) / requests
	}
	return out
}
