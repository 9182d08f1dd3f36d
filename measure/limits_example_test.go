package measure_test

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/measure"
	"coterie/quorum"
)

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
