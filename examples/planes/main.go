// Command planes builds the projective planes of orders 2 to 9 as coteries and checks what Maekawa
// asks of them: each two of the sets meet, and each node is in as many sets as every other.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/gf"
	"coterie/quorum"
)

func main() {
	ctx := context.Background()
	for q := 2; q <= 9; q++ {
		if _, _, ok := gf.PrimePower(q); !ok {
			fmt.Println("order", q, "is no power of a prime")
			continue
		}
		plane, err := quorum.As[*quorum.System](construct.FPP(q))
		if err != nil {
			log.Fatal(err)
		}
		family := plane.Family()
		fmt.Println("order", q, "has", family.Len(), "sets of", family.Set(0).Len(), "nodes; they meet:", quorum.JudgeIntersection(ctx, family, quorum.Options{}).Holds)
	}
}
