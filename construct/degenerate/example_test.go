package degenerate_test

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/construct/degenerate"
	"coterie/quorum"
)

// Maekawa's example for N = 5, with the sites that FPP gives the Fano plane.
func ExampleReplaceNodes() {
	fano, err := quorum.As[*quorum.System](construct.FPP(2))
	if err != nil {
		panic(err)
	}
	// Node 7 by node 5, and 6 by 4; in Go nodes count from 0.
	s, err := degenerate.ReplaceNodes(context.Background(), "five nodes", fano, map[int]int{6: 4, 5: 3})
	if err != nil {
		panic(err)
	}
	for i, q := range s.Sites() {
		fmt.Printf("S_%d = %v\n", i+1, s.Family().Set(q))
	}
	// Output:
	// S_1 = {1,2,3}
	// S_2 = {2,4}
	// S_3 = {3,4,5}
	// S_4 = {1,4,5}
	// S_5 = {2,5}
}

func ExampleLiteral() {
	d, err := degenerate.Literal(context.Background(), 5)
	if err != nil {
		panic(err)
	}
	fmt.Println("order", d.Order())
	const point = 6 // the last one
	fmt.Printf("point %v is replaced by point %v\n", quorum.Node(point), quorum.Node(d.Replaced()[point]))
	// Output:
	// order 2
	// point 7 is replaced by point 5
}
