package latin

import (
	"slices"
	"strings"
	"testing"

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
	removed := map[int32]bool{}
	for _, p := range plane.Line(0) {
		removed[p] = true
	}
	number := map[int32]int{}
	for p := range int32(plane.Points()) {
		if !removed[p] {
			number[p] = len(number)
		}
	}
	var classes [][][]int
	for _, p := range plane.Line(0) {
		var class [][]int
		for _, l := range plane.LinesThrough(int(p)) {
			if l == 0 {
				continue
			}
			var line []int
			for _, x := range plane.Line(int(l)) {
				if x != p {
					line = append(line, number[x])
				}
			}
			class = append(class, line)
		}
		classes = append(classes, class)
	}
	net, err := planes.NetFromClasses(plane.Order(), classes)
	if err != nil {
		t.Fatal(err)
	}
	return molsSquares(net.Squares())
}

// planeSolved writes a formula, reads it, solves what was read, and returns the model and
// the names of all variables.
func planeSolved(t *testing.T, written *sat.CNF) (model []bool, names map[int]string) {
	t.Helper()
	var file strings.Builder
	if err := written.WriteDIMACS(&file); err != nil {
		t.Fatal(err)
	}
	cnf, err := sat.ReadDIMACS(strings.NewReader(file.String()))
	if err != nil {
		t.Fatal(err)
	}
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
