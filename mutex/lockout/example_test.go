package lockout_test

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// A token that forgets the waiting processes can pass one of them by for ever.
func ExampleJudge() {
	ctx := context.Background()
	built, err := construct.Build(ctx, "{1,2},{2,3},{1,3}")
	if err != nil {
		panic(err)
	}
	c, err := explore.Over(ctx, built.Structure, mutex.Find("suzuki-kasami"), mutex.Options{Flaw: mutex.ForgetsQueue})
	if err != nil {
		panic(err)
	}
	r, err := lockout.Judge(ctx, c, lockout.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v of process %v, in %d states\n", r.Verdict, quorum.Index(r.Process), r.States)

	player := trace.NewPlayer(c.Algorithm, c.Setup, true, false)
	for _, choice := range r.Stem {
		player.Do(choice)
	}
	for range 1000 {
		for _, choice := range r.Cycle {
			player.Do(choice)
		}
	}
	for p := range int32(3) {
		fmt.Printf("process %v has wished %d times and is in %v\n", quorum.Index(p), player.Wishes(p), player.Phase(p))
	}
	// Output:
	// lockout of process 3, in 282 states
	// process 1 has wished 1001 times and is in CS
	// process 2 has wished 1000 times and is in NCS
	// process 3 has wished 1 times and is in trying
}
