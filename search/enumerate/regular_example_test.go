package enumerate_test

import (
	"context"
	"fmt"

	"coterie/search/enumerate"
)

// The nondominated coteries on five nodes, by their quorums.
func ExampleRegular() {
	for r, err := range enumerate.Regular(context.Background(), 5, enumerate.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		f := r.Family()
		for i := range f.Len() {
			fmt.Print(f.Set(i), " ")
		}
		fmt.Println("groups", r.Groups(), "automorphisms", r.Automorphisms())
	}
	// Output:
	// {1} groups [1 4] automorphisms 24
	// {1,2} {1,3} {1,4} {1,5} {2,3,4,5} groups [1 4] automorphisms 24
	// {1,2} {1,3} {1,4} {2,3,4} groups [1 3 1] automorphisms 6
	// {1,2} {1,3} {1,4,5} {2,3,4} {2,3,5} groups [1 2 2] automorphisms 4
	// {1,2} {1,3} {2,3} groups [3 2] automorphisms 12
	// {1,2} {1,3,4} {1,3,5} {1,4,5} {2,3,4} {2,3,5} {2,4,5} groups [2 3] automorphisms 12
	// {1,2,3} {1,2,4} {1,2,5} {1,3,4} {1,3,5} {1,4,5} {2,3,4} {2,3,5} {2,4,5} {3,4,5} groups [5] automorphisms 120
}

func ExampleCountVotes() {
	c, err := enumerate.CountVotes(context.Background(), 7, enumerate.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Classes, "classes,", c.Labelled, "labelled")
	// Output: 135 classes, 122921 labelled
}
