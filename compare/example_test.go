package compare_test

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/compare"
)

func ExampleCompare() {
	table, err := compare.Compare(context.Background(), []int{12}, 0, nil, compare.Options{P: bounds.FractionOf(1, 100)})
	if err != nil {
		fmt.Println(err)
		return
	}
	table.Sort(compare.Load)
	for _, r := range table.Rows {
		failure, _ := r.Failure.Exact.Float64()
		fmt.Printf("%-19s load %v, failure %.1e, messages %v, front %t\n", r.Spec, r.Load.Exact.RatString(), failure, r.Messages.Exact.RatString(), r.Front)
	}
	// Output:
	// degenerate-fpp:n=12 load 1/3, failure 1.1e-06, messages 35/4, front true
	// grid:n=12           load 1/2, failure 6.2e-05, messages 15, front false
	// billiard:q=5        load 1/2, failure 2.2e-04, messages 12, front false
	// wheel:n=12          load 11/21, failure 1.0e-03, messages 121/7, front false
	// majority:n=12       load 7/12, failure 8.8e-10, messages 77/4, front true
	// threshold:n=12,b=2  load 3/4, failure 4.6e-06, messages 99/4, front false
	// singleton:n=12      load 1, failure 1.0e-02, messages 11/4, front true
}
