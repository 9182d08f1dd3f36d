package measure_test

import (
	"context"
	"fmt"
	"math/big"

	"coterie/measure"
	"coterie/quorum"
)

// Two of three sites, each the majority of 101 nodes: more quorums than can be listed.
func ExampleMeasureFormula() {
	site := func(k int) quorum.Formula {
		var nodes []quorum.Formula
		for v := range 101 {
			nodes = append(nodes, quorum.Leaf(101*k+v))
		}
		return quorum.Choose(51, nodes...)
	}
	f := quorum.Choose(2, site(0), site(1), site(2))
	r, err := measure.MeasureFormula(context.Background(), f, measure.FormulaOptions{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.N, "nodes, quorums of", r.MinQuorum)
	fmt.Println("load", r.Load.Value, "by", len(r.Load.Strategy), "quorums")
	fmt.Println("smallest transversal", r.Transversal.Size)
	fmt.Println("nondominated:", r.Domination.Nondominated)
	// Output:
	// 303 nodes, quorums of 102
	// load 34/101 by 203 quorums
	// smallest transversal 102
	// nondominated: holds
}

// Two rows of two; the third node fails more often than the others.
func ExampleFormulaAvailability() {
	f, _, err := quorum.ParseFormula("a*b + c*d")
	if err != nil {
		panic(err)
	}
	fail := []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 10), big.NewRat(1, 2), big.NewRat(1, 10)}
	p, err := measure.FormulaAvailability(context.Background(), f, fail)
	if err != nil {
		panic(err)
	}
	fmt.Println(p)
	// Output:
	// 1791/2000
}
