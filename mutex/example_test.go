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
	if err := enterAlone("fpp:order=2"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// (1) REQUEST from 1 to 2
	// (1) REQUEST from 1 to 3
	// (2) LOCKED from 2 to 1
	// (2) LOCKED from 3 to 1
	// process 1 is in CS
}

// A system without sites does not say which quorum a process asks: WithSites chooses one for each.
func ExampleSetup_WithSites() {
	if err := enterAlone("{1,2},{1,3},{2,3,4}"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// (1) REQUEST from 1 to 2
	// (2) LOCKED from 2 to 1
	// process 1 is in CS
}

// enterAlone lets process 1 enter, and prints each message.
func enterAlone(spec string) error {
	ctx := context.Background()
	built, err := construct.Build(ctx, spec)
	if err != nil {
		return err
	}
	of, ordinary := built.Structure.(*quorum.System)
	if !ordinary {
		return fmt.Errorf("%s is no quorum system", spec)
	}
	setup, err := mutex.NewSetup(of, of.N(), mutex.Options{})
	if err != nil {
		return err
	}
	if setup, err = setup.WithSites(ctx, of, []int32{0}); err != nil {
		return err
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
	return nil
}
