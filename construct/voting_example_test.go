package construct_test

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/quorum"
)

func printFamily(f quorum.Family) {
	for i := range f.Len() {
		if i > 0 {
			fmt.Print(" ")
		}
		fmt.Print(f.Set(i))
	}
	fmt.Println()
}

// Node 1 has as many votes as all other nodes together, and needs one of them.
func ExampleWeighted() {
	s, err := quorum.As[*quorum.System](construct.Weighted([]int{3, 1, 1, 1}, 0))
	if err != nil {
		panic(err)
	}
	printFamily(s.Family())
	_, err = quorum.As[*quorum.System](construct.Weighted([]int{3, 1, 1, 1}, 3))
	fmt.Println("error:", err)
	// Output:
	// {1,2} {1,3} {1,4}
	// error: weighted: quota=3: want 4..6, more than half of the 6 votes
}

// The number of quorums of weighted voting, counted without listing them.
func ExampleWeighted_count() {
	i, err := construct.Parse(context.Background(), "weighted:votes=9-8-8-7-7-7-6-6-6-6-5-5-5-5-5-4-4-4-4-4-4-3-3-3-3-3-3-3-2-2-2-2-2-2-2-2-1-1-1-1-1-1-1-1-1")
	if err != nil {
		panic(err)
	}
	s, err := i.Shape(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d nodes, %v quorums of %d to %d nodes, %s\n", s.N, s.Quorums, s.MinQuorum, s.MaxQuorum, s.Method)
	// Output: 45 nodes, 966708587773 quorums of 13 to 32 nodes, counted by dynamic programming over the votes
}

func ExampleGifford() {
	s, err := quorum.As[*quorum.GroupSystem](construct.Gifford([]int{2, 1, 1, 1}, 2, 4))
	if err != nil {
		panic(err)
	}
	fmt.Print("reads:  ")
	printFamily(s.Cartel(0))
	fmt.Print("writes: ")
	printFamily(s.Cartel(1))
	// Output:
	// reads:  {1} {2,3} {2,4} {3,4}
	// writes: {1,2,3} {1,2,4} {1,3,4}
}

func ExampleReadWriteGrid() {
	s, err := quorum.As[*quorum.GroupSystem](construct.ReadWriteGrid(2, 2))
	if err != nil {
		panic(err)
	}
	fmt.Print("reads:  ")
	printFamily(s.Cartel(0))
	fmt.Print("writes: ")
	printFamily(s.Cartel(1))
	// Output:
	// reads:  {1,2} {1,4} {2,3} {3,4}
	// writes: {1,2,3} {1,3,4} {1,2,4} {2,3,4}
}

func ExampleWheel() {
	s, err := quorum.As[*quorum.System](construct.Wheel(5))
	if err != nil {
		panic(err)
	}
	printFamily(s.Family())
	// Output: {1,2} {1,3} {1,4} {1,5} {2,3,4,5}
}

func ExampleWall() {
	s, err := quorum.As[*quorum.System](construct.Wall([]int{1, 3, 2}))
	if err != nil {
		panic(err)
	}
	printFamily(s.Family())
	_, err = quorum.As[*quorum.System](construct.Wall([]int{3, 1, 2}))
	fmt.Println("error:", err)
	// Output:
	// {1,2,5} {1,2,6} {1,3,5} {1,3,6} {1,4,5} {1,4,6} {2,3,4,5} {2,3,4,6} {5,6}
	// error: wall: rows=1 in row 2: want 2..16777216 nodes in each row but the first (below others, a row of one node would put its quorums inside theirs)
}

// The binary tree of seven nodes: root 1, its children 2 and 3, the leaves 4 to 7.
func ExampleTree() {
	s, err := quorum.As[*quorum.System](construct.Tree(2, 2))
	if err != nil {
		panic(err)
	}
	printFamily(s.Family())
	fmt.Println("responsibilities", s.Family().Responsibilities())
	// Output:
	// {1,2,4} {1,2,5} {1,4,5} {1,3,6} {1,3,7} {1,6,7} {2,3,4,6} {2,3,4,7} {2,4,6,7} {2,3,5,6} {2,3,5,7} {2,5,6,7} {3,4,5,6} {3,4,5,7} {4,5,6,7}
	// responsibilities [6 8 8 8 8 8 8]
}
