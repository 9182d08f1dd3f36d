package sat

import "fmt"

// LexAtLeast adds clauses that hold for exactly those assignments for which the sequence a
// is lexicographically at least b, true before false: a = b, or a is true and b false in
// the first place where they differ. New variables e(i) are true if nothing differs before place i;
// they are not determined by a and b. For sequences of n > 0 these are n-1 variables and 3n-2
// clauses. Unit propagation is complete: it finds everything that some of the literals imply about
// the others (as long as no two have the same variable).
//
// It breaks symmetries: where every model stays one when the rows of a matrix of literals
// change places, and the same for its columns, some model has both rows and columns
// sorted (Flener et al., CP 2002, "double-lex": the matrix that is largest when it is read
// row by row has them). It panics if the lengths differ.
func LexAtLeast(dst ClauseSink, a, b []int) { lex(dst, a, b, false) }

// LexGreater is LexAtLeast without equality: distinct rows, sorted. It has a clause more.
func LexGreater(dst ClauseSink, a, b []int) { lex(dst, a, b, true) }

func lex(dst ClauseSink, a, b []int, strict bool) {
	if len(a) != len(b) {
		panic(fmt.Sprintf("sat: sequences of %d and %d literals", len(a), len(b)))
	}
	if len(a) == 0 {
		if strict {
			dst.AddClause()
		}
		return
	}
	equal := 0 // literal: nothing differs before place i; 0 is true
	when := func(lits ...int) {
		if equal != 0 {
			lits = append(lits, -equal)
		}
		dst.AddClause(lits...)
	}
	for i := range a {
		last := i == len(a)-1
		if last && strict {
			when(a[i])
			when(-b[i])
			return
		}
		when(a[i], -b[i])
		if last {
			return
		}
		next := dst.NewVar()
		// equal, and no difference here: equal before the next place. With a >= b here a
		// difference is a and not b.
		when(a[i], next)  // both false
		when(-b[i], next) // both true
		equal = next
	}
}

// LexSorted adds LexAtLeast for every two neighbours of rows, so that they stand in
// descending order; with LexSorted of the columns too it is double-lex. It panics if the
// lengths differ.
func LexSorted(dst ClauseSink, rows [][]int) {
	for i := 1; i < len(rows); i++ {
		LexAtLeast(dst, rows[i-1], rows[i])
	}
}

// Transposed returns the columns of a matrix as rows. It panics if the rows have different
// lengths.
func Transposed(rows [][]int) [][]int {
	if len(rows) == 0 {
		return nil
	}
	columns := make([][]int, len(rows[0]))
	for j := range columns {
		columns[j] = make([]int, len(rows))
	}
	for i, row := range rows {
		if len(row) != len(columns) {
			panic(fmt.Sprintf("sat: rows of %d and %d literals", len(columns), len(row)))
		}
		for j, l := range row {
			columns[j][i] = l
		}
	}
	return columns
}
