package sat_test

import (
	"context"
	"fmt"
	"os"

	"coterie/internal/sat"
)

// exactlyOne is an encoding: it does not know whether it is solved or written.
func exactlyOne(to sat.ClauseSink, lits ...int) {
	to.AddClause(lits...)
	for i, a := range lits {
		for _, b := range lits[:i] {
			to.AddClause(-a, -b)
		}
	}
}

func ExampleSolver() {
	s := sat.NewSolver(nil, sat.Options{})
	exactlyOne(s, 1, 2, 3)
	verdict, _ := s.Solve(context.Background(), -1, -3)
	fmt.Println(verdict, s.Value(2))
	verdict, _ = s.Solve(context.Background(), 1, -2, 3)
	fmt.Println(verdict, s.Failed())
	// Output:
	// sat true
	// unsat [1 3]
}

func ExampleCNF_WriteDIMACS() {
	var c sat.CNF
	exactlyOne(&c, 1, 2, 3)
	c.Name(1, "the first")
	if err := c.WriteDIMACS(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c var 1 the first
	// p cnf 3 4
	// 1 2 3 0
	// -2 -1 0
	// -3 -1 0
	// -3 -2 0
}
