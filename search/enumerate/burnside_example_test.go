package enumerate_test

import (
	"context"
	"fmt"
	"math/big"

	"coterie/search/enumerate"
)

// The classes of nondominated coteries on 5 nodes are the mean of what the 120 renamings leave as
// it is.
func ExampleFixedBy() {
	sum, renamings := new(big.Int), new(big.Int)
	for _, t := range enumerate.CycleTypes(5) {
		fix, err := enumerate.FixedBy(context.Background(), t.Cycles, enumerate.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %v renamings leave %v as they are\n", t.Cycles, t.Size, fix)
		sum.Add(sum, fix.Mul(fix, t.Size))
		renamings.Add(renamings, t.Size)
	}
	fmt.Println(sum.Div(sum, renamings), "classes")
	// Output:
	// [1 1 1 1 1]: 1 renamings leave 81 as they are
	// [2 1 1 1]: 10 renamings leave 27 as they are
	// [2 2 1]: 15 renamings leave 9 as they are
	// [3 1 1]: 20 renamings leave 9 as they are
	// [3 2]: 20 renamings leave 3 as they are
	// [4 1]: 30 renamings leave 3 as they are
	// [5]: 24 renamings leave 1 as they are
	// 7 classes
}
