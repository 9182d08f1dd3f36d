package enumerate_test

import (
	"context"
	"fmt"

	"coterie/search/enumerate"
)

func ExampleCount() {
	for n := 1; n <= 8; n++ {
		c, err := enumerate.Count(context.Background(), enumerate.Query{Nodes: n, Nondominated: true}, enumerate.Options{})
		if err != nil {
			panic(err)
		}
		fmt.Println(n, c.Count, "by", c.Method)
	}
	// Output:
	// 1 1 by definition
	// 2 2 by split on two nodes
	// 3 4 by split on three nodes
	// 4 12 by split on four nodes
	// 5 81 by split on four nodes
	// 6 2646 by split on four nodes
	// 7 1422564 by split on four nodes
	// 8 229809982112 by split on four nodes
}

// Two ways to count the coteries on five nodes that use them all.
func ExampleCountBy() {
	q := enumerate.Query{Nodes: 5, AllUsed: true}
	for _, method := range []enumerate.Method{enumerate.SplitFour, enumerate.SplitTwo} {
		c, err := enumerate.CountBy(context.Background(), q, method, enumerate.Options{})
		if err != nil {
			panic(err)
		}
		fmt.Println(c.Count, "by", c.Method)
	}
	_, err := enumerate.Count(context.Background(), enumerate.Query{Nodes: 0}, enumerate.Options{})
	fmt.Println(err)
	// Output:
	// 2330 by nondominated ones with one more node, split on four nodes; all nodes used by binomial
	// inversion 2330 by nondominated ones with one more node, split on two nodes; all nodes used by
	// binomial inversion n: a coterie has at least one node, not 0
}
