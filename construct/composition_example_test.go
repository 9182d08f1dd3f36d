package construct_test

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/quorum"
)

// Majorities of majorities on 27 nodes: quorums of 8, where a majority has 14.
func ExampleHierarchical() {
	i, err := construct.Parse(context.Background(), "hierarchical:outer=(majority:n=3),inner=(hierarchical:outer=(majority:n=3),inner=(majority:n=3))")
	if err != nil {
		panic(err)
	}
	shape, err := i.Shape(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println("n", shape.N, "K", shape.MinQuorum, "quorums", shape.Quorums, "responsibility", shape.MinResponsibility)

	majority, err := quorum.As[*quorum.System](construct.Majority(3))
	if err != nil {
		panic(err)
	}
	s, err := construct.Hierarchical(majority, majority)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name(), s.(*quorum.System).Family().Set(0))
	// Output:
	// n 27 K 8 quorums 2187 responsibility 648
	// hierarchical:outer=(majority:n=3),inner=(majority:n=3) {1,2,4,5}
}

// A Fano plane whose first point is a majority of three.
func ExampleComposition() {
	plane, err := quorum.As[*quorum.System](construct.FPP(2))
	if err != nil {
		panic(err)
	}
	majority, err := quorum.As[*quorum.System](construct.Majority(3))
	if err != nil {
		panic(err)
	}
	s, err := construct.Composition(plane, 0, majority)
	if err != nil {
		panic(err)
	}
	f := s.(*quorum.System).Family()
	least, greatest := f.Sizes()
	fmt.Println(s.Name())
	fmt.Printf("%d nodes, %d quorums of %d to %d\n", s.N(), f.Len(), least, greatest)
	// Output:
	// composition:outer=(fpp:order=2),node=1,inner=(majority:n=3)
	// 9 nodes, 13 quorums of 3 to 4
}

// There is no plane of ten points: ten nodes of the plane of 13 points are kept, by either mode.
func ExampleTruncated() {
	plane, err := quorum.As[*quorum.System](construct.FPP(3))
	if err != nil {
		panic(err)
	}
	for _, mode := range []construct.TruncateMode{construct.Drop, construct.Merge} {
		s, err := construct.Truncated(plane, 10, mode, 9)
		if err != nil {
			panic(err)
		}
		f := s.(*quorum.System).Family()
		least, greatest := f.Sizes()
		holds := quorum.JudgeIntersection(context.Background(), f, quorum.Options{}).Holds
		fmt.Printf("%s: %d quorums of %d to %d, intersection %v\n", s.Name(), f.Len(), least, greatest, holds)
	}
	_, err = construct.Truncated(plane, 2, construct.Drop, 0)
	fmt.Println(err)
	// Output:
	// truncated:n=10,of=(fpp:order=3): 3 quorums of 4 to 4, intersection holds
	// truncated:n=10,of=(fpp:order=3),mode=merge: 12 quorums of 2 to 4, intersection holds
	// truncated: no quorum of (fpp:order=3) lies within the nodes 1..2
}

// Three groups: the third has room for four processes at a time, the first for two.
func ExampleRectangularSurficial() {
	g, err := quorum.As[*quorum.GroupSystem](construct.RectangularSurficial([]int{2, 3, 4}, 0))
	if err != nil {
		panic(err)
	}
	for i := range g.Groups() {
		c := g.Cartel(i)
		fmt.Printf("cartel %v: %d disjoint quorums, the first %v\n", quorum.Index(i), c.Len(), c.Set(0))
	}
	i, err := construct.Parse(context.Background(), "rectangular-surficial:sides=2-3-4,processes=13")
	if err != nil {
		panic(err)
	}
	shape, err := i.Shape(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Printf("two nodes on each of %d processes: degree %d, responsibility %v to %v\n",
		shape.N, shape.Degree, shape.MinResponsibility, shape.MaxResponsibility)
	// Output:
	// cartel 1: 2 disjoint quorums, the first {1,2,3,7,8,9,10}
	// cartel 2: 3 disjoint quorums, the first {1,4,15,16,17,18}
	// cartel 3: 4 disjoint quorums, the first {7,11,15,19,23}
	// two nodes on each of 13 processes: degree 1, responsibility 3 to 4
}
