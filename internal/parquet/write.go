package parquet

import (
	"encoding/json"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Kind is what the cells of a column are.
type Kind int

// The kinds of columns. Numbers have 32 bits.
const (
	Int      Kind = iota
	Optional      // a number, or none
	Float         // of 64 bits
	Bytes         // any string of bytes
	List          // any number of numbers from 0 to 255
)

// Column says what a column holds. Names differ.
type Column struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	Kind Kind   `json:"-"`
}

// rowGroup is how many rows are compressed together.
const rowGroup = 1 << 16

// batch is how many rows are handed to the library at a time.
const batch = 256

// columnsKey is where the documentation of the columns stands.
const columnsKey = "columns"

// Writer writes a table row by row, and each row cell by cell in the order of the columns. A cell
// of another kind than its column, or a row of another length, is a bug of the caller and panics.
// Memory: some megabytes, of one group of 65,536 rows.
type Writer struct {
	columns []Column
	out     *parquet.GenericWriter[any]
	rows    []parquet.Row
	row     parquet.Row
	memory  []byte // of the bytes in rows
	at      int    // the column of the next cell
}

// ordered is a group whose columns stay in their order.
type ordered struct {
	parquet.Group
	names []string
}

// Fields implements parquet.Node.
func (o ordered) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range o.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(o.names))
	for i, name := range o.names {
		fields[i] = byName[name]
	}
	return fields
}

func node(k Kind) parquet.Node {
	switch k {
	case Int:
		return parquet.Int(32)
	case Optional:
		return parquet.Optional(parquet.Int(32))
	case Float:
		return parquet.Leaf(parquet.DoubleType)
	case Bytes:
		return parquet.Leaf(parquet.ByteArrayType)
	}
	return parquet.List(parquet.Uint(8))
}

// NewWriter begins a file of a table, whose rows ascend in the first column. about is more
// metadata, in pairs of key and value.
func NewWriter(w io.Writer, table string, columns []Column, about ...string) (*Writer, error) {
	o := ordered{Group: parquet.Group{}}
	for _, c := range columns {
		o.Group[c.Name] = node(c.Kind)
		o.names = append(o.names, c.Name)
	}
	docs, err := json.Marshal(columns)
	if err != nil {
		return nil, err
	}
	options := []parquet.WriterOption{
		parquet.NewSchema(table, o), parquet.CreatedBy("coterie", "", ""), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.SortingWriterConfig(parquet.SortingColumns(parquet.Ascending(columns[0].Name))),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}), parquet.KeyValueMetadata(columnsKey, string(docs)),
	}
	for i := 0; i+1 < len(about); i += 2 {
		options = append(options, parquet.KeyValueMetadata(about[i], about[i+1]))
	}
	return &Writer{columns: columns, out: parquet.NewGenericWriter[any](w, options...)}, nil
}

// next returns the column of the next cell.
func (w *Writer) next(k Kind) (column, definition int) {
	column = w.at
	if w.at >= len(w.columns) || w.columns[w.at].Kind != k {
		panic("parquet: a cell of another kind than its column")
	}
	w.at++
	if k == Optional || k == List {
		definition = 1
	}
	return column, definition
}

// Int adds a cell of kind Int.
func (w *Writer) Int(v int) {
	column, d := w.next(Int)
	w.row = append(w.row, parquet.Int32Value(int32(v)).Level(0, d, column))
}

// Optional adds a cell of kind Optional: v, or nothing.
func (w *Writer) Optional(v int, there bool) {
	column, d := w.next(Optional)
	if !there {
		w.row = append(w.row, parquet.Value{}.Level(0, 0, column))
		return
	}
	w.row = append(w.row, parquet.Int32Value(int32(v)).Level(0, d, column))
}

// Float adds a cell of kind Float.
func (w *Writer) Float(v float64) {
	column, d := w.next(Float)
	w.row = append(w.row, parquet.DoubleValue(v).Level(0, d, column))
}

// Bytes adds a cell of kind Bytes; v may be used again.
func (w *Writer) Bytes(v []byte) {
	column, d := w.next(Bytes)
	at := len(w.memory)
	w.memory = append(w.memory, v...)
	v = w.memory[at:]
	w.row = append(w.row, parquet.ByteArrayValue(v).Level(0, d, column))
}

// List adds a cell of kind List.
func (w *Writer) List(v []uint8) {
	column, d := w.next(List)
	if len(v) == 0 {
		w.row = append(w.row, parquet.Value{}.Level(0, 0, column))
		return
	}
	for i, x := range v {
		w.row = append(w.row, parquet.Int32Value(int32(x)).Level(min(i, 1), d, column))
	}
}

// End ends the row.
func (w *Writer) End() error {
	if w.at != len(w.columns) {
		panic("parquet: a row is short")
	}
	w.at = 0
	w.rows = append(w.rows, w.row)
	if len(w.rows) < batch {
		w.row = nil
		if n := len(w.rows); n < cap(w.rows) {
			w.row = w.rows[:n+1][n][:0] // its memory from the last batch
		}
		return nil
	}
	return w.flush()
}

func (w *Writer) flush() error {
	_, err := w.out.WriteRows(w.rows)
	w.rows, w.memory = w.rows[:0], w.memory[:0]
	w.row = nil
	if cap(w.rows) > 0 {
		w.row = w.rows[:1][0][:0]
	}
	return err
}

// Close writes what is left, and the end of the file.
func (w *Writer) Close() error {
	if err := w.flush(); err != nil {
		return err
	}
	return w.out.Close()
}
