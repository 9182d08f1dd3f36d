// Command deadlock goes through every state of Maekawa's algorithm, as it was printed in 1985, with
// four sites of a 2 x 2 grid that enter once each, and prints the shortest way into a deadlock.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/judge"
	"coterie/mutex/sim"
)

func main() {
	ctx := context.Background()
	grid, err := construct.Build(ctx, "grid:n=4")
	if err != nil {
		log.Fatal(err)
	}
	setup, err := mutex.NewSetup(grid.Structure, grid.N(), mutex.Options{})
	if err != nil {
		log.Fatal(err)
	}
	algorithm := mutex.Find("maekawa")
	requesters, err := sim.Requesters(ctx, grid.Structure, algorithm, setup, nil, nil, sim.Site)
	if err != nil {
		log.Fatal(err)
	}
	config := explore.Config{Algorithm: algorithm, Setup: setup, Entries: 1, Requesters: judge.Requesters(requesters)}
	report, err := judge.Of(ctx, config, judge.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.States, "states, of which", *report.Stuck, "are stuck")
	for _, run := range report.Runs {
		played, err := run.Play(nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("the shortest run that ends", run.Of, "has", played.Steps, "steps; then")
		for _, why := range played.Why {
			fmt.Println("  " + why)
		}
	}
}
