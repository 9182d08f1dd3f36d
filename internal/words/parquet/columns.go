package parquet

import (
	"io"

	"coterie/internal/words/table"
)

// Kind is the type of a column's cells.
type Kind int

// The kinds of columns. Int and Optional have 32 bits.
const (
	Int      Kind = iota
	Optional      // a number or null
	Float         // of 64 bits
	Bytes         // any string of bytes
	List          // a list of any length of numbers from 0 to 255
)

// Column describes a column. Names must be different.
type Column struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	Kind Kind   `json:"-"`
}

// RowsOfGroup is a number of rows in a group that compresses well.
const RowsOfGroup = 1 << 15

// Cell is a cell that was read. The kind of its column says which of the fields count.
type Cell struct {
	There bool // whether an Optional cell has a value
	Int   int
	Float float64
	Bytes []byte // for Bytes and List; the next row overwrites it
}

// WriteTable writes a table as a file.
func WriteTable(dst io.Writer, name string, t *table.Table) error {
	w, err := NewTableWriter(dst, name, t.Columns())
	if err != nil {
		return err
	}
	if err := w.Write(t); err != nil {
		return err
	}
	return w.Close()
}
