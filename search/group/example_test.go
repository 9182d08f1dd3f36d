package group_test

import (
	"context"
	"fmt"
	"os"

	"coterie/quorum"
	"coterie/search/group"
)

// Five nodes give four cartels two disjoint quorums each; four nodes do not.
func ExampleFind() {
	r, err := group.Find(context.Background(), 5, 4, group.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Value, r.Optimal)
	fmt.Println("lower by", r.LowerBy)
	fmt.Println("upper by", r.UpperBy)
	if err := quorum.Write(os.Stdout, r.System.Structure); err != nil {
		fmt.Println(err)
	}
	// Output:
	// found 2 true
	// lower by Katona's sets
	// upper by Joung's Lemma 3.2, d^2 <= n: degree 3 needs 9 nodes
	// {"format":"coterie/1","kind":"group-quorum-system","name":"4 cartels of 2 disjoint quorums on 5 nodes","n":5,
	//  "cartels":[[[1,5],[2,3,4]],
	//   [[1,4],[2,3,5]],
	//   [[1,3],[2,4,5]],
	//   [[1,2],[3,4,5]]]}
}

// Ten nodes have no system of degree 3 with five cartels, eleven have one.
func ExampleFind_degree() {
	for _, n := range []int{10, 11} {
		r, err := group.Find(context.Background(), n, 5, group.Options{Degree: 3})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(n, r.Verdict, "upper", r.Upper)
	}
	// Output:
	// 10 proven-absent upper 2
	// 11 found upper 3
}

// Seven cartels, every node in at most three quorums: orthogonal arrays on the seven blocks of
// three, which are the lines of the Fano plane.
func ExampleFind_responsibility() {
	r, err := group.Find(context.Background(), 63, 7, group.Options{Responsibility: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Value, r.LowerBy)
	fmt.Println(r.Optimal, r.UpperBy)
	// Output:
	// 3 covering arrays on the blocks of a greedy packing by blocks of at most 3 cartels
	// true Joung's Lemma 3.3 for responsibility 3, m(m-1)d^2 <= 6*n: degree 4 would break it
}
