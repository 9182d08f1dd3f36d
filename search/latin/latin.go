package latin

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"coterie/internal/solve/sat"
)

// formula is the question for mutually orthogonal Latin squares of one side.
//
// # Formula
//
// An orthogonal array with the columns "row", "column", "square 1", .., "square k" is the same
// thing as k mutually orthogonal Latin squares: a run (r, c, v_1, .., v_k) says that square s has
// v_s in cell (r, c), and any two columns of the array show each pair of values once. Variables are
//
//   - cell(s, r, c, v): square s has v in cell (r, c);
//   - pair(s, t, r, v, w), s < t: some cell of row r has v in square s and w in square t.
//
// The first belong to the columns (row, column, s) of the array, the others to (row, s, t); both
// are the same kind of object, a cube in which every line has exactly one true variable. For cells
// that is the definition of a Latin square. For pairs it says: row r shows each v of square s with
// one w and conversely, and each (v, w) occurs in one row, which is orthogonality. Of the three
// cubes of four array columns (row, column, s, t) any two entries of a run imply the third:
//
//	cell(s,r,c,v) ∧ cell(t,r,c,w) → pair(s,t,r,v,w)
//	cell(s,r,c,v) ∧ pair(s,t,r,v,w) → cell(t,r,c,w)
//	cell(t,r,c,w) ∧ pair(s,t,r,v,w) → cell(s,r,c,v)
//
// The cells determine the pairs, so a model is a list of k squares. The three further cubes that do
// without rows, with the implications to and from them, were tried and left out: they made formulas
// three times as long, and mostly slower.
//
// A selector variable for each kind of σ, the first column of the second square, implies that
// column, and a clause says that one of them holds: the formula as a whole is satisfiable iff the
// squares exist, and each selector is a case that can be asked on its own.
//
// Proof: docs/theorems/latin-normal-form.md.
type formula struct {
	side, squares int
	cnf           *sat.CNF
	cases         [][]int
}

// newLatinFormula writes the formula for squares >= 1 squares of side >= 1, in the normal form or
// not. It returns nil if ctx ends. clauses says how long it is.
func newLatinFormula(ctx context.Context, side, squares int, normal bool) *formula {
	f := &formula{side: side, squares: squares, cnf: sat.NewCNF(ctx)}
	cubes := squares + squares*(squares-1)/2
	f.cnf.Grow(cubes * side * side * side)
	f.name()
	for i := range cubes {
		if ctx.Err() != nil {
			return nil
		}
		cube(f.cnf, side, i*side*side*side+1)
	}
	for t := range squares {
		for s := range t {
			if ctx.Err() != nil {
				return nil
			}
			f.link(s, t)
		}
	}
	if normal {
		f.normalise()
	}
	return f
}

// clauses returns the number of clauses of a formula without its normal form, which
// adds little.
func clauses(side, squares int) int {
	pairs := squares * (squares - 1) / 2
	return (squares+pairs)*3*side*side*(1+side*(side-1)/2) + 3*pairs*side*side*side*side
}

// cell returns the variable "square s has v in row r, column c".
func (f *formula) cell(s, r, c, v int) int {
	return ((s*f.side+r)*f.side+c)*f.side + v + 1
}

// pair returns the variable "row r has a cell with v in square s and w in square t", for
// s < t.
func (f *formula) pair(s, t, r, v, w int) int {
	return (((f.squares+t*(t-1)/2+s)*f.side+r)*f.side+v)*f.side + w + 1
}

// cube adds clauses by which every line of the cube of side³ variables from first on
// has exactly one that is true.
func cube(dst sat.ClauseSink, side, first int) {
	line := make([]int, side)
	for x := range side {
		for y := range side {
			for _, at := range []struct{ from, step int }{
				{(x*side + y) * side, 1}, {x*side*side + y, side}, {x*side + y, side * side},
			} {
				for i := range line {
					line[i] = first + at.from + i*at.step
				}
				sat.ExactlyOne(dst, line)
			}
		}
	}
}

// link adds the implications between the cells of squares s < t and their pairs.
func (f *formula) link(s, t int) {
	for r := range f.side {
		for v := range f.side {
			for w := range f.side {
				both := f.pair(s, t, r, v, w)
				for c := range f.side {
					a, b := f.cell(s, r, c, v), f.cell(t, r, c, w)
					f.cnf.AddClause(-a, -b, both)
					f.cnf.AddClause(-a, -both, b)
					f.cnf.AddClause(-b, -both, a)
				}
			}
		}
	}
}

// normalise adds the normal form.
func (f *formula) normalise() {
	f.cnf.Comment("Without loss of generality row 1 of every square and column 1 of square 1 are in natural order, and")
	f.cnf.Comment("column 1 of square 2 is one permutation of each kind, by a variable for each case, one of which holds.")
	for s := range f.squares {
		for c := range f.side {
			f.cnf.AddClause(f.cell(s, 0, c, c))
		}
	}
	for r := range f.side {
		f.cnf.AddClause(f.cell(0, r, 0, r))
	}
	if f.squares == 1 {
		return
	}
	f.cases = cases(f.cnf, f.side-1, "column 1 of square 2, but for row 1,", func(i, j int) int {
		return f.cell(1, i+1, 0, j+1)
	})
	if f.side == 1 {
		return // there is no row 1
	}
	for s := 2; s+1 < f.squares; s++ {
		for v := range f.side {
			for w := range v + 1 {
				f.cnf.AddClause(-f.cell(s, 1, 0, v), -f.cell(s+1, 1, 0, w))
			}
		}
	}
}

// cases adds a selector for each kind of permutation of 0..n-1 without a fixed point,
// which implies the latinPermutation of that kind, and the clause that one of them holds. The
// literal of i ↦ j is maps(i, j); what is the name of the permutation. It returns each
// selector as a case.
func cases(cnf *sat.CNF, n int, what string, maps func(i, j int) int) (cases [][]int) {
	var some []int
	for lengths := range cycleTypes(n) {
		selector := cnf.NewVar()
		some = append(some, selector)
		cases = append(cases, []int{selector})
		for i, j := range permutation(lengths) {
			cnf.AddClause(-selector, maps(i, j))
		}
		words := cmp.Or(strings.Trim(strings.ReplaceAll(fmt.Sprint(lengths), " ", "+"), "[]"), "none")
		cnf.Name(selector, fmt.Sprintf("case: %s has cycles of lengths %s", what, words))
	}
	cnf.AddClause(some...)
	return cases
}

// cycleTypes yields the ways to write n as a sum of descending parts of at least 2, in
// descending lexicographic order: the conjugacy classes of permutations of n things without
// a fixed point. For n = 0 that is the empty sum, for n = 1 there is none.
func cycleTypes(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var extend func(parts []int, left, most int) bool
		extend = func(parts []int, left, most int) bool {
			if left == 0 {
				return yield(parts)
			}
			for part := min(left, most); part >= 2; part-- {
				if !extend(append(parts[:len(parts):len(parts)], part), left-part, part) {
					return false
				}
			}
			return true
		}
		extend(nil, n, n)
	}
}

// permutation returns the permutation whose cycles have the given lengths and consist of
// consecutive numbers: i ↦ i+1 within a cycle.
func permutation(lengths []int) []int {
	var p []int
	for _, length := range lengths {
		first := len(p)
		for i := range length {
			p = append(p, first+(i+1)%length)
		}
	}
	return p
}

// name gives every variable its name, and the formula its comments.
func (f *formula) name() {
	f.cnf.Comment(fmt.Sprintf("Are there %d mutually orthogonal Latin squares of side %d?", f.squares, f.side))
	f.cnf.Comment(`The true variables "square S, row R, column C has symbol V" of a model are the squares.`)
	f.cnf.Comment("Squares, rows and columns are counted from 1, symbols from 0.")
	for s := range f.squares {
		for r := range f.side {
			for c := range f.side {
				for v := range f.side {
					f.cnf.Name(f.cell(s, r, c, v), fmt.Sprintf("square %d, row %d, column %d has symbol %d", s+1, r+1, c+1, v))
				}
			}
		}
	}
	for t := range f.squares {
		for s := range t {
			for r := range f.side {
				for v := range f.side {
					for w := range f.side {
						f.cnf.Name(f.pair(s, t, r, v, w),
							fmt.Sprintf("row %d has a cell with symbol %d in square %d and symbol %d in square %d", r+1, v, s+1, w, t+1))
					}
				}
			}
		}
	}
}

// decode returns the squares of a model.
func (f *formula) decode(model []bool) [][][]int {
	squares := make([][][]int, f.squares)
	for s := range squares {
		squares[s] = make([][]int, f.side)
		for r := range squares[s] {
			for c := range f.side {
				for v := range f.side {
					if model[f.cell(s, r, c, v)] {
						squares[s][r] = append(squares[s][r], v)
					}
				}
			}
		}
	}
	return squares
}
