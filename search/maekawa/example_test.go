package maekawa_test

import (
	"context"
	"fmt"

	"coterie/search/maekawa"
)

// The least K for 20 nodes is 6, and not the 5 that counting allows.
func ExampleLeast() {
	r, err := maekawa.Least(context.Background(), 20, maekawa.Options{Exact: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Question)
	fmt.Println("K =", r.Value, "optimal:", r.Optimal)
	fmt.Println("from below:", r.LowerBy)
	// Output:
	// What is the least K for which there are 20 sets S_i, every two meeting, of exactly K of 20
	// nodes each, i in S_i, every node in exactly K of them? K = 6 optimal: true from below:
	// determinant argument, n = K(K-1) for K = 5
}

// One pair of limits, refuted by the built-in solver alone.
func ExamplePair() {
	r, err := maekawa.Pair(context.Background(), 14, 4, 4, maekawa.Options{Method: "sat"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	fmt.Println(r.LowerBy)
	// Output:
	// proven-absent no model of: 14 sets S_i, every two meeting, of at most 4 of 14 nodes each, i
	// in S_i, every node in at most 4 of them (gini)
}
