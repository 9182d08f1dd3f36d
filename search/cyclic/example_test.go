package cyclic_test

import (
	"context"
	"fmt"

	"coterie/search/cyclic"
)

// Thirteen nodes have a plane. For twenty, counting leaves quorums of five nodes open, but a
// determinant does not; for forty no argument is known but to try.
func ExampleFind() {
	for _, n := range []int{13, 20, 40} {
		r, err := cyclic.Find(context.Background(), n, cyclic.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(n, r.Cover, r.Optimal)
		fmt.Println("  at least", r.Lower, "by", r.LowerBy)
		fmt.Println("  at most", r.Upper, "by", r.UpperBy)
	}
	// Output:
	// 13 [0 1 3 9] true
	//   at least 4 by counting, K(K-1)+1 >= n
	//   at most 4 by Singer's difference set of order 3
	// 20 [0 1 4 7 10 12] true
	//   at least 6 by determinant argument, n = K(K-1) for K = 5
	//   at most 6 by the marks of a ruler of length 12
	// 40 [0 1 3 6 13 17 21 22] true
	//   at least 8 by exhaustive search over covers of Z_n: none of 7 residues
	//   at most 8 by the marks of a ruler of length 22
}
