package enumerate_test

import (
	"context"
	"fmt"

	"coterie/quorum"
	"coterie/search/enumerate"
)

// The nondominated coteries on four nodes, up to renaming: one node alone; one node with any of the
// others, or all of the others; the majority of three.
func ExampleList() {
	q := enumerate.Query{Nodes: 4, Nondominated: true, Classes: true}
	for item, err := range enumerate.List(context.Background(), q, enumerate.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(item.Index, " stands for ", item.Orbit, ":")
		f := item.Cartels[0].Family()
		for i := range f.Len() {
			fmt.Print(" ", f.Set(i))
		}
		fmt.Println()
	}
	// Output:
	// 0 stands for 4: {1}
	// 1 stands for 4: {1,2} {1,3} {1,4} {2,3,4}
	// 2 stands for 4: {1,2} {1,3} {2,3}
}

// Two coteries that differ by the names of the nodes have one canonical form.
func ExampleCanonical() {
	for _, quorums := range [][][]int{{{0, 1}, {0, 2}, {1, 2, 3}}, {{3, 2}, {3, 0}, {0, 1, 2}}} {
		family, err := quorum.NewFamily(4, quorums)
		if err != nil {
			fmt.Println(err)
			return
		}
		f, err := enumerate.FunctionOf(family)
		if err != nil {
			fmt.Println(err)
			return
		}
		canonical, automorphisms := enumerate.Canonical(f)
		fmt.Println(canonical.Minimal(), automorphisms)
	}
	// Output:
	// [3 5 14] 2
	// [3 5 14] 2
}

func ExampleQuery_CheckList() {
	err := enumerate.Query{Nodes: 8, Nondominated: true}.CheckList()
	fmt.Println(err)
	// Output:
	// n: a listing for 8 nodes has 229,809,982,112 systems, 7.35 TB of truth tables alone
}
