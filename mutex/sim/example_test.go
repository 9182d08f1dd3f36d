package sim_test

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// Maekawa's algorithm, mended, over the Fano plane under full load: the cost of an entry, and the
// time for which the critical section is empty between two of them.
func Example() {
	ctx := context.Background()
	fano, err := construct.Build(ctx, "fpp:order=2")
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
	r, err := sim.Replicate(ctx, sim.Config{
		Algorithm: algorithm, Setup: setup, Requesters: requesters, Entries: 1000, Warmup: 100, Seed: 1,
		Latency: sim.Exp(1), Critical: sim.Always(1),
	}, sim.Options{Replications: 4, Structure: fano.Structure})
	if err != nil {
		log.Fatal(err)
	}
	interval := r.Intervals["messages_per_entry"]
	fmt.Printf("%d entries, %d against the rule\n", r.Entries, r.Violations)
	fmt.Printf("%.2f messages an entry (%.2f to %.2f), %d to %d for one\n", *r.MessagesPerEntry, interval.Low, interval.High, r.MinMessages, r.MaxMessages)
	fmt.Printf("%.2f mean latencies from an exit to the next entry\n", *r.SyncDelay)
	fmt.Printf("node %v is asked by %.3f of the requests; no strategy has less than %v\n", r.Accesses.BusiestNode, *r.Accesses.Busiest, r.Accesses.OptimalLoad)
	// Output:
	// 4000 entries, 0 against the rule
	// 8.01 messages an entry (8.01 to 8.02), 7 to 10 for one
	// 1.56 mean latencies from an exit to the next entry
	// node 4 is asked by 0.429 of the requests; no strategy has less than 3/7
}
