package experiments

import (
	"math/big"

	"coterie/internal/words/table"
)

// Column is a column of a table whose rows are made from values of R: its head, and the cell that a
// value gives. Make one by [Ints], [BigInts], [Ratios], [Floats], [Texts] or [Bools].
type Column[R any] struct {
	head table.Column
	cell func(R) table.Cell
}

// Ints is a column of integers of at most 2^53 in size.
func Ints[R any](name, unit, doc string, of func(R) int) Column[R] {
	return Column[R]{table.Ints(name, unit, doc), func(r R) table.Cell { return table.Int(of(r)) }}
}

// BigInts is a column of integers of any size; nil leaves the cell empty.
func BigInts[R any](name, unit, doc string, of func(R) *big.Int) Column[R] {
	return Column[R]{table.BigInts(name, unit, doc), func(r R) table.Cell {
		if x := of(r); x != nil {
			return table.Big(x)
		}
		return table.Empty()
	}}
}

// Ratios is a column of exact fractions; nil leaves the cell empty.
func Ratios[R any](name, unit, doc string, of func(R) *big.Rat) Column[R] {
	return Column[R]{table.Ratios(name, unit, doc), func(r R) table.Cell {
		if x := of(r); x != nil {
			return table.Ratio(x)
		}
		return table.Empty()
	}}
}

// Floats is a column of numbers rounded to 6 significant digits. They must be finite.
func Floats[R any](name, unit, doc string, of func(R) float64) Column[R] {
	return Column[R]{table.Floats(name, unit, doc), func(r R) table.Cell { return table.Float(of(r)) }}
}

// Texts is a column of texts of one line; "" leaves the cell empty.
func Texts[R any](name, unit, doc string, of func(R) string) Column[R] {
	return Column[R]{table.Texts(name, unit, doc), func(r R) table.Cell { return table.Text(of(r)) }}
}

// Bools is a column of true and false.
func Bools[R any](name, unit, doc string, of func(R) bool) Column[R] {
	return Column[R]{table.Bools(name, unit, doc), func(r R) table.Cell { return table.Bool(of(r)) }}
}

// If returns the column with an empty cell for every value that has not what the column shows; the
// cell of such a value is never asked for.
func (c Column[R]) If(has func(R) bool) Column[R] {
	of := c.cell
	c.cell = func(r R) table.Cell {
		if !has(r) {
			return table.Empty()
		}
		return of(r)
	}
	return c
}

// NonZero returns the column with an empty cell in place of 0, where 0 stands for "not known".
func (c Column[R]) NonZero() Column[R] {
	of := c.cell
	c.cell = func(r R) table.Cell {
		if x := of(r); x.String() != "0" {
			return x
		}
		return table.Empty()
	}
	return c
}

// Table emits NAME.csv: a row for each value, in their order, under the columns. The manifest
// carries what the columns say of themselves. It returns what plots are made from.
func Table[R any](out *Output, name string, rows []R, columns ...Column[R]) *Sheet {
	if out.err != nil {
		rows = nil
	} else if out.redrawing() {
		return &Sheet{name: name + ".csv", table: out.readTable(name+".csv", heads(columns))}
	}
	t, err := filled(rows, columns)
	sheet := &Sheet{name: name + ".csv", table: t}
	if err != nil {
		out.Fail(&FileError{Name: sheet.name, Err: err})
		return sheet
	}
	if !out.replaying() {
		out.emit(sheet.name, t)
	}
	return sheet
}

// filled returns the table of rows; after an error it has those before it.
func filled[R any](rows []R, columns []Column[R]) (*table.Table, error) {
	t := table.New(heads(columns)...)
	cells := make([]table.Cell, len(columns))
	for _, r := range rows {
		for i, c := range columns {
			cells[i] = c.cell(r)
		}
		if err := t.Append(cells...); err != nil {
			return t, err
		}
	}
	return t, nil
}

// listed returns a table for a person, whose texts are quoted where they are not printable.
func listed[R any](rows []R, columns ...Column[R]) *table.Table {
	t, err := filled(rows, columns)
	if err != nil {
		panic(err) // every text was made printable
	}
	return t
}

// quoted is a column of any texts, for [listed].
func quoted[R any](name, doc string, of func(R) string) Column[R] {
	return Column[R]{table.Texts(name, "", doc), func(r R) table.Cell { return table.Quoted(of(r)) }}
}

func heads[R any](columns []Column[R]) []table.Column {
	list := make([]table.Column, len(columns))
	for i, c := range columns {
		list[i] = c.head
	}
	return list
}
