package construct_test

import (
	"context"
	"fmt"
	"strings"

	"coterie/construct"
)

// A quorum set as Stellar's tools write it.
func ExampleOpen() {
	file := `{"threshold":2,"validators":["A"],"innerQuorumSets":[
	  {"threshold":1,"validators":["B","C"],"innerQuorumSets":[]},
	  {"threshold":2,"validators":["D","E"],"innerQuorumSets":[]}]}`
	source, err := construct.Open(context.Background(), "-", strings.NewReader(file))
	if err != nil {
		panic(err)
	}
	fmt.Println(source.Kind, source.Nodes, source.Names, source.Formulas[0].Label(source.Names))
	s, err := construct.Open(context.Background(), "majority:n=60", nil)
	if err != nil {
		panic(err)
	}
	_, err = s.Build(context.Background(), 0)
	fmt.Println(err)
	// Output:
	// quorum-system 5 [A B C D E] choose(2,A,B+C,D*E)
	// majority:n=60 has 114449595062769120 quorums, more than the 1000000 that are listed
}
