package quorum_test

import (
	"fmt"

	"coterie/quorum"
)

// The product of a 2-coterie and a 3-coterie of singletons is a 2-coterie (Miyamoto et al. 1994,
// Lemma 1): two disjoint quorums, such as {1,3} and {2,4}, and no three.
func ExampleProduct() {
	two, err := quorum.NewFamily(2, [][]int{{0}, {1}})
	if err != nil {
		panic(err)
	}
	three, err := quorum.NewFamily(3, [][]int{{0}, {1}, {2}})
	if err != nil {
		panic(err)
	}
	product, err := quorum.Product(two, three)
	if err != nil {
		panic(err)
	}
	for i := range product.Len() {
		fmt.Println(product.Set(i))
	}
	// Output:
	// {1,3}
	// {1,4}
	// {1,5}
	// {2,3}
	// {2,4}
	// {2,5}
}
