// Command readwrite reads a system of reads and writes as an expression, and says whether writes
// meet writes: two writes that share no server are no basis for a lock.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/measure"
)

func main() {
	ctx := context.Background()
	for _, expression := range []string{"expr:a*b + c*d*e", "expr:choose(3, [a, b, c, d, e])"} {
		system, err := construct.Build(ctx, expression)
		if err != nil {
			log.Fatal(err)
		}
		report, err := measure.Measure(ctx, system, measure.Options{Only: []measure.Figure{measure.LoadFigure}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(expression)
		for i, cartel := range report.Cartels {
			fmt.Println("  load of", report.Roles[i], cartel.Load)
		}
		writes, _ := report.Writes()
		fmt.Println("  writes meet writes:", writes.Holds)
		if writes.Witness != nil {
			fmt.Println("  two that share no server:", writes.Witness.Sets)
		}
	}
}
