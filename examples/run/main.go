// Command run lets Maekawa's algorithm, with Sanders' mend, run over the Fano plane: seven
// processes enter a thousand times, as often as they can.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/sim"
)

func main() {
	ctx := context.Background()
	fano, err := construct.Build(ctx, "fano")
	if err != nil {
		log.Fatal(err)
	}
	setup, err := mutex.NewSetup(fano.Structure, fano.N(), mutex.Options{})
	if err != nil {
		log.Fatal(err)
	}
	algorithm := mutex.Find("maekawa-fixed")
	requesters, err := sim.Requesters(ctx, fano.Structure, algorithm, setup, nil, nil, sim.Site)
	if err != nil {
		log.Fatal(err)
	}
	r, err := sim.Run(ctx, sim.Config{
		Algorithm: algorithm, Setup: setup, Requesters: requesters, Entries: 1000, Seed: 1,
		Latency: sim.Distribution{Shape: sim.Exponential, A: 1}, Critical: sim.Distribution{A: 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Entries, "entries,", r.Violations, "of them while another process was inside")
	fmt.Println(r.Messages, "messages")
}
