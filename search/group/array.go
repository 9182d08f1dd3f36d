package group

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/session"
	"coterie/quorum"
)

// blank is the entry of a row that shows no symbol in a column.
const blank = -1

// array is a covering array, perhaps with blanks: rows are nodes, columns are cartels, and the
// symbols 0..symbols-1 of a column are pairwise disjoint quorums of that cartel.
type array struct {
	rows, columns, symbols int
	cell                   []int16 // row by row; a symbol or blank
}

func newArray(rows, columns, symbols int) *array {
	return &array{rows, columns, symbols, slices.Repeat([]int16{blank}, rows*columns)}
}

func (a *array) at(r, c int) int     { return int(a.cell[r*a.columns+c]) }
func (a *array) set(r, c, s int)     { a.cell[r*a.columns+c] = int16(s) }
func (a *array) row(r int) []int16   { return a.cell[r*a.columns : (r+1)*a.columns] }
func (a *array) blank(r, c int) bool { return a.cell[r*a.columns+c] == blank }

// flaw says why the array is no covering array: "" if every column shows every symbol, and
// every two columns show every pair of symbols in some row.
func (a *array) flaw() string {
	d := a.symbols
	seen := make([]bool, d*d)
	for c := range a.columns {
		for e := range c + 1 { // e = c: every symbol of c is shown
			clear(seen)
			for r := range a.rows {
				if !a.blank(r, c) && !a.blank(r, e) {
					seen[a.at(r, e)*d+a.at(r, c)] = true
				}
			}
			for s := range d * d {
				if !seen[s] && (e != c || s/d == s%d) {
					return fmt.Sprintf("no row shows symbols %d and %d in columns %d and %d", s/d+1, s%d+1, e+1, c+1)
				}
			}
		}
	}
	return ""
}

// thin blanks every entry whose pairs are all shown by other rows, from the last row to the first,
// so that no entry that is left could be left out alone: each quorum is then a minimal set that
// meets the listed ones of other cartels. It does nothing to arrays with so many pairs of symbols
// that counting them would take more than 128 MB.
func (a *array) thin() {
	d := a.symbols
	if a.columns*a.columns*d*d > 1<<25 {
		return
	}
	shown := make([]int32, a.columns*a.columns*d*d) // rows that show a pair, and a symbol where both columns are one
	at := func(c, s, e, t int) *int32 { return &shown[((c*a.columns+e)*d+s)*d+t] }
	for r := range a.rows {
		for c, s := range a.row(r) {
			for e, t := range a.row(r) {
				if s != blank && t != blank {
					*at(c, int(s), e, int(t))++
				}
			}
		}
	}
	for r := a.rows - 1; r >= 0; r-- {
		row := a.row(r)
		for c, s := range row {
			if s == blank {
				continue
			}
			needed := false
			for e, t := range row {
				if t != blank && *at(c, int(s), e, int(t)) == 1 {
					needed = true
				}
			}
			if needed {
				continue
			}
			for e, t := range row {
				if t == blank {
					continue
				}
				*at(c, int(s), e, int(t))--
				if e != c {
					*at(e, int(t), c, int(s))--
				}
			}
			row[c] = blank
		}
	}
}

// widened returns the array with blank rows added, up to n rows.
func (a *array) widened(n int) *array {
	b := newArray(n, a.columns, a.symbols)
	copy(b.cell, a.cell)
	return b
}

// firstColumns returns the array of the first m columns.
func (a *array) firstColumns(m int) *array {
	b := newArray(a.rows, m, a.symbols)
	for r := range a.rows {
		copy(b.row(r), a.row(r)[:m])
	}
	return b
}

// system returns the group quorum system of an array: cartel c has a quorum for each symbol, the
// nodes whose rows show it in column c. It is judged by package quorum, and its degree and
// responsibilities are counted; what does not hold is an internal error.
func (a *array) system(ctx context.Context, responsibility int) (*quorum.GroupSystem, error) {
	cartels := make([]quorum.Family, a.columns)
	for c := range cartels {
		quorums := make([][]int, a.symbols)
		for r := range a.rows {
			if s := a.at(r, c); s != blank {
				quorums[s] = append(quorums[s], r)
			}
		}
		f, err := quorum.NewFamily(a.rows, quorums)
		if err != nil {
			return nil, quorum.Internal("cartel %v: %w", quorum.Index(c), err)
		}
		cartels[c] = f
	}
	g, err := quorum.NewGroupSystem(fmt.Sprintf("%d cartels of %d disjoint quorums on %d nodes", a.columns, a.symbols, a.rows), cartels, nil)
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	return g, judge(ctx, g, a.symbols, responsibility)
}

// judge says why g is no group quorum system of that degree in which no node has more than that
// responsibility (0: any); nil if it is one. It does not heed the end of ctx, which would cost a
// result: the judgement takes less than what led to it.
func judge(ctx context.Context, g *quorum.GroupSystem, degree, responsibility int) error {
	ctx = context.WithoutCancel(ctx)
	for _, v := range quorum.Check(ctx, g, quorum.Options{Jobs: 1}).Properties {
		switch v.Property {
		case quorum.CrossIntersection, quorum.CartelMinimality:
			if err := session.Judge(ctx, v, g.Name()); err != nil {
				return err
			}
		}
	}
	for c := range g.Groups() {
		if cartel := g.Cartel(c); cartel.Len() != degree || slices.Max(cartel.Responsibilities()) > 1 {
			return quorum.Internal("cartel %v has not %d disjoint quorums", quorum.Index(c), degree)
		}
	}
	if most := slices.Max(g.Responsibilities()); responsibility > 0 && most > responsibility {
		return quorum.Internal("a node is in %d quorums, more than %d", most, responsibility)
	}
	return nil
}
