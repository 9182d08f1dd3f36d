package groups_test

import (
	"fmt"

	"coterie/groups"
)

func ExampleParse() {
	g, err := groups.Parse("Z7:Z3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Order(), g.Abelian(), g.Automorphisms().Order())
	// Output: 21 false 42
}

func ExampleAll() {
	all, err := groups.All(12)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range all {
		fmt.Println(g.Name())
	}
	// Output:
	// Z12
	// Z2xZ6
	// D6
	// Dic3
	// A4
}

// The action of S4 on the cosets of a subgroup of order 6 is its action on four things.
func ExampleGroup_OnCosets() {
	g, err := groups.Parse("S4")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sub := range g.Subgroups() {
		if len(sub) == 6 {
			fmt.Println(len(g.OnCosets(sub)), "permutations of", len(g.OnCosets(sub)[0]))
		}
	}
	// Output: 24 permutations of 4
}
