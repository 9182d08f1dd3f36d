package group

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
)

// words describes the covering array that is asked for.
func words(n, m, d, responsibility int) string {
	words := fmt.Sprintf("a covering array with %d rows (nodes), %d columns (cartels) and %d symbols (disjoint quorums)", n, m, d)
	if responsibility > 0 && responsibility < m {
		words += fmt.Sprintf(", at most %d of them in a row", responsibility)
	}
	return words
}

// vars are the variables of the encoding: x[r][c][s] says that row r shows symbol s in column c.
type vars [][][]int

// array reads a model.
func (x vars) array(model []bool) *array {
	a := newArray(len(x), len(x[0]), len(x[0][0]))
	for r := range x {
		for c := range x[r] {
			for s, v := range x[r][c] {
				if model[v] {
					a.set(r, c, s)
				}
			}
		}
	}
	return a
}

// rowBits are the variables of row r in the order of columns and symbols.
func (x vars) rowBits(r int) []int {
	return slices.Concat(x[r]...)
}

// symbolBits are those of a symbol of a column, down the rows.
func (x vars) symbolBits(c, s int) []int {
	list := make([]int, len(x))
	for r := range x {
		list[r] = x[r][c][s]
	}
	return list
}

// columnBits are those of a column, row by row.
func (x vars) columnBits(c int) []int {
	var list []int
	for r := range x {
		list = append(list, x[r][c]...)
	}
	return list
}

// encode writes clauses that hold for exactly the covering arrays of n rows, m columns and d
// symbols with at most responsibility symbols in a row, n, m, d >= 1: with no limit (0, or m and
// more) every row shows a symbol in every column, otherwise there may be blanks. About n·d²·m²/2
// variables and three times as many clauses.
func encode(dst sat.ClauseSink, n, m, d, responsibility int) vars {
	x := make(vars, n)
	for r := range x {
		x[r] = make([][]int, m)
		for c := range x[r] {
			for range d {
				x[r][c] = append(x[r][c], dst.NewVar())
			}
		}
	}
	limited := responsibility > 0 && responsibility < m
	for r := range x {
		for c := range m {
			if limited {
				sat.AtMostOne(dst, x[r][c])
			} else {
				sat.ExactlyOne(dst, x[r][c])
			}
		}
		if limited {
			sat.AtMost(dst, x.rowBits(r), responsibility)
		}
	}
	if m == 1 {
		for s := range d {
			dst.AddClause(x.symbolBits(0, s)...)
		}
	}
	for e := range m {
		for c := range e {
			for k := range d * d {
				sat.Meet(dst, x.symbolBits(c, k/d), x.symbolBits(e, k%d)) // some row shows the pair
			}
		}
	}
	return x
}

// normalise adds clauses that keep at least one array of each kind, where arrays are of one kind if
// they differ by the order of rows, of columns, and of the symbols of a column; m >= 2.
//
//   - Row a·d + b shows a in the first column and b in the second, for a, b < d. (The d² pairs
//     of two columns are in different rows, so there is no array with fewer: the empty clause.)
//   - The other rows are in descending order, read as bits, symbol 0 of column 0 first.
//   - In every column from the third on, the symbols are in descending order, read down the
//     rows.
//   - The columns from the third on are in descending order, read row by row.
//   - With tables, the first two columns of the other rows are those of one of the tables that
//     tablesFor lists; a literal stands for each, and the clauses say that one of them is
//     true.
//
// Proof: docs/theorems/group-normal-form.md.
func normalise(dst sat.ClauseSink, x vars, tables []table) {
	n, m, d := len(x), len(x[0]), len(x[0][0])
	if d*d > n {
		dst.AddClause()
		return
	}
	for k := range d * d {
		dst.AddClause(x[k][0][k/d])
		dst.AddClause(x[k][1][k%d])
	}
	for r := d*d + 1; r < n; r++ {
		sat.LexAtLeast(dst, x.rowBits(r-1), x.rowBits(r))
	}
	for c := 2; c < m; c++ {
		for s := 1; s < d; s++ {
			sat.LexAtLeast(dst, x.symbolBits(c, s-1), x.symbolBits(c, s))
		}
		if c > 2 {
			sat.LexAtLeast(dst, x.columnBits(c-1), x.columnBits(c))
		}
	}
	if len(tables) == 0 {
		return
	}
	var one []int
	for _, t := range tables {
		is := dst.NewVar()
		one = append(one, is)
		row := d * d
		for k, rows := range t {
			for range rows - 1 { // one of them is above
				dst.AddClause(-is, x[row][0][k/d])
				dst.AddClause(-is, x[row][1][k%d])
				row++
			}
		}
	}
	dst.AddClause(one...)
}

// maxTables is how many tables of the first two columns a formula lists; with more the solver has
// to find them. (Listed tables make a refutation ten times faster. To take them one by one, as
// assumptions, makes finding an array slower by orders of magnitude.)
const maxTables = 64

// question returns the question for an array, and its variables.
func question(ctx context.Context, n, m, d, responsibility int) (session.Question, vars) {
	c := sat.NewCNF(ctx)
	words := words(n, m, d, responsibility)
	c.Comment("Is there " + words + ",\nin which every two columns show all pairs of symbols? It is the same as an m-group quorum system of that degree.")
	c.Comment("A true variable \"node v in quorum s of cartel c\" puts the node into that quorum. Symmetric arrays are cut off.")
	x := encode(c, n, m, d, responsibility)
	for r := range x {
		for g := range x[r] {
			for s, v := range x[r][g] {
				c.Name(v, fmt.Sprintf("node %d in quorum %d of cartel %d", r+1, s+1, g+1))
			}
		}
	}
	q := session.Question{Words: words, CNF: c, Theorems: session.Theorems{"covering-arrays", "group-normal-form"}}
	if m >= 2 {
		var tables []table
		if (responsibility == 0 || responsibility >= m) && d*d <= n {
			tables, _ = tablesFor(ctx, d, n-d*d, maxTried)
			if len(tables) > maxTables {
				tables = nil
			}
		}
		normalise(c, x, tables)
	}
	return q, x
}
