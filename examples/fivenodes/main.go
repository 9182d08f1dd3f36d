// Command fivenodes lists the nondominated coteries of at most five nodes, one of each class under
// renaming, with the number of coteries in the class.
package main

import (
	"context"
	"fmt"
	"log"

	"coterie/search/enumerate"
)

func main() {
	all := 0
	query := enumerate.Query{Nodes: 5, Nondominated: true, Classes: true}
	for item, err := range enumerate.List(context.Background(), query, enumerate.Options{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(item.Cartels[0].Family(), "stands for", item.Orbit)
		all += item.Orbit
	}
	fmt.Println(all, "coteries in all")
}
