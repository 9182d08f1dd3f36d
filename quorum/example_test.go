package quorum_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"coterie/quorum"
)

func fano() quorum.Family {
	f, err := quorum.NewFamily(7, [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}})
	if err != nil {
		panic(err)
	}
	return f
}

func ExampleCheck() {
	s, err := quorum.NewSystem("fano", fano(), quorum.SystemOptions{})
	if err != nil {
		panic(err)
	}
	if s, err = s.WithAssignedSites(context.Background()); err != nil {
		panic(err)
	}
	for _, v := range quorum.Check(context.Background(), s, quorum.Options{}).Properties {
		fmt.Println(v.Property, v.Holds)
	}
	// Output:
	// intersection holds
	// minimality holds
	// inclusion holds
	// equal-effort holds
	// equal-responsibility holds
	// uniqueness holds
}

func ExampleJudgeIntersection() {
	f, err := quorum.NewFamily(4, [][]int{{0, 1}, {0, 2}, {2, 3}})
	if err != nil {
		panic(err)
	}
	v := quorum.JudgeIntersection(context.Background(), f, quorum.Options{})
	fmt.Println(v.Holds, v.Witness.Sets, v.Reason)
	// Output: fails [{1,2} {3,4}] quorum 1 {1,2} and quorum 3 {3,4} are disjoint
}

// A coterie is nondominated iff it is its own dual.
func ExampleFamily_Dual() {
	dual, err := fano().Dual(context.Background(), 1000)
	fmt.Println(dual.Equal(fano()), err)
	// Output: true <nil>
}

func ExampleFamily_AssignSites() {
	f, err := quorum.NewFamily(3, [][]int{{0, 1}, {0, 2}, {1, 2}})
	if err != nil {
		panic(err)
	}
	sites, err := f.AssignSites(context.Background())
	for i, q := range sites {
		fmt.Printf("S_%v = %v\n", quorum.Node(i), f.Set(q))
	}
	fmt.Println(err)
	// Output:
	// S_1 = {1,2}
	// S_2 = {2,3}
	// S_3 = {1,3}
	// <nil>
}

func ExampleIsomorphism() {
	a, _ := quorum.NewFamily(4, [][]int{{0, 1, 2}, {0, 3}})
	b, _ := quorum.NewFamily(4, [][]int{{2, 1}, {3, 2, 0}})
	to, ok := quorum.Isomorphism(a, b)
	fmt.Println(to, ok)
	// Output: [2 0 3 1] true
}

func ExampleRead() {
	s, err := quorum.Read(strings.NewReader(`{"format":"coterie/1","kind":"quorum-system","n":3,
 "quorums":[[1,2],[2,3],[3,1]]}`))
	if err != nil {
		panic(err)
	}
	if err := quorum.Write(os.Stdout, s); err != nil {
		panic(err)
	}
	_, err = quorum.Read(strings.NewReader(`{"format":"coterie/1","kind":"quorum-system","n":3,
 "quorums":[[1,2],[2,4]]}`))
	fmt.Println(err)
	// Output:
	// {"format":"coterie/1","kind":"quorum-system","n":3,
	//  "quorums":[[1,2],[2,3],[1,3]]}
	// line 2, column 22: node 4 is not in 1..3
}
