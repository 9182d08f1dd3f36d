package fleet

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// unevenFleet returns n nodes of capacities and latencies that all differ, asked from some places.
func unevenFleet(n, places, shares, silent int) *Fleet {
	r := rand.New(rand.NewPCG(uint64(n), uint64(places)))
	f := &Fleet{Optimize: []Goal{Load}}
	for i := range n {
		reads := 1000 + r.Int64N(30)*100
		f.Nodes = append(f.Nodes, Node{Name: fmt.Sprintf("s%d", i), Zone: NoZone, Crash: new(big.Rat), Reads: big.NewRat(reads, 1), Writes: big.NewRat(reads/2, 1)})
	}
	for c := range places {
		client := Client{Name: fmt.Sprint(c), Zone: NoZone, Share: big.NewRat(1, int64(places))}
		for range n {
			client.Latency = append(client.Latency, Latency{At: []*big.Rat{one}, Time: []*big.Rat{big.NewRat(1+r.Int64N(40), 1000)}})
		}
		f.Clients = append(f.Clients, client)
	}
	for k := range shares {
		f.Workload.Shares = append(f.Workload.Shares, Share{big.NewRat(int64(10*shares-9*k), int64(10*shares)), big.NewRat(1, int64(shares))})
	}
	f.Workload.Silent = silent
	return f
}

func BenchmarkFindStrategy(b *testing.B) {
	for _, c := range []struct{ n, places, shares, silent int }{{5, 1, 9, 0}, {11, 3, 2, 0}, {11, 3, 9, 1}, {50, 1, 1, 0}, {50, 3, 2, 0}, {50, 3, 2, 1}} {
		f := unevenFleet(c.n, c.places, c.shares, c.silent)
		if c.n == 5 {
			f = caseStudy(0)
		}
		s := expression(b, f, "majority("+strings.Join(f.Names(), ",")+")")
		for _, o := range []StrategyOptions{{}, {Goal: LatencyGoal}, {Limits: Limits{Latency: big.NewRat(3, 100)}}} {
			if c.n == 5 && o.Limits.Latency != nil {
				o.Limits.Latency = big.NewRat(4, 1)
			}
			b.Run(fmt.Sprintf("n=%d/places=%d/shares=%d/silent=%d/goal=%s/limit=%t", c.n, c.places, c.shares, c.silent, o.Goal, o.Limits.Latency != nil), func(b *testing.B) {
				for b.Loop() {
					if _, err := FindStrategy(context.Background(), f, s, o); err != nil {
						b.Log(err)
						break
					}
				}
			})
		}
	}
}
