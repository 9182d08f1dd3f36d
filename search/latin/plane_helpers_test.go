package latin

import (
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/planes"
)

// planeSelect makes the one selector true whose clauses allow it.
func planeSelect(cnf *sat.CNF, cases [][]int, model []bool) {
	for _, assumptions := range cases {
		selector := assumptions[0]
		model[selector] = true
		for _, clause := range cnf.Clauses() {
			if slices.Contains(clause, int32(-selector)) && !slices.ContainsFunc(clause, func(l int32) bool { return model[max(l, -l)] == (l > 0) }) {
				model[selector] = false
				break
			}
		}
	}
}

// planeSquaresOf takes a plane apart: line 0 is removed, the classes of the other lines
// through its points are a net, and that is squares.
func planeSquaresOf(t *testing.T, plane *planes.Plane) [][][]int {
	t.Helper()
	line0, q := plane.Line(0), plane.Order()
	at := make([][]int, plane.Points()) // for each point not removed, its line in each class
	for _, p := range line0 {
		class := 0
		for _, l := range plane.LinesThrough(int(p)) {
			if l == 0 {
				continue
			}
			for _, x := range plane.Line(int(l)) {
				if x != p {
					at[x] = append(at[x], class)
				}
			}
			class++
		}
	}
	squares := make([][][]int, q-1)
	for k := range squares {
		squares[k] = make([][]int, q)
		for r := range squares[k] {
			squares[k][r] = make([]int, q)
		}
		for _, lines := range at {
			if lines != nil {
				squares[k][lines[0]][lines[1]] = lines[k+2]
			}
		}
	}
	return squares
}

// planeSolved writes a formula, reads it, solves what was read, and returns the model and
// the names of all variables.
func planeSolved(t *testing.T, written *sat.CNF) (model []bool, names map[int]string) {
	t.Helper()
	var file strings.Builder
	assert.OK(t, written.WriteDIMACS(&file))
	cnf := assert.Got(sat.ReadDIMACS(strings.NewReader(file.String())))(t)
	solver := sat.NewSolver(cnf, sat.Options{})
	if verdict, err := solver.Solve(t.Context()); verdict != sat.Sat {
		t.Fatal(verdict, err)
	}
	names = map[int]string{}
	twice := map[string]bool{}
	for v := 1; v <= cnf.Variables(); v++ {
		names[v] = cnf.NameOf(v)
		if names[v] == "" || twice[names[v]] {
			t.Errorf("variable %d is called %q", v, names[v])
		}
		twice[names[v]] = true
	}
	return solver.Model(), names
}
