package construct_test

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
)

// A plane is listed; of a large majority the formula is known, and how many quorums it has.
func Example() {
	for _, spec := range []string{"fpp:order=3", "majority:n=25"} {
		s, err := construct.Build(context.Background(), spec)
		if err != nil {
			log.Fatal(err)
		}
		if f, ok := s.List(); ok {
			fmt.Println(s.Name, "on", s.N(), "nodes:", f.Len(), "quorums, the first", f.Set(0))
		} else {
			fmt.Println(s.Name, "on", s.N(), "nodes:", s.Sizes.Quorums, "quorums, not listed")
		}
	}
	// Output:
	// fpp:order=3 on 13 nodes: 13 quorums, the first {1,2,3,4}
	// majority:n=25 on 25 nodes: 5200300 quorums, not listed
}
