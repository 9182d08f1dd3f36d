package construct_test

import (
	"fmt"

	"coterie/construct"
	"coterie/quorum"
)

// Seven points, six nodes: one point of the Fano plane is replaced, one line dropped.
func ExampleDegenerateFPP() {
	s, err := construct.DegenerateFPP(6, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name())
	printSets(s)
	fmt.Println("responsibilities", s.Family().Responsibilities())
	// Output:
	// degenerate-fpp:n=6
	// S_1 = {1,3,5}
	// S_2 = {2,3,6}
	// S_3 = {3,4,5}
	// S_4 = {1,4,6}
	// S_5 = {2,4,5}
	// S_6 = {5,6}
	// responsibilities [2 2 3 3 4 3]
}

// Maekawa's example for N = 5, with the sites that FPP gives the Fano plane.
func ExampleReplaceNodes() {
	fano, err := construct.FPP(2)
	if err != nil {
		panic(err)
	}
	// Node 7 by node 5, and 6 by 4; in Go nodes count from 0.
	s, err := construct.ReplaceNodes("five nodes", fano, map[int]int{6: 4, 5: 3})
	if err != nil {
		panic(err)
	}
	printSets(s)
	// Output:
	// S_1 = {1,2,3}
	// S_2 = {2,4}
	// S_3 = {3,4,5}
	// S_4 = {1,4,5}
	// S_5 = {2,5}
}

func ExampleLiteralDegeneration() {
	d, err := construct.LiteralDegeneration(5)
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
