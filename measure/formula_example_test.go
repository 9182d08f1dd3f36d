package measure_test

import (
	"context"
	"fmt"

	"coterie/measure"
	"coterie/measure/loads"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// Two of three sites, each the majority of 101 nodes: more quorums than can be listed.
func Example_formula() {
	site := func(k int) quorum.Formula {
		var nodes []quorum.Formula
		for v := range 101 {
			nodes = append(nodes, quorum.Leaf(101*k+v))
		}
		return quorum.Choose(51, nodes...)
	}
	f := quorum.Choose(2, site(0), site(1), site(2))
	ctx := context.Background()
	load, err := loads.Find(ctx, f, loads.Options{})
	if err != nil {
		panic(err)
	}
	transversal, err := transversals.Smallest(ctx, f, transversals.Options{})
	if err != nil {
		panic(err)
	}
	d, err := measure.JudgeDomination(ctx, []quorum.Formula{f}, measure.DominationOptions{})
	if err != nil {
		panic(err)
	}
	fmt.Println("load", load.Value, "by", len(load.Strategy), "quorums of", f.N(), "nodes")
	fmt.Println("smallest transversal", transversal.Size)
	fmt.Println("dominated:", d.Dominated())
	// Output:
	// load 34/101 by 203 quorums of 303 nodes
	// smallest transversal 102
	// dominated: false
}
