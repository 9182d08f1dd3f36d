package construct_test

import (
	"fmt"

	"coterie/construct"
	"coterie/quorum"
)

// Seven points, six nodes: one point of the Fano plane is replaced, one line dropped.
func ExampleDegenerateFPP() {
	s, err := quorum.As[*quorum.System](construct.DegenerateFPP(6, 1))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Name())
	printSets(s)
	fmt.Println("responsibilities", s.Family().Responsibilities())
	// Output:
	// degenerate-fpp:n=6
	// S_1 = {1,3,5}
	// S_2 = {2,3,6}
	// S_3 = {3,4,5}
	// S_4 = {1,4,6}
	// S_5 = {2,4,5}
	// S_6 = {5,6}
	// responsibilities [2 2 3 3 4 3]
}
