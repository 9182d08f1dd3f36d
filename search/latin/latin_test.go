package latin

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/planes"
)

// all lists the Latin squares of a side, by trying all rows; with natural ones only
// those whose row 0 is 0, 1, ...
func all(side int, natural bool) [][][]int {
	var rows [][]int
	var permute func(p []int)
	permute = func(p []int) {
		if len(p) == side {
			rows = append(rows, slices.Clone(p))
			return
		}
		for v := range side {
			if !slices.Contains(p, v) {
				permute(append(p, v))
			}
		}
	}
	permute(nil)
	var squares [][][]int
	var extend func(square [][]int)
	extend = func(square [][]int) {
		if len(square) == side {
			squares = append(squares, slices.Clone(square))
			return
		}
	next:
		for _, row := range rows {
			if natural && len(square) == 0 && !slices.IsSorted(row) {
				continue
			}
			for _, above := range square {
				for c := range row {
					if above[c] == row[c] {
						continue next
					}
				}
			}
			extend(append(square[:len(square):len(square)], row))
		}
	}
	extend(nil)
	return squares
}

// orthogonal looks for a pair of symbols that comes twice; for sides up to 8.
func orthogonal(a, b [][]int) bool {
	seen := uint64(0)
	for r := range a {
		for c := range a[r] {
			pair := uint64(1) << (len(a)*a[r][c] + b[r][c])
			if seen&pair != 0 {
				return false
			}
			seen |= pair
		}
	}
	return true
}

// tuples lists all ordered lists of count mutually orthogonal ones of the squares.
func tuples(squares [][][]int, count int) [][][][]int {
	var all [][][][]int
	var extend func(list [][][]int, left [][][]int)
	extend = func(list, left [][][]int) {
		if len(list) == count {
			all = append(all, slices.Clone(list))
			return
		}
		for _, square := range left {
			var mates [][][]int
			if len(list)+1 < count {
				for _, other := range left {
					if orthogonal(square, other) {
						mates = append(mates, other)
					}
				}
			}
			extend(append(list[:len(list):len(list)], square), mates)
		}
	}
	extend(nil, squares)
	return all
}

// columns are the permutations of 3 of the normal form, by side.
var columns = map[int][][]int{
	1: {{0}},
	2: {},
	3: {{0, 2, 1}},
	4: {{0, 2, 3, 1}},
	5: {{0, 2, 3, 4, 1}, {0, 2, 1, 4, 3}},
	6: {{0, 2, 3, 4, 5, 1}, {0, 2, 3, 1, 5, 4}},
	7: {{0, 2, 3, 4, 5, 6, 1}, {0, 2, 3, 4, 1, 6, 5}, {0, 2, 3, 1, 5, 6, 4}, {0, 2, 1, 4, 3, 6, 5}},
}

// first is a column.
func first(square [][]int) []int {
	var column []int
	for _, row := range square {
		column = append(column, row[0])
	}
	return column
}

// isNormal judges the normal form as it is written, for a side that latinColumns has.
func isNormal(squares [][][]int) bool {
	side := len(squares[0])
	for _, square := range squares {
		if !slices.IsSorted(square[0]) {
			return false
		}
	}
	if !slices.IsSorted(first(squares[0])) {
		return false
	}
	if len(squares) > 1 && !slices.ContainsFunc(columns[side], func(c []int) bool {
		return slices.Equal(c, first(squares[1]))
	}) {
		return false
	}
	for s := 2; s+1 < len(squares); s++ {
		if squares[s][1][0] >= squares[s+1][1][0] {
			return false
		}
	}
	return true
}

// words writes squares as a key.
func words(squares [][][]int) string { return fmt.Sprint(squares) }

// models lists the models of a formula as keys, sorted; each model once.
func models(t *testing.T, f *formula) []string {
	t.Helper()
	cells := make([]int, f.squares*f.side*f.side*f.side)
	for i := range cells {
		cells[i] = i + 1
	}
	var models []string
	for model := range assert.Each(t, f.cnf.Models(t.Context(), 5000)) {
		models = append(models, words(f.decode(append([]bool{false}, model...))))
	}
	slices.Sort(models)
	return models
}

// TestModels compares all models, with the values of all their variables, with all lists
// of orthogonal squares, found without the formula: nothing is missing, and no list of
// squares has two models.
func TestModels(t *testing.T) {
	for _, test := range []struct {
		side, squares int
		normal        bool
		want          int // a second source; -1: none
	}{
		{1, 1, false, 1}, {1, 2, false, 1}, {1, 3, false, 1},
		{2, 1, false, 2}, {2, 2, false, 0}, {2, 3, false, 0},
		{3, 1, false, 12}, {3, 2, false, 72}, {3, 3, false, 0},
		{4, 1, false, 576},
		{1, 1, true, 1}, {1, 2, true, 1},
		{2, 1, true, 1}, {2, 2, true, 0},
		{3, 1, true, 1}, {3, 2, true, 1}, {3, 3, true, 0},
		{4, 1, true, 4}, {4, 2, true, -1}, {4, 3, true, -1}, {4, 4, true, 0},
		{5, 1, true, 56}, {5, 2, true, -1}, {5, 3, true, -1}, {5, 4, true, -1}, {5, 5, true, 0},
	} {
		all := all(test.side, test.normal)
		var want []string
		for _, list := range tuples(all, test.squares) {
			if !test.normal || isNormal(list) {
				want = append(want, words(list))
			}
		}
		slices.Sort(want)
		if test.want >= 0 && len(want) != test.want {
			t.Fatalf("side %d, %d squares: %d lists of squares, want %d", test.side, test.squares, len(want), test.want)
		}
		f := newLatinFormula(t.Context(), test.side, test.squares, test.normal)
		assert.Slice(t, models(t, f), want, "side %d, %d squares, normal: %t", test.side, test.squares, test.normal)
	}
}

// normalised follows the proof of the normal form.
func normalised(squares [][][]int) [][][]int {
	side := len(squares[0])
	list := make([][][]int, len(squares))
	for s, square := range squares { // 1
		list[s] = mapped(square, identity(side), identity(side), inverse(square[0]))
	}
	rows := first(list[0]) // 2: row r becomes row rows[r]
	for s := range list {
		list[s] = mapped(list[s], rows, identity(side), identity(side))
	}
	if len(list) == 1 {
		return list
	}
	// 3: number 1.. along the cycles, the longest first
	var cycles [][]int
	sigma, seen := first(list[1]), make([]bool, side)
	for r := 1; r < side; r++ {
		var cycle []int
		for x := r; !seen[x]; x = sigma[x] {
			seen[x] = true
			cycle = append(cycle, x)
		}
		if len(cycle) > 0 {
			cycles = append(cycles, cycle)
		}
	}
	slices.SortStableFunc(cycles, func(a, b []int) int { return len(b) - len(a) })
	number := make([]int, side)
	for i, x := range slices.Concat(cycles...) {
		number[x] = i + 1
	}
	for s := range list {
		list[s] = mapped(list[s], number, number, number)
	}
	slices.SortFunc(list[2:], func(a, b [][]int) int { return a[1][0] - b[1][0] }) // 4
	return list
}

// mapped moves row r, column c, symbol v to row rows[r], column columns[c], symbol symbols[v].
func mapped(square [][]int, rows, columns, symbols []int) [][]int {
	mapped := make([][]int, len(square))
	for r := range square {
		mapped[rows[r]] = make([]int, len(square))
	}
	for r := range square {
		for c, v := range square[r] {
			mapped[rows[r]][columns[c]] = symbols[v]
		}
	}
	return mapped
}

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func inverse(p []int) []int {
	inverse := make([]int, len(p))
	for i, x := range p {
		inverse[x] = i
	}
	return inverse
}

// assignment is the model that squares should be.
func assignment(f *formula, squares [][][]int) []bool {
	model := make([]bool, f.cnf.Variables()+1)
	for s := range squares {
		for r := range f.side {
			for c := range f.side {
				model[f.cell(s, r, c, squares[s][r][c])] = true
				for u := range s {
					model[f.pair(u, s, r, squares[u][r][c], squares[s][r][c])] = true
				}
			}
		}
	}
	planeSelect(f.cnf, f.cases, model)
	return model
}

// TestLatinNormalForm: every list of orthogonal squares can be brought into the normal form by
// the steps of its proof, and is a model then: all of side 4, and of side 5 all whose first rows
// are in order.
func TestNormalForm(t *testing.T) {
	for _, test := range []struct {
		side, squares int
		natural       bool
		want          int
	}{
		{3, 2, false, 72}, {4, 2, false, 6912}, {4, 3, true, -1}, {5, 2, true, -1},
	} {
		f := newLatinFormula(t.Context(), test.side, test.squares, true)
		lists := tuples(all(test.side, test.natural), test.squares)
		if len(lists) == 0 || test.want >= 0 && len(lists) != test.want {
			t.Fatalf("side %d: %d lists, want %d", test.side, len(lists), test.want)
		}
		judged := map[string]bool{} // normal forms that were judged
		for _, list := range lists {
			normal := normalised(list)
			if key := words(normal); !judged[key] {
				judged[key] = true
				assert.MustTrue(t, isNormal(normal), "%v became %v", list, normal)
				if i := f.cnf.Violated(assignment(f, normal)); i >= 0 {
					t.Fatalf("%v violates clause %v", normal, f.cnf.Clause(i))
				}
			}
		}
		t.Logf("side %d, %d squares: %d lists, %d normal forms", test.side, test.squares, len(lists), len(judged))
	}
}

// shuffled renames everything at random.
func shuffled(r *rand.Rand, squares [][][]int) [][][]int {
	side := len(squares[0])
	rows, columns := r.Perm(side), r.Perm(side)
	list := make([][][]int, len(squares))
	for i, s := range r.Perm(len(squares)) {
		list[i] = mapped(squares[s], rows, columns, r.Perm(side))
	}
	return list
}

// TestLatinNormalFormOfFields: squares over fields, renamed at random, have a normal form
// that is a model.
func TestNormalFormOfFields(t *testing.T) {
	for _, q := range []int{3, 4, 5, 7, 8} {
		testForm(t, molsSquares(builtMOLS(t, q)), 1, 2, min(4, q-1))
	}
}

func testForm(t *testing.T, squares [][][]int, counts ...int) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 7))
	for _, count := range counts {
		f := newLatinFormula(t.Context(), len(squares[0]), count, true)
		for range 3 {
			normal := normalised(shuffled(r, squares)[:count])
			if i := f.cnf.Violated(assignment(f, normal)); i >= 0 {
				t.Fatalf("side %d, %d squares: %v violates clause %v", f.side, count, normal, f.cnf.Clause(i))
			}
		}
	}
}

// TestCycleTypes compares with all permutations without a fixed point.
func TestCycleTypes(t *testing.T) {
	for n := range 8 {
		kinds := map[string]bool{}
		var permute func(p []int)
		permute = func(p []int) {
			if len(p) < n {
				for v := range n {
					if v != len(p) && !slices.Contains(p, v) {
						permute(append(p, v))
					}
				}
				return
			}
			var lengths []int
			seen := make([]bool, n)
			for i := range n {
				length := 0
				for x := i; !seen[x]; x = p[x] {
					seen[x] = true
					length++
				}
				if length > 0 {
					lengths = append(lengths, length)
				}
			}
			slices.Sort(lengths)
			slices.Reverse(lengths)
			kinds[fmt.Sprint(lengths)] = true
		}
		permute(nil)
		count := 0
		for lengths := range cycleTypes(n) {
			count++
			assert.True(t, kinds[fmt.Sprint(lengths)], "n = %d: %v is no kind, or comes twice", n, lengths)
			delete(kinds, fmt.Sprint(lengths))
		}
		if len(kinds) > 0 {
			t.Errorf("n = %d: %v is missing after %d", n, kinds, count)
		}
	}
}

// TestLatinClauses: the number that is compared with the limit is that of the formula.
func TestClauses(t *testing.T) {
	for side := 1; side <= 6; side++ {
		for squares := 1; squares <= 4; squares++ {
			f := newLatinFormula(t.Context(), side, squares, false)
			assert.Equal(t, clauses(side, squares), f.cnf.Len(), "side %d, %d squares: %d clauses, not", side, squares, f.cnf.Len())
		}
	}
}

// TestNames reads squares from a DIMACS file and a model of it by the names of its
// variables alone.
func TestNames(t *testing.T) {
	const side, count = 5, 3
	model, names := planeSolved(t, newLatinFormula(t.Context(), side, count, true).cnf)
	squares := make([][side][side]int, count)
	cells := 0
	for v, name := range names {
		var s, r, c, symbol int
		if n, _ := fmt.Sscanf(name, "square %d, row %d, column %d has symbol %d", &s, &r, &c, &symbol); n == 4 && model[v] {
			squares[s-1][r-1][c-1] = symbol
			cells++
		}
	}
	assert.Equal(t, cells, count*side*side, "cells")
	for s := range squares {
		for u := range s {
			seen := map[[2]int]bool{}
			for r := range side {
				for c := range side {
					seen[[2]int{squares[u][r][c], squares[s][r][c]}] = true
				}
			}
			assert.Equal(t, len(seen), side*side, "squares %d and %d show: pairs", u+1, s+1)
		}
		for r := range side {
			row, column := map[int]bool{}, map[int]bool{}
			for c := range side {
				row[squares[s][r][c]], column[squares[s][c][r]] = true, true
			}
			if len(row) != side || len(column) != side {
				t.Errorf("square %d is not Latin", s+1)
			}
		}
	}
}

func builtMOLS(t *testing.T, side int) []*planes.LatinSquare {
	t.Helper()
	net := assert.Got(planes.NewNet(t.Context(), side, 2+planes.MOLSCount(side)))(t)
	return net.Squares()
}
