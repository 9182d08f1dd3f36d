// Command leastk asks for Maekawa's sets of least size for 20 to 24 sites: how small K can be, and
// what proves that it is not smaller.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/search/maekawa"
)

func main() {
	for n := 20; n <= 24; n++ {
		r, err := maekawa.Least(context.Background(), n, maekawa.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("n = %d: K = %v, proven least: %t (%s)\n", n, r.Value, r.Optimal, r.LowerBy)
	}
}
