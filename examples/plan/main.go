// Command plan asks which quorums suit five servers in two regions best: the most requests a second
// while any one server may fail, and writes that meet writes, as a log needs it.
package main

import (
	"context"
	"fmt"
	"log"
	"strings"

	"coterie/fleet"
	search "coterie/search/fleet"
)

const servers = `
nodes:
  - {name: fra1, reads: 4000, writes: 2000}
  - {name: fra2, reads: 4000, writes: 2000}
  - {name: fra3, reads: 2000, writes: 1000}
  - {name: nyc1, reads: 4000, writes: 2000}
  - {name: nyc2, reads: 2000, writes: 1000}
workload: {reads: 80%}
require:
  survive: {nodes: 1}
  writes_meet: true
`

func main() {
	f, err := fleet.Read(strings.NewReader(servers), "servers.yaml")
	if err != nil {
		log.Fatal(err)
	}
	answer, err := search.Plan(context.Background(), f, search.Options{})
	if err != nil {
		log.Fatal(err)
	}
	best := answer.Entries[answer.Best]
	capacity, _ := best.Strategy.Capacity.Float64()
	fmt.Printf("%.0f requests a second, proven best: %t\n", capacity, answer.Optimal)
	fmt.Println("reads ", best.System.Reads)
	fmt.Println("writes", best.System.Writes)
}
