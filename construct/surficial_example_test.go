package construct_test

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/quorum"
)

func printCartels(g *quorum.GroupSystem) {
	for c := range g.Groups() {
		fmt.Printf("C_%v:", quorum.Index(c))
		for j := range g.Cartel(c).Len() {
			fmt.Print(" ", g.Cartel(c).Set(j))
		}
		fmt.Println()
	}
}

// Three groups on the three visible sides of a cube: Figure 1 of Joung, with 2 × 2 nodes on each.
func ExampleSurficial() {
	g, err := quorum.As[*quorum.GroupSystem](construct.Surficial(12, 3))
	if err != nil {
		panic(err)
	}
	printCartels(g)
	// Output:
	// C_1: {1,2,5,6} {3,4,7,8}
	// C_2: {1,3,9,10} {2,4,11,12}
	// C_3: {5,7,9,11} {6,8,10,12}
}

func ExampleSurficialDominatingSet() {
	t, err := construct.SurficialDominatingSet(12, 3)
	fmt.Println(t, err)
	_, err = construct.SurficialDominatingSet(1, 2)
	fmt.Println(err)
	// Output:
	// {2,3,5,6} <nil>
	// surficial: with n = 1 and m = 2 every square has one node; the set T of Theorem 3.4 takes a second column
}

func ExampleSurficialPlaceOf() {
	// With 4 groups and squares of side 3, node 54 is the last one of the last square.
	at := construct.SurficialPlaceOf(3, 4, 53)
	fmt.Printf("square P^{%d,%d}, column %d, row %d\n", at.I+1, at.J+1, at.R+1, at.S+1)
	fmt.Println(construct.SurficialNode(3, 4, at))
	// Output:
	// square P^{3,3}, column 3, row 3
	// 53
}

func ExampleAffine() {
	g, err := quorum.As[*quorum.GroupSystem](construct.Affine(3, 4))
	if err != nil {
		panic(err)
	}
	printCartels(g)
	// Output:
	// C_1: {1,2,3} {4,5,6} {7,8,9}
	// C_2: {1,4,7} {2,5,8} {3,6,9}
	// C_3: {1,5,9} {2,6,7} {3,4,8}
	// C_4: {1,6,8} {2,4,9} {3,5,7}
}

// Degree 6 on 36 nodes with three groups, although there is no affine plane of order 6.
func ExampleNet() {
	i, err := construct.Parse(context.Background(), "net:side=6,m=3")
	if err != nil {
		panic(err)
	}
	shape, err := i.Shape(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println("degree", shape.Degree, "with", shape.Quorums, "quorums of", shape.MaxQuorum)
	_, err = quorum.As[*quorum.GroupSystem](construct.Net(6, 4))
	fmt.Println(err)
	// Output:
	// degree 6 with 18 quorums of 6
	// net has no system of 36 nodes and 4 groups: a net of side 6 has at most 3 parallel classes
}

func ExampleLift() {
	s, err := quorum.As[*quorum.System](construct.Majority(3))
	if err != nil {
		panic(err)
	}
	g, err := construct.Lift(s, 2)
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Name())
	printCartels(g)
	// Output:
	// lift:m=2,of=(majority:n=3)
	// C_1: {1,2} {1,3} {2,3}
	// C_2: {1,2} {1,3} {2,3}
}

// Seven groups on the lines of the Fano plane, nine nodes on each line: degree 3 on 63 nodes, each
// in three quorums. With two quorums to a node 189 nodes are needed; a net, with seven quorums to a
// node, has degree 7 on 49 nodes, and none of degree 3 has seven cartels.
func ExampleDesignSurficial() {
	for _, spec := range []string{
		"design-surficial:design=pairs,m=7,degree=3",
		"design-surficial:design=projective,order=2,degree=3",
		"design-surficial:design=one,m=7,degree=7",
	} {
		i, err := construct.Parse(context.Background(), spec)
		if err != nil {
			panic(err)
		}
		shape, err := i.Shape(context.Background())
		if err != nil {
			panic(err)
		}
		fmt.Printf("R = %v: n = %d, K = %d, degree %d\n", shape.MaxResponsibility, shape.N, shape.MaxQuorum, shape.Degree)
	}
	g, err := quorum.As[*quorum.GroupSystem](construct.DesignSurficial(construct.ProjectiveDesign, 2, 1))
	if err != nil {
		panic(err)
	}
	printCartels(g)
	_, err = quorum.As[*quorum.GroupSystem](construct.DesignSurficial(construct.OneDesign, 7, 3))
	fmt.Println(err)
	// Output:
	// R = 2: n = 189, K = 18, degree 3
	// R = 3: n = 63, K = 9, degree 3
	// R = 7: n = 49, K = 7, degree 7
	// C_1: {1,2,3}
	// C_2: {1,4,5}
	// C_3: {1,6,7}
	// C_4: {2,4,6}
	// C_5: {2,5,7}
	// C_6: {3,4,7}
	// C_7: {3,5,6}
	// design-surficial has no system of 9 nodes and 7 groups: there is no orthogonal array OA(9; 7, 3) for blocks of 7 cartels
}

// Three classes of lines of the affine plane of order 3, with a set that can be added to the first.
func ExampleDesignSurficialDominatingSet() {
	fmt.Println(construct.DesignSurficialDominatingSet(context.Background(), construct.OneDesign, 3, 3))
	fmt.Println(construct.DesignSurficialDominatingSet(context.Background(), construct.OneDesign, 3, 2))
	// Output:
	// {2,3,4,9} <nil>
	// {} <nil>
}
