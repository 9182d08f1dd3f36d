package experiments

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"coterie/internal/words/table"
)

// Column is a column of a table whose rows are made from values of R: its head, and the cell that a
// value gives. If the cell is a field of R, the field declares the column, see [Columns]. If the
// cell is computed, make the column by [Ints], [BigInts], [Ratios], [Floats], [Texts] or [Bools].
type Column[R any] struct {
	head table.Column
	cell func(R) table.Cell
}

// Ints returns a column of integers of at most 2^53 in absolute value.
func Ints[R any](name, unit, doc string, of func(R) int) Column[R] {
	return Column[R]{table.Ints(name, unit, doc), func(r R) table.Cell { return table.Int(of(r)) }}
}

// BigInts returns a column of integers of any size; nil leaves the cell empty.
func BigInts[R any](name, unit, doc string, of func(R) *big.Int) Column[R] {
	return Column[R]{table.BigInts(name, unit, doc), func(r R) table.Cell { return table.Big(of(r)) }}
}

// Ratios returns a column of exact fractions; nil leaves the cell empty.
func Ratios[R any](name, unit, doc string, of func(R) *big.Rat) Column[R] {
	return Column[R]{table.Ratios(name, unit, doc), func(r R) table.Cell { return table.Ratio(of(r)) }}
}

// Floats returns a column of numbers rounded to 6 significant digits. They must be finite.
func Floats[R any](name, unit, doc string, of func(R) float64) Column[R] {
	return Column[R]{table.Floats(name, unit, doc), func(r R) table.Cell { return table.Float(of(r)) }}
}

// Texts returns a column of texts of one line; "" leaves the cell empty.
func Texts[R any](name, unit, doc string, of func(R) string) Column[R] {
	return Column[R]{table.Texts(name, unit, doc), func(r R) table.Cell { return table.Text(of(r)) }}
}

// Bools returns a column of true and false.
func Bools[R any](name, unit, doc string, of func(R) bool) Column[R] {
	return Column[R]{table.Bools(name, unit, doc), func(r R) table.Cell { return table.Bool(of(r)) }}
}

// Columns returns the columns of a table in their order. Each part is a [Column] of R, a list of
// them, or the name of a column that a field of R declares by its tags, as in
//
//	K int `csv:"k,nodes" doc:"size of a quorum"`
//
// where csv has the name of the column and its unit, if it has one. After csv:"k,nodes,omitzero"
// the cell is empty in place of 0. The type of the field decides the kind of the column: integers,
// *big.Int, *big.Rat and other types with a method Rat, float64, bool; texts are strings and types
// with a method String. The fields of embedded structs count, too. Fields other than plain numbers,
// booleans or strings must be exported.
//
// Columns panics if no field declares the name, if several do, or if a part is something else.
func Columns[R any](parts ...any) []Column[R] {
	var list []Column[R]
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			list = append(list, declared[R](part))
		case Column[R]:
			list = append(list, part)
		case []Column[R]:
			list = append(list, part...)
		default:
			panic(fmt.Sprintf("experiments: a %T is no column of %v", part, reflect.TypeFor[R]()))
		}
	}
	return list
}

// declared returns the column that a field of R declares.
func declared[R any](name string) Column[R] {
	row := reflect.TypeFor[R]()
	fields := Keep(reflect.VisibleFields(row), func(f reflect.StructField) bool {
		return strings.Split(f.Tag.Get("csv"), ",")[0] == name
	})
	if len(fields) != 1 {
		panic(fmt.Sprintf("experiments: %d fields of %v declare the column %s", len(fields), row, name))
	}
	f := fields[0]
	words := append(strings.Split(f.Tag.Get("csv"), ","), "", "")
	kind, cell := cellOf(f.Type)
	column := Column[R]{
		table.Column{Name: name, Kind: kind, Unit: words[1], Doc: f.Tag.Get("doc")},
		func(r R) table.Cell { return cell(reflect.ValueOf(r).FieldByIndex(f.Index)) },
	}
	if words[2] == "omitzero" {
		return column.NonZero()
	}
	return column
}

// cellOf returns the kind of column for a type of field, and the function that turns such a field
// into a cell.
func cellOf(t reflect.Type) (table.Kind, func(reflect.Value) table.Cell) {
	switch {
	case t == reflect.TypeFor[*big.Int]():
		return table.KindBigInt, func(v reflect.Value) table.Cell { return table.Big(v.Interface().(*big.Int)) }
	case t == reflect.TypeFor[*big.Rat]():
		return table.KindRatio, func(v reflect.Value) table.Cell { return table.Ratio(v.Interface().(*big.Rat)) }
	case t.Implements(reflect.TypeFor[interface{ Rat() *big.Rat }]()):
		return table.KindRatio, func(v reflect.Value) table.Cell {
			return table.Ratio(v.Interface().(interface{ Rat() *big.Rat }).Rat())
		}
	case t.Implements(reflect.TypeFor[fmt.Stringer]()):
		return table.KindText, func(v reflect.Value) table.Cell { return table.Text(v.Interface().(fmt.Stringer).String()) }
	case t.Kind() == reflect.String:
		return table.KindText, func(v reflect.Value) table.Cell { return table.Text(v.String()) }
	case t.Kind() == reflect.Bool:
		return table.KindBool, func(v reflect.Value) table.Cell { return table.Bool(v.Bool()) }
	case t.Kind() == reflect.Float64:
		return table.KindFloat, func(v reflect.Value) table.Cell { return table.Float(v.Float()) }
	case reflect.Zero(t).CanInt():
		return table.KindInt, func(v reflect.Value) table.Cell { return table.Int(int(v.Int())) }
	case reflect.Zero(t).CanUint():
		return table.KindInt, func(v reflect.Value) table.Cell { return table.Int(int(v.Uint())) }
	}
	panic(fmt.Sprintf("experiments: a %v is no cell", t))
}

// If returns the column with an empty cell for every value for which has is false. The cell of such
// a value is never computed.
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

// If returns the columns that [Columns] returns, each with [Column.If].
func If[R any](has func(R) bool, parts ...any) []Column[R] {
	list := Columns[R](parts...)
	for i, c := range list {
		list[i] = c.If(has)
	}
	return list
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

// Table emits NAME.csv: a row for each value, in their order, under the columns, which are given as
// [Columns] takes them. The manifest carries the documentation of the columns. Table returns the
// sheet from which plots are made.
func Table[R any](out *Output, name string, rows []R, parts ...any) *Sheet {
	columns := Columns[R](parts...)
	if out.err != nil {
		rows = nil
	} else if out.redrawing() {
		return &Sheet{name: name + ".csv", table: out.readTable(name+".csv", heads(columns))}
	}
	t, err := filled(rows, columns)
	sheet := &Sheet{name: name + ".csv", table: t}
	if err != nil {
		out.Fail(fmt.Errorf("%s: %w", sheet.name, err))
		return sheet
	}
	if !out.replaying() {
		out.emit(sheet.name, t)
	}
	return sheet
}

// filled returns the table of rows. After an error it has the rows before the error.
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

// listed returns a table for a person to read. Texts that are not printable are quoted.
func listed[R any](rows []R, columns ...Column[R]) *table.Table {
	t, err := filled(rows, columns)
	if err != nil {
		panic(err) // every text was made printable
	}
	return t
}

// quoted returns a column of any texts, for [listed].
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
