package latin_test

import (
	"context"
	"fmt"

	"coterie/search"
	"coterie/search/latin"
)

// The 36 officers of Euler, refuted by a SAT solver: no two orthogonal Latin squares of side 6.
func ExampleMols() {
	r, err := latin.Mols(context.Background(), 6, 2, latin.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Question, r.Verdict)
	fmt.Println("between", r.Lower, "by", r.LowerBy)
	fmt.Println("and", r.Upper, "by", r.UpperBy)
	// Output:
	// Are there 2 mutually orthogonal Latin squares of side 6? proven-absent
	// between 1 by the cyclic square
	// and 1 by no model of: Are there 2 mutually orthogonal Latin squares of side 6? (gini)
}

// Two orthogonal squares of side 3 are a group quorum system of four cartels on nine nodes.
func ExampleMols_found() {
	r, err := latin.Mols(context.Background(), 3, 2, latin.Options{Method: "sat"})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Squares)
	fmt.Println(r.System.N(), "nodes,", r.System.Name)
	// Output:
	// [[[0 1 2] [1 2 0] [2 0 1]] [[0 1 2] [2 0 1] [1 2 0]]]
	// 9 nodes, net of 2 orthogonal Latin squares of side 3
}

func ExamplePlane() {
	for _, order := range []int{4, 6, 15} {
		r, err := latin.Plane(context.Background(), order, latin.Options{})
		if err != nil {
			panic(err)
		}
		switch r.Verdict {
		case search.Found:
			fmt.Println(order, r.Verdict, "by", r.UpperBy)
		case search.ProvenAbsent:
			fmt.Println(order, r.Verdict, "by", r.LowerBy)
		default:
			fmt.Println(order, r.Verdict, "as", r.StoppedBy)
		}
	}
	// Output:
	// 4 found by PG(2,4), listed and checked
	// 6 proven-absent by Bruck and Ryser 1949: 6 = 2 (mod 4) is no sum of two squares
	// 15 unknown as the formula would have 19174081 clauses, more than 8000000
}
