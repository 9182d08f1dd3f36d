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
	config, err := sim.ConfigFor(ctx, fano.Structure, mutex.Find("maekawa-fixed"), mutex.Options{}, sim.Site)
	if err != nil {
		log.Fatal(err)
	}
	config.Latency, config.Critical = sim.Exp(1), sim.Always(1)
	config.Entries, config.Seed = 1000, 1
	r, err := sim.Run(ctx, config)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Entries, "entries,", r.Violations, "of them while another process was inside")
	fmt.Println(r.Messages, "messages")
}
