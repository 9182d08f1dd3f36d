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
	run, err := sim.ConfigFor(ctx, grid.Structure, mutex.Find("maekawa"), mutex.Options{}, sim.Site)
	if err != nil {
		log.Fatal(err)
	}
	config := explore.Config{Algorithm: run.Algorithm, Setup: run.Setup, Entries: 1, Requesters: judge.Requesters(run.Requesters)}
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
