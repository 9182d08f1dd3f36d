package quorum_test

import (
	"context"
	"fmt"

	"coterie/quorum"
)

func ExampleParseFormula() {
	f, names, err := quorum.ParseFormula("choose(2, a*b, c, d)")
	if err != nil {
		panic(err)
	}
	for _, g := range []quorum.Formula{f, f.Dual()} {
		list, err := g.MinimalSets(context.Background(), 1000)
		if err != nil {
			panic(err)
		}
		fmt.Println(g.Label(names))
		for i := range list.Len() {
			fmt.Println(" ", list.Set(i).Label(names))
		}
	}
	_, _, err = quorum.ParseFormula("a*b & c")
	fmt.Println(err)
	// Output:
	// choose(2,a*b,c,d)
	//   {a,b,c}
	//   {a,b,d}
	//   {c,d}
	// choose(2,a+b,c,d)
	//   {a,c}
	//   {a,d}
	//   {b,c}
	//   {b,d}
	//   {c,d}
	// column 5: '&' where + or * or the end of the formula should come
}

// The number of quorums of a majority of 60, and the responsibility of its nodes, without a list.
func ExampleFormula_Shape() {
	var nodes []quorum.Formula
	for v := range 60 {
		nodes = append(nodes, quorum.Leaf(v))
	}
	s, _ := quorum.Choose(31, nodes...).Shape(context.Background())
	fmt.Println(s.Quorums, s.MinQuorum, s.MaxQuorum, s.Responsibilities[0])
	// Output:
	// 114449595062769120 31 31 59132290782430712
}
