package drat_test

import (
	"context"
	"fmt"
	"strings"

	"coterie/internal/solve/drat"
	"coterie/internal/solve/sat"
)

func Example() {
	question, err := sat.ReadDIMACS(strings.NewReader("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"))
	if err != nil {
		panic(err)
	}
	report, err := drat.Check(context.Background(), question, strings.NewReader("1 0\n0\n"), nil)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d clauses and %d steps of the proof are enough.\n", len(report.CoreClauses), len(report.CoreSteps))
	_, err = drat.Check(context.Background(), question, strings.NewReader("3 0\n"), nil)
	fmt.Println(err)
	// Output:
	// 4 clauses and 1 steps of the proof are enough.
	// the 1 steps of the proof lead to no contradiction
}
