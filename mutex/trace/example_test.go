package trace_test

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/mutex/trace"
)

// Protocol P of Miyamoto, Kakugawa and Yamashita can block, as their footnote says: the shortest
// run that a longer one shrinks to, step by step.
func Example() {
	ctx := context.Background()
	s, err := construct.Build(ctx, "{1,2},{2,3},{1,3}")
	if err != nil {
		log.Fatal(err)
	}
	setup, err := mutex.NewSetup(s.Structure, s.N(), mutex.Options{})
	if err != nil {
		log.Fatal(err)
	}
	config := sim.Config{
		Algorithm: mutex.Find("protocol-p"), Setup: setup, Entries: 100,
		Latency: sim.Exp(1), Critical: sim.Always(1),
	}
	for p := range int32(3) {
		config.Requesters = append(config.Requesters, sim.Requester{Process: p, Groups: []int32{0}, Menus: []sim.Menu{{Quorums: []int32{p}}}})
	}
	short, err := trace.ShrinkRun(ctx, config)
	if err != nil {
		log.Fatal(err)
	}
	replay := trace.NewReplay(mutex.NewSystem(config.Algorithm, setup), func(step trace.Step) {
		fmt.Println(step.Number, short.Sentence(step.Opener, step.Then))
	})
	for _, e := range short.Events {
		if err := replay.Event(e); err != nil {
			log.Fatal(err)
		}
	}
	for _, line := range replay.System.DescribeWaits(nil) {
		fmt.Println(line)
	}
	// Output:
	// 1 process 1 wishes to enter with quorum {1,2}; sends REQUEST (request) to 1, 2
	// 2 process 2 wishes to enter with quorum {2,3}; sends REQUEST (request) to 2, 3
	// 3 process 3 wishes to enter with quorum {1,3}; sends REQUEST (request) to 1, 3
	// 4 node 2 gets REQUEST (request) from node 2; sends OK (permission 1) to 2
	// 5 node 1 gets REQUEST (request) from node 1; sends OK (permission 1) to 1
	// 6 node 3 gets REQUEST (request) from node 3; sends OK (permission 1) to 3
	// 7 node 1 gets OK (permission 1) from node 1
	// 8 node 2 gets REQUEST (request) from node 1
	// 9 node 1 gets REQUEST (request) from node 3
	// 10 node 3 gets OK (permission 1) from node 3
	// 11 node 3 gets REQUEST (request) from node 2
	// 12 node 2 gets OK (permission 1) from node 2
	// process 1 waits for node 2, whose lock process 2 has
	// process 2 waits for node 3, whose lock process 3 has
	// process 3 waits for node 1, whose lock process 1 has
}
