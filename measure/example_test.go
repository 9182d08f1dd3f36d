package measure_test

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/measure"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// A system by its name, and its figures: of a plane, whose quorums are listed, and of a majority,
// which has too many and is known by a formula.
func Example() {
	ctx := context.Background()
	for _, spec := range []string{"fpp:order=3", "majority:n=1001"} {
		s, err := construct.Build(ctx, spec)
		if err != nil {
			log.Fatal(err)
		}
		load, err := loads.Find(ctx, s, loads.Options{})
		if err != nil {
			log.Fatal(err)
		}
		transversal, err := transversals.Smallest(ctx, s, transversals.Options{})
		if err != nil {
			log.Fatal(err)
		}
		d, err := measure.JudgeDomination(ctx, []quorum.Known{s}, measure.DominationOptions{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(s.Name, "load", load.Value, "resilience", transversal.Size-1, "dominated", d.Dominated())
	}
	// Output:
	// fpp:order=3 load 4/13 resilience 3 dominated true
	// majority:n=1001 load 501/1001 resilience 500 dominated false
}
