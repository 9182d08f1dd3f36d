package explore_test

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/explore"
)

// triangle has three processes over {1,2}, {2,3}, {1,3}, each with the quorum of its site.
func triangle(algorithm string, entries int) explore.Config {
	ctx := context.Background()
	built, err := construct.Build(ctx, "{1,2},{2,3},{1,3}")
	if err != nil {
		log.Fatal(err)
	}
	c, err := explore.Over(ctx, built.Structure, mutex.Find(algorithm), mutex.Options{})
	if err != nil {
		log.Fatal(err)
	}
	c.Entries = entries
	return c
}

// Three processes that enter once each: every state, and the properties that hold there.
func ExampleRun() {
	r, err := explore.Run(context.Background(), triangle("maekawa-fixed", 1), explore.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.States, "states, all of them:", r.Complete)
	fmt.Println("the rule is broken in", r.Violations, "and", r.Stuck, "are stuck")
	// Output:
	// 457 states, all of them: true
	// the rule is broken in 0 and 0 are stuck
}

// The greatest cost of one of them, where Maekawa counts 3(K-1) = 3 to 5(K-1) = 5 messages.
func ExampleMessages() {
	m, err := explore.Messages(context.Background(), triangle("maekawa-fixed", 1), explore.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("at most", m.Most, "messages for one entry, and", m.Total, "in all")
	// Output:
	// at most 4 messages for one entry, and 11 in all
}

// One process at a time may be inside, so each of them has to come in when it alone wishes.
func ExampleEntering() {
	e, err := explore.Entering(context.Background(), triangle("maekawa-fixed", 1), explore.Options{})
	if err != nil {
		log.Fatal(err)
	}
	holds, known := e.Holds()
	for _, s := range e.Sets {
		fmt.Println(len(s.Requesters), "requester, and", s.Alike, "alike:", s.States, "states")
	}
	fmt.Println(holds, known)
	// Output:
	// 1 requester, and 3 alike: 4 states
	// true true
}
