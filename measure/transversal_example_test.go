package measure_test

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/measure"
	"coterie/quorum"
)

// The Fano plane survives any two crashes: no two nodes meet all seven lines.
func ExampleSmallestTransversal() {
	fano, err := quorum.NewFamily(7, [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}})
	if err != nil {
		panic(err)
	}
	t, _ := measure.SmallestTransversal(context.Background(), fano, measure.TransversalOptions{})
	fmt.Printf("%v meets every line; at least %d nodes are needed (%s); resilience %d\n", t.Set, t.Lower, t.LowerBy, t.Size-1)

	rows, err := quorum.NewFamily(6, [][]int{{0, 1, 2}, {3, 4, 5}}) // a cartel, whose quorums do not meet
	if err != nil {
		panic(err)
	}
	t, _ = measure.SmallestTransversal(context.Background(), rows, measure.TransversalOptions{})
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
	p, _ := measure.MaxDisjoint(context.Background(), pairs, measure.PackingOptions{})
	fmt.Printf("quorums %v are disjoint; at most %d (%s)\n", p.Quorums, p.Upper, p.UpperBy)
	// Output:
	// quorums [1 4] are disjoint; at most 2 (sizes)
}

// The limits that apply to the majority of five, and how far from them it is.
func ExampleCompare() {
	majority, err := quorum.NewFamily(5, [][]int{
		{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 2, 3}, {0, 2, 4}, {0, 3, 4}, {1, 2, 3}, {1, 2, 4}, {1, 3, 4}, {2, 3, 4},
	})
	if err != nil {
		panic(err)
	}
	load, resilience := bounds.FractionOf(3, 5), 2
	facts := bounds.Facts{N: 5, Family: measure.Listed(context.Background(), majority), Figures: bounds.Figures{Load: &load, Resilience: &resilience}}
	facts.Family.Intersecting = true
	for _, c := range measure.Compare(facts.Limits()) {
		if c.Quantity == bounds.Load || c.Quantity == bounds.Resilience {
			fmt.Printf("%s %v, %s limit %s (%s), slack %s\n", c.Quantity, c.Value, c.Direction, c.Limit, c.Name, c.Slack)
		}
	}
	// Output:
	// load 3/5, lower limit sqrt(1/5) (naor-wool-load), slack 3/5 - sqrt(1/5)
	// load 3/5, lower limit 1/10 + sqrt(17/100) (plane-load), slack 1/2 - sqrt(17/100)
	// load 3/5, lower limit 3/5 (size-load), slack 0
	// load 3/5, lower limit 7/15 (largest-load), slack 2/15
	// load 3/5, lower limit 1/3 (resilience-load), slack 4/15
	// resilience 2, upper limit 2 (majority-resilience), slack 0
	// resilience 2, upper limit 2 (size-resilience), slack 0
	// resilience 2, upper limit 2 (survivors-resilience), slack 0
	// resilience 2, lower limit 1 (load-resilience), slack 1
}
