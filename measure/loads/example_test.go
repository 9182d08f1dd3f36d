package loads_test

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/construct"
	"coterie/measure/loads"
	"coterie/quorum"
)

// The wheel: the hub and a node of the rim, or the whole rim.
func ExampleFind() {
	s, err := quorum.As[*quorum.System](construct.Wheel(4))
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := loads.Find(context.Background(), s.Family(), loads.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("load", l.Value)
	for _, c := range l.Strategy {
		fmt.Println("quorum", c.Quorum, c.Nodes, "with probability", c.Weight)
	}
	fmt.Println("node weights", l.NodeWeights)
	fmt.Println("checked again:", loads.Check(context.Background(), s.Family(), l))
	// Output:
	// load 3/5
	// quorum 1 {1,2} with probability 1/5
	// quorum 2 {1,3} with probability 1/5
	// quorum 3 {1,4} with probability 1/5
	// quorum 4 {2,3,4} with probability 2/5
	// node weights [2/5 1/5 1/5 1/5]
	// checked again: <nil>
}

// Reads are a row of the 2×2 grid, writes a column of it, nine reads for each write.
func ExampleFindMixed() {
	rows, _ := quorum.NewFamily(4, [][]int{{0, 1}, {2, 3}})
	one, _ := quorum.NewFamily(4, [][]int{{0, 2}, {1, 3}})
	mix := []bounds.Fraction{bounds.FractionOf(9, 10), bounds.FractionOf(1, 10)}
	l, err := loads.FindMixed(context.Background(), []quorum.Family{rows, one}, mix, loads.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("load", l.Value, "node weights", l.NodeWeights)
	for g, strategy := range l.Strategies {
		for _, c := range strategy {
			fmt.Println("cartel", quorum.Index(g), c.Nodes, c.Weight)
		}
	}
	// Output:
	// load 1/2 node weights [1/4 1/4 1/4 1/4]
	// cartel 1 {1,2} 1/2
	// cartel 1 {3,4} 1/2
	// cartel 2 {1,3} 1/2
	// cartel 2 {2,4} 1/2
}
