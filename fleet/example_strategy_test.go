package fleet_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"coterie/construct"
	"coterie/fleet"
)

// The paper of quoracle: reads ask {a,b} or {c,d}. With the pair that is far taken less often the
// answers come sooner, and the nodes still carry 150 reads a second.
func ExampleFindStrategy() {
	ctx := context.Background()
	f, err := fleet.Read(strings.NewReader(`
nodes:
  - {name: a, reads: 200, writes: 100, latency: 4s}
  - {name: b, reads: 200, writes: 100, latency: 4s}
  - {name: c, reads: 100, writes: 50, latency: 1s}
  - {name: d, reads: 100, writes: 50, latency: 1s}
workload: {reads: 1}
require: {capacity: 150}
`), "example")
	if err != nil {
		log.Fatal(err)
	}
	grid, err := construct.Build(ctx, "expr:a*b+c*d")
	if err != nil {
		log.Fatal(err)
	}
	s, err := f.Place(grid)
	if err != nil {
		log.Fatal(err)
	}
	st, err := fleet.FindStrategy(ctx, f, s, fleet.StrategyOptions{Goal: fleet.LatencyGoal, Limits: f.Require.Limits()})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range st.Menus[0].Choices {
		fmt.Println("read", c.Nodes, "with probability", c.Weight.RatString())
	}
	fmt.Println("latency", st.Latency.RatString(), "seconds, capacity", st.Capacity.RatString(), "reads a second")
	curve, err := fleet.LoadCurve(ctx, f, s, fleet.StrategyOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range curve {
		fmt.Println("share of reads", p.Reads.RatString(), "least load", p.Load.RatString())
	}
	// Output:
	// read [0 1] with probability 1/3
	// read [2 3] with probability 2/3
	// latency 2 seconds, capacity 150 reads a second
	// share of reads 0 least load 1/100
	// share of reads 1/2 least load 1/200
	// share of reads 1 least load 1/300
}
