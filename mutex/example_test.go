package mutex_test

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/mutex"
	"coterie/quorum"
)

// Process 1 asks the members of its quorum, and enters when each has given it its lock. What
// decides which message arrives when is the caller.
func ExampleSystem() {
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
	system := mutex.NewSystem(algorithm, setup)
	under := system.Wish(mutex.Wish{Process: 0, Entry: 1, Quorum: setup.Own[0]}, nil)
	for len(under) > 0 {
		m := under[0]
		fmt.Println(algorithm.Lines[m.Line], m.Kind, "from", quorum.Node(m.From), "to", quorum.Node(m.To))
		under = system.Receive(m, under[1:])
	}
	fmt.Println("process 1 is in", system.Phase(0))
	// Output:
	// (1) REQUEST from 1 to 2
	// (1) REQUEST from 1 to 3
	// (2) LOCKED from 2 to 1
	// (2) LOCKED from 3 to 1
	// process 1 is in CS
}
