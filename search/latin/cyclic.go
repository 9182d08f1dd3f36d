package latin

import (
	"context"
	"fmt"
)

// newLatinCyclicFormula is the question for two orthogonal Latin squares of a side with a
// symmetry: the map that adds 1 (mod m) to 0, .., m-1 and fixes the other numbers, m = side -
// fixed, turns each square into itself when it is applied to rows, columns and symbols alike.
// The squares of order 10 of Bose, Shrikhande and Parker (1960) are of this kind, with
// m = 7. So a model is two orthogonal squares, but without one there may be others. It
// returns nil if ctx ends, and panics unless fixed is 1 or 3 and m >= 2.
//
// The clauses are those of a latinFormula without its normal form, and an implication from
// each variable to its image under the map: around an orbit, they say that all are equal.
// The normal form here, everything counted from 0, is
//
//  1. the cells of fixed rows and columns have fixed symbols: square 0 has i+j (mod fixed) in
//     the fixed row i and column j, square 1 has 2i+j, as numbers of fixed symbols;
//  2. both squares have symbol 0 in row 0 and the last column;
//  3. square 0 has the last symbol in row 0, column 0.
//
// Proof. The symbol of a cell that the map fixes is fixed, so the fixed rows, columns and symbols
// are two orthogonal squares of side 1 or 3. There is one such pair up to renaming rows, columns
// and symbols (the normal form of latinFormula has a single model for side 3, as a test counts),
// which keeps the symmetry: 1. The cells in row 0, .., m-1 of a fixed column are an orbit, so their
// symbols are not fixed, since they differ. Adding a constant (mod m) to those symbols of a square
// keeps the symmetry and 1: 2. A fixed symbol is in row 0 therefore in a column that is not fixed,
// and adding a constant to those columns keeps the symmetry, 1 and 2: 3. ∎
func newLatinCyclicFormula(ctx context.Context, side, fixed int) *formula {
	m := side - fixed
	if fixed != 1 && fixed != 3 || m < 2 {
		panic(fmt.Sprintf("search: a symmetry of Latin squares of side %d that fixes %d", side, fixed))
	}
	f := newLatinFormula(ctx, side, 2, false)
	if f == nil {
		return nil
	}
	f.cnf.Comment(fmt.Sprintf("Only squares are looked for that stay the same when 1 is added (mod %d) to the numbers 0..%d of", m, m-1))
	f.cnf.Comment(fmt.Sprintf("rows and columns (here counted from 0) and of symbols; the numbers %d..%d are fixed.", m, side-1))
	next := func(x int) int {
		if x < m {
			return (x + 1) % m
		}
		return x
	}
	for x := range side {
		for y := range side {
			for z := range side {
				for s := range 2 {
					f.implies(f.cell(s, x, y, z), f.cell(s, next(x), next(y), next(z)))
				}
				f.implies(f.pair(0, 1, x, y, z), f.pair(0, 1, next(x), next(y), next(z)))
			}
		}
	}
	for i := range fixed {
		for j := range fixed {
			f.cnf.AddClause(f.cell(0, m+i, m+j, m+(i+j)%fixed))
			f.cnf.AddClause(f.cell(1, m+i, m+j, m+(2*i+j)%fixed))
		}
	}
	f.cnf.AddClause(f.cell(0, 0, side-1, 0))
	f.cnf.AddClause(f.cell(1, 0, side-1, 0))
	f.cnf.AddClause(f.cell(0, 0, 0, side-1))
	return f
}

// implies adds that a implies b, which are variables.
func (f *formula) implies(a, b int) {
	if a != b {
		f.cnf.AddClause(-a, b)
	}
}
