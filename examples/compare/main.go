// Command compare prints the load of every family that exists for 25 nodes, and marks the systems
// that no other one beats in load, in failure probability and in messages together.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/bounds"
	"coterie/compare"
)

func main() {
	table, err := compare.Compare(context.Background(), []int{25}, 0, nil, compare.Options{P: bounds.FractionOf(1, 100)})
	if err != nil {
		log.Fatal(err)
	}
	table.Sort(compare.Load)
	for _, row := range table.Rows {
		if row.Load.Exact == nil {
			continue
		}
		star := " "
		if row.Front {
			star = "*"
		}
		fmt.Printf("%s %-24s load %s\n", star, row.Spec, row.Load.Exact.RatString())
	}
	fmt.Println("* no other row is better in every respect")
}
