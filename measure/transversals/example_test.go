package transversals_test

import (
	"context"
	"fmt"

	"coterie/measure/transversals"
	"coterie/quorum"
)

// The Fano plane survives any two crashes: no two nodes meet all seven lines.
func ExampleSmallest() {
	fano, err := quorum.NewFamily(7, [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}})
	if err != nil {
		panic(err)
	}
	t, _ := transversals.Smallest(context.Background(), fano, transversals.Options{})
	fmt.Printf("%v meets every line; at least %d nodes are needed (%s); resilience %d\n", t.Set, t.Lower, t.LowerBy, t.Size-1)

	rows, err := quorum.NewFamily(6, [][]int{{0, 1, 2}, {3, 4, 5}}) // a cartel, whose quorums do not meet
	if err != nil {
		panic(err)
	}
	t, _ = transversals.Smallest(context.Background(), rows, transversals.Options{})
	fmt.Printf("%v, at least %d (%s: quorums %v)\n", t.Set, t.Lower, t.LowerBy, t.Packing)
	// Output:
	// {1,2,3} meets every line; at least 3 nodes are needed (degrees); resilience 2
	// {1,4}, at least 2 (packing: quorums [1 2])
}

// The degree of a cartel, with the disjoint quorums and a reason why there are no more.
func ExampleMaxDisjoint() {
	pairs, err := quorum.NewFamily(5, [][]int{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}})
	if err != nil {
		panic(err)
	}
	p, _ := transversals.MaxDisjoint(context.Background(), pairs, transversals.PackingOptions{})
	fmt.Printf("quorums %v are disjoint; at most %d (%s)\n", p.Quorums, p.Upper, p.UpperBy)
	// Output:
	// quorums [1 4] are disjoint; at most 2 (sizes)
}
