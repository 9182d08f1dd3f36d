// Command load prints the load of a quorum system that is typed in here, and what proves it: a
// strategy that no server's load exceeds, and weights of the servers that no strategy beats.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/construct"
	"coterie/measure/loads"
)

func main() {
	ctx := context.Background()
	system, err := construct.Build(ctx, "{1,2,3},{1,4},{2,4},{3,4}")
	if err != nil {
		log.Fatal(err)
	}
	load, err := loads.Find(ctx, system, loads.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("load", load.Value)
	for _, chosen := range load.Strategy {
		fmt.Println("  choose", chosen.Nodes, "with probability", chosen.Weight)
	}
	fmt.Println("weights of the servers", load.NodeWeights)
}
