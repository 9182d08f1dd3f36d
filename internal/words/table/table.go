package table

import (
	"errors"
	"fmt"
	"slices"
)

// Column describes one column of a table. A manifest holds its JSON.
type Column struct {
	Name string `json:"name"`           // header: lower-case letters, digits and _, a letter first; unique in its table
	Kind Kind   `json:"kind"`           // type of its cells
	Unit string `json:"unit,omitempty"` // "nodes", "messages per entry"; "" for a pure number, a text or a bool
	Doc  string `json:"doc"`            // its meaning, in one line; the tables of a study must have it
}

// Table is a list of rows under typed columns: the one form in which figures leave this project. It
// is written as CSV ([Table.WriteCSV]).
//
// Invariants: every row has one cell per column; each cell is empty or of the kind of its column;
// no cell has a flaw; in a table of one column no cell is empty (its CSV line would be blank, and
// readers skip those).
type Table struct {
	columns []Column
	cells   []Cell // row after row

	err error // of the first row that Add refused
}

// Ints describes a column of cells of [KindInt]; the functions after it do the same for the other
// kinds.
func Ints(name, unit, doc string) Column    { return Column{name, KindInt, unit, doc} }
func BigInts(name, unit, doc string) Column { return Column{name, KindBigInt, unit, doc} }
func Ratios(name, unit, doc string) Column  { return Column{name, KindRatio, unit, doc} }
func Floats(name, unit, doc string) Column  { return Column{name, KindFloat, unit, doc} }
func Texts(name, unit, doc string) Column   { return Column{name, KindText, unit, doc} }
func Bools(name, unit, doc string) Column   { return Column{name, KindBool, unit, doc} }

// TextColumns returns columns of texts with these names, without units and docs.
func TextColumns(names ...string) []Column {
	columns := make([]Column, len(names))
	for i, name := range names {
		columns[i] = Texts(name, "", "")
	}
	return columns
}

// TextRow returns cells with these texts.
func TextRow(values ...string) []Cell {
	cells := make([]Cell, len(values))
	for i, v := range values {
		cells[i] = Text(v)
	}
	return cells
}

// New returns an empty table. It panics if there is no column, two share a name, or a name or a
// kind is not a legal one: columns are written by programmers.
func New(columns ...Column) *Table {
	mustBeColumns(columns)
	return &Table{columns: slices.Clone(columns)}
}

func mustBeColumns(columns []Column) {
	if err := checkColumns(columns); err != nil {
		panic("table: " + err.Error())
	}
}

// checkColumns returns the reason why the columns cannot be those of a table.
func checkColumns(columns []Column) error {
	if len(columns) == 0 {
		return errors.New("a table without columns")
	}
	for i, c := range columns {
		switch {
		case !isColumnName(c.Name):
			return fmt.Errorf("column %d is named %q, want lower-case letters, digits and _, a letter first", i+1, c.Name)
		case !c.Kind.valid():
			return fmt.Errorf("column %q has no kind", c.Name)
		case slices.ContainsFunc(columns[:i], func(d Column) bool { return d.Name == c.Name }):
			return fmt.Errorf("two columns named %q", c.Name)
		}
	}
	return nil
}

func isColumnName(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z'
		if !letter && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
}

// checkRow returns the cells as the columns hold them. row is 1-based.
func checkRow(columns []Column, row int, cells []Cell) ([]Cell, error) {
	if len(cells) != len(columns) {
		return nil, fmt.Errorf("row %d: %d cells for %d columns", row, len(cells), len(columns))
	}
	held := make([]Cell, len(cells))
	for i, cell := range cells {
		var flaw string
		held[i], flaw = cell.in(columns[i].Kind)
		if flaw == "" && len(columns) == 1 && cell.IsEmpty() {
			flaw = "a table of one column holds no empty cell"
		}
		if flaw != "" {
			return nil, fmt.Errorf("row %d, column %s: %q: %s", row, columns[i].Name, cell.text, flaw)
		}
	}
	return held, nil
}

// Append adds a row. A column of BigInts also takes Int cells, one of Ratios also Int and Big
// cells; every column takes Empty. On an error the table is unchanged.
func (t *Table) Append(cells ...Cell) error {
	held, err := checkRow(t.columns, t.Len()+1, cells)
	if err != nil {
		return err
	}
	t.cells = append(t.cells, held...)
	return nil
}

// Add is [Table.Append] for many rows: the first row that is refused ends the table, and
// [Table.Filled] returns its error.
func (t *Table) Add(cells ...Cell) {
	if t.err == nil {
		t.err = t.Append(cells...)
	}
}

// Filled returns the table to which [Table.Add] added rows, or the error of the first one refused.
func (t *Table) Filled() (*Table, error) {
	if t.err != nil {
		return nil, t.err
	}
	return t, nil
}

// Columns returns a copy of the columns.
func (t *Table) Columns() []Column { return slices.Clone(t.columns) }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.cells) / len(t.columns) }

// Row returns a copy of row i, 0 ≤ i < Len. It panics out of range.
func (t *Table) Row(i int) []Cell { return slices.Clone(t.row(i)) }

func (t *Table) row(i int) []Cell {
	if i < 0 || i >= t.Len() {
		panic(fmt.Sprintf("table: row %d of a table of %d rows", i, t.Len()))
	}
	width := len(t.columns)
	return t.cells[i*width : (i+1)*width]
}

// At returns the cell of row i in the named column. It panics if either does not exist.
func (t *Table) At(i int, column string) Cell { return t.row(i)[t.column(column)] }

func (t *Table) column(name string) int {
	i := slices.IndexFunc(t.columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("table: no column %q", name))
	}
	return i
}

// Point is one point (x, y) of a plot, in the units of its two columns.
type Point struct{ X, Y float64 }

// At returns the point (x, y).
func At(x, y float64) Point { return Point{x, y} }

// Points returns, in row order, the points (x, y) of the rows that keep accepts (nil: all rows) and
// in which both cells hold numbers. Drawing a figure from these and from nothing else makes the
// picture a function of the CSV. It panics if a column does not exist.
func (t *Table) Points(x, y string, keep func(row int) bool) []Point {
	ix, iy := t.column(x), t.column(y)
	var points []Point
	for i := range t.Len() {
		if keep != nil && !keep(i) {
			continue
		}
		row := t.row(i)
		px, okx := row[ix].Number()
		py, oky := row[iy].Number()
		if okx && oky {
			points = append(points, Point{px, py})
		}
	}
	return points
}

// Equal reports whether two tables have the same columns and the same rows.
func (t *Table) Equal(u *Table) bool {
	return slices.Equal(t.columns, u.columns) && slices.Equal(t.cells, u.cells)
}
