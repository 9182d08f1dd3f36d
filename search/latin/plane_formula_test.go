package latin

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/planes"
)

// planeFrame returns the lines of the standard form for given blocks: blocks[j][i][k] is
// the number in block i of the point that line k of block j has there.
func planeFrame(blocks [][][]int) [][]int {
	q := len(blocks)
	at := func(block, k int) int { return q + 1 + block*q + k }
	lines := make([][]int, q*q+q+1)
	for x := range q + 1 {
		lines[0] = append(lines[0], x)
	}
	for b := range q {
		lines[b+1] = []int{0}
		for k := range q {
			lines[b+1] = append(lines[b+1], at(b, k))
			lines[at(b, k)] = []int{b + 1}
			for i := range q {
				lines[at(b, k)] = append(lines[at(b, k)], at(i, blocks[b][i][k]))
			}
		}
	}
	return lines
}

// planeMeetOnce compares all pairs of lines, up to the first that was not there yet.
func planeMeetOnce(lines [][]int) bool {
	for l := range lines {
		for m := range l {
			common := 0
			for _, p := range lines[l] {
				if slices.Contains(lines[m], p) {
					common++
				}
			}
			if common != 1 {
				return false
			}
		}
	}
	return true
}

// planePermutations lists the permutations of 0..n-1.
func planePermutations(n int) [][]int {
	var all [][]int
	var extend func(p []int)
	extend = func(p []int) {
		if len(p) == n {
			all = append(all, slices.Clone(p))
			return
		}
		for v := range n {
			if !slices.Contains(p, v) {
				extend(append(p, v))
			}
		}
	}
	extend(nil)
	return all
}

// planeSigmas are the permutations of 4 of the standard form, by order.
var planeSigmas = map[int][][]int{2: {{1, 0}}, 3: {{1, 2, 0}}, 4: {{1, 2, 3, 0}, {1, 0, 3, 2}}, 5: {{1, 2, 3, 4, 0}, {1, 2, 0, 4, 3}}}

// planeAllows reports whether a permutation may stand in block (j, i), as far as that block alone
// tells.
func planeAllows(q int, form planeForm, j, i int, p []int) bool {
	if form >= planeIdentities && (j == 0 || i == 0) && !slices.IsSorted(p) {
		return false
	}
	if form < planeStandard {
		return true
	}
	if j == 1 && i == 1 {
		return slices.ContainsFunc(planeSigmas[q], func(s []int) bool { return slices.Equal(s, p) })
	}
	return (j != 1 || i < 2 || p[0] == i) && (i != 1 || j < 2 || p[0] == j)
}

// planeBacktrack lists all planes of a form, block by block, as lists of lines.
func planeBacktrack(q int, form planeForm) [][][]int {
	permutations := planePermutations(q)
	blocks := make([][][]int, q)
	for j := range blocks {
		blocks[j] = make([][]int, q)
	}
	// clash: two lines that end in the last block have two common points in the blocks so far.
	clash := func(j, i int) bool {
		for b := range j {
			for c := range i {
				for k := range q {
					for l := range q {
						if blocks[j][i][k] == blocks[b][i][l] && blocks[j][c][k] == blocks[b][c][l] {
							return true
						}
					}
				}
			}
		}
		return false
	}
	var found [][][]int
	var extend func(at int)
	extend = func(at int) {
		if at == q*q {
			lines := planeFrame(blocks)
			if planeMeetOnce(lines) {
				found = append(found, lines)
			}
			return
		}
		j, i := at/q, at%q
		for _, p := range permutations {
			if blocks[j][i] = p; planeAllows(q, form, j, i, p) && !clash(j, i) {
				extend(at + 1)
			}
		}
	}
	extend(0)
	return found
}

// TestPlaneModels compares all models, with the values of all their variables, with all planes of
// each form, found without the formula.
func TestPlaneModels(t *testing.T) {
	for _, test := range []struct {
		order int
		form  planeForm
		want  int // a second source; -1: none
	}{
		{1, planeBlocks, 1}, {1, planeStandard, 1},
		{2, planeBlocks, 8}, {2, planeIdentities, 1}, {2, planeStandard, 1},
		{3, planeIdentities, -1}, {3, planeStandard, 1}, {4, planeStandard, -1}, {5, planeStandard, -1},
	} {
		var want []string
		for _, lines := range planeBacktrack(test.order, test.form) {
			want = append(want, fmt.Sprint(lines))
		}
		slices.Sort(want)
		if len(want) == 0 || test.want >= 0 && len(want) != test.want {
			t.Fatalf("order %d, form %d: %d planes, want %d", test.order, test.form, len(want), test.want)
		}
		f := newPlaneFormula(t.Context(), test.order, test.form)
		var got []string
		for model := range assert.Each(t, f.cnf.Models(t.Context(), 1000)) {
			lines := f.decode(append([]bool{false}, model...))
			got = append(got, fmt.Sprint(lines))
		}
		slices.Sort(got)
		assert.Slice(t, got, want, "order %d, form %d: %d models, want %d", test.order, test.form, len(got), len(want))
		t.Logf("order %d, form %d: %d", test.order, test.form, len(want))
	}
}

// planeRenumbered moves point p to points[p] and line l to lines[l].
func planeRenumbered(list [][]int, points, lines []int) [][]int {
	moved := make([][]int, len(list))
	for l, line := range list {
		for _, p := range line {
			moved[lines[l]] = append(moved[lines[l]], points[p])
		}
		slices.Sort(moved[lines[l]])
	}
	return moved
}

// planeStandardised follows the proof of the standard form.
func planeStandardised(list [][]int) [][]int {
	q := len(list[0]) - 1
	n := len(list)
	at := func(block, k int) int { return q + 1 + block*q + k }
	through := func(a, b int) int {
		return slices.IndexFunc(list, func(line []int) bool { return slices.Contains(line, a) && slices.Contains(line, b) })
	}
	common := func(l, m int) int {
		return list[l][slices.IndexFunc(list[l], func(p int) bool { return slices.Contains(list[m], p) })]
	}
	points, lines := make([]int, n), make([]int, n) // the new numbers
	// 1 and 2: new line 0 is the last line, and new point 0 one of its points
	first, origin := n-1, list[n-1][q/2]
	corner := []int{origin} // points of line 0
	for _, p := range list[first] {
		if p != origin {
			corner = append(corner, p)
		}
	}
	pencil := []int{first} // lines through point 0
	for l := range list {
		if l != first && slices.Contains(list[l], origin) {
			pencil = append(pencil, l)
		}
	}
	for x := range q + 1 {
		points[corner[x]], lines[pencil[x]] = x, x
	}
	// 3
	k := 0
	for _, p := range list[pencil[1]] {
		if p == origin {
			continue
		}
		across := through(corner[1], p)
		for b := range q {
			points[common(across, pencil[b+1])] = at(b, k)
			lines[through(corner[b+1], p)] = at(b, k)
		}
		k++
	}
	list = planeRenumbered(list, points, lines)
	// 4: number along the cycles of block (1, 1), the longest first
	if q == 1 {
		return list
	}
	sigma := func(j, i, k int) int { // in block (j, i)
		for _, p := range list[at(j, k)] {
			if v := p - at(i, 0); v >= 0 && v < q {
				return v
			}
		}
		panic("no point")
	}
	var cycles [][]int
	seen := make([]bool, q)
	for k := range q {
		var cycle []int
		for x := k; !seen[x]; x = sigma(1, 1, x) {
			seen[x] = true
			cycle = append(cycle, x)
		}
		if len(cycle) > 0 {
			cycles = append(cycles, cycle)
		}
	}
	slices.SortFunc(cycles, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	points, lines = identity(n), identity(n)
	for number, x := range slices.Concat(cycles...) {
		for b := range q {
			points[at(b, x)], lines[at(b, x)] = at(b, number), at(b, number)
		}
	}
	list = planeRenumbered(list, points, lines)
	// 5: order the blocks by their entries with the first line or point of block 1
	points, lines = identity(n), identity(n)
	for b := 2; b < q; b++ {
		i, j := sigma(1, b, 0), sigma(b, 1, 0)
		lines[b+1], points[b+1] = i+1, j+1
		for k := range q {
			points[at(b, k)], lines[at(b, k)] = at(i, k), at(j, k)
		}
	}
	return planeRenumbered(list, points, lines)
}

// planeAssignment is the model that a plane should be.
func planeAssignment(f *planeFormula, list [][]int) []bool {
	model := make([]bool, f.cnf.Variables()+1)
	for l, line := range list {
		for _, p := range line {
			model[f.on(l, p)] = true
		}
	}
	for v := range model {
		var a, b, through int
		if n, _ := fmt.Sscanf(f.cnf.NameOf(v), "lines %d and %d meet on line %d", &a, &b, &through); n == 3 {
			for _, p := range list[a-1] {
				if slices.Contains(list[b-1], p) && slices.Contains(list[through-1], p) {
					model[v] = true
				}
			}
		}
	}
	planeSelect(f.cnf, f.cases, model)
	return model
}

// TestPlaneStandardForm: planes, renumbered at random, can be brought into the standard
// form by the steps of its proof, and are models then.
func TestPlaneStandardForm(t *testing.T) {
	for _, q := range []int{1, 2, 3, 4, 5, 7} {
		plane := assert.Got(planes.NewProjective(t.Context(), q))(t)
		planeTestForm(t, plane)
	}
}

func planeTestForm(t *testing.T, list ...*planes.Plane) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 1))
	f := newPlaneFormula(t.Context(), list[0].Order(), planeStandard)
	for _, plane := range list {
		lines := make([][]int, plane.Lines())
		for l := range lines {
			for _, p := range plane.Line(l) {
				lines[l] = append(lines[l], int(p))
			}
		}
		for range max(1, 20/f.order/f.order) {
			standard := planeStandardised(planeRenumbered(lines, r.Perm(len(lines)), r.Perm(len(lines))))
			if i := f.cnf.Violated(planeAssignment(f, standard)); i >= 0 {
				t.Fatalf("%s violates clause %v", plane.Name(), f.cnf.Clause(i))
			}
		}
	}
}

// TestPlaneStandardFormOfAll: the same for all planes of order 3 with identities in the
// first row and column of blocks.
func TestPlaneStandardFormOfAll(t *testing.T) {
	f := newPlaneFormula(t.Context(), 3, planeStandard)
	for _, lines := range planeBacktrack(3, planeIdentities) {
		if i := f.cnf.Violated(planeAssignment(f, planeStandardised(lines))); i >= 0 {
			t.Fatalf("%v violates clause %v", lines, f.cnf.Clause(i))
		}
	}
}

// TestPlaneClauses: the number that is compared with the limit is that of the formula.
func TestPlaneClauses(t *testing.T) {
	for order := 1; order <= 5; order++ {
		if got, f := planeClauses(order), newPlaneFormula(t.Context(), order, planeBlocks); got != f.cnf.Len() {
			t.Errorf("order %d: %d clauses, not %d", order, f.cnf.Len(), got)
		}
	}
}

// TestPlaneNames reads a plane from a DIMACS file and a model of it by the names of its
// variables alone.
func TestPlaneNames(t *testing.T) {
	model, names := planeSolved(t, newPlaneFormula(t.Context(), 4, planeStandard).cnf)
	var lines [21][]int
	for v, name := range names {
		var p, l int
		if n, _ := fmt.Sscanf(name, "point %d is on line %d", &p, &l); n == 2 && model[v] {
			lines[l-1] = append(lines[l-1], p)
		}
	}
	for _, line := range lines {
		assert.Equal(t, len(line), 5, "a line of: points")
	}
	assert.True(t, planeMeetOnce(lines[:]), "%v is no plane", lines)
}
