//go:build !small && !js

package parquet

import (
	"cmp"
	"encoding/json"
	"io"

	"coterie/internal/machine/par"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// Absent is the reason why this build has no Parquet: nil, because it has.
var Absent error

// batch is the number of rows that are passed to the library at a time.
const batch = 64

// columnsKey is the metadata key of the documentation of columns.
const columnsKey = "columns"

// Writer writes a table in groups of rows, several groups at a time.
type Writer struct {
	columns []Column
	out     *parquet.GenericWriter[any]
	jobs    int
	begun   []*Group // in order; not in the file yet
	spare   []*Group
}

// Group is a group of rows, which the caller writes cell by cell in the order of the columns. A
// cell of another kind than its column, or a row of the wrong length, panics.
type Group struct {
	columns []Column
	out     *parquet.ConcurrentRowGroupWriter
	values  [][]parquet.Value // of the current batch, by column
	rows    int               // rows in the current batch
	memory  []byte            // holds the bytes that values refer to
	at      int               // the column of the next cell
	done    chan error
}

// ordered is a group node that keeps the order of its columns.
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

// NewWriter starts the file of a table. Its rows must ascend in the first column. It makes the
// given number of groups at a time (see [par.Jobs]). about is additional metadata, in pairs of key
// and value.
func NewWriter(w io.Writer, table string, columns []Column, jobs int, about ...string) (*Writer, error) {
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
		parquet.NewSchema(table, o), parquet.CreatedBy("coterie", "", ""),
		parquet.SortingWriterConfig(parquet.SortingColumns(parquet.Ascending(columns[0].Name))),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}), parquet.KeyValueMetadata(columnsKey, string(docs)),
	}
	for i := 0; i+1 < len(about); i += 2 {
		options = append(options, parquet.KeyValueMetadata(about[i], about[i+1]))
	}
	return &Writer{columns: columns, out: parquet.NewGenericWriter[any](w, options...), jobs: par.Jobs(jobs)}, nil
}

// Group adds the rows that fill writes. It may return before fill does, and the calls of fill may
// overlap; the groups stay in the order of the calls. The error may come from an earlier group.
// After an error the file is useless.
//
// Memory: some megabytes for each group that is made at a time.
func (w *Writer) Group(fill func(g *Group) error) error {
	if len(w.begun) >= w.jobs {
		if err := w.commit(); err != nil {
			return err
		}
	}
	var g *Group
	if n := len(w.spare); n > 0 {
		g, w.spare = w.spare[n-1], w.spare[:n-1]
	} else {
		g = &Group{columns: w.columns, out: w.out.BeginRowGroup(), values: make([][]parquet.Value, len(w.columns)), done: make(chan error, 1)}
	}
	w.begun = append(w.begun, g)
	go func() {
		err := fill(g)
		if err == nil {
			err = g.flush()
		}
		g.done <- err
	}()
	return nil
}

// commit waits for the first group that is not in the file, and writes it.
func (w *Writer) commit() error {
	g := w.begun[0]
	w.begun = w.begun[1:]
	if err := <-g.done; err != nil {
		return err
	}
	_, err := g.out.Commit()
	w.spare = append(w.spare, g)
	return err
}

// Close waits for the last groups, and writes the end of the file.
func (w *Writer) Close() error {
	var err error
	for len(w.begun) > 0 {
		err = cmp.Or(err, w.commit())
	}
	return cmp.Or(err, w.out.Close())
}

// add appends a value to the cell of a column.
func (g *Group) add(column int, v parquet.Value, repetition, definition int) {
	g.values[column] = append(g.values[column], v.Level(repetition, definition, column))
}

// next returns the column of the next cell.
func (g *Group) next(k Kind) (column int) {
	column = g.at
	if g.at >= len(g.columns) || g.columns[g.at].Kind != k {
		panic("parquet: a cell of another kind than its column")
	}
	g.at++
	return column
}

// Int adds a cell of kind Int.
func (g *Group) Int(v int) { g.add(g.next(Int), parquet.Int32Value(int32(v)), 0, 0) }

// Optional adds a cell of kind Optional. It is v if there is true, and null otherwise.
func (g *Group) Optional(v int, there bool) {
	column := g.next(Optional)
	if !there {
		g.add(column, parquet.Value{}, 0, 0)
		return
	}
	g.add(column, parquet.Int32Value(int32(v)), 0, 1)
}

// Float adds a cell of kind Float.
func (g *Group) Float(v float64) { g.add(g.next(Float), parquet.DoubleValue(v), 0, 0) }

// Bytes adds a cell of kind Bytes. The caller may reuse v.
func (g *Group) Bytes(v []byte) {
	at := len(g.memory)
	g.memory = append(g.memory, v...)
	g.add(g.next(Bytes), parquet.ByteArrayValue(g.memory[at:]), 0, 0)
}

// List adds a cell of kind List.
func (g *Group) List(v []uint8) {
	column := g.next(List)
	if len(v) == 0 {
		g.add(column, parquet.Value{}, 0, 0)
		return
	}
	for i, x := range v {
		g.add(column, parquet.Int32Value(int32(x)), min(i, 1), 1)
	}
}

// End ends the row.
func (g *Group) End() error {
	if g.at != len(g.columns) {
		panic("parquet: a row is short")
	}
	g.at = 0
	if g.rows++; g.rows < batch {
		return nil
	}
	return g.flush()
}

func (g *Group) flush() error {
	for i, column := range g.out.ColumnWriters() {
		if len(g.values[i]) == 0 {
			continue
		}
		if _, err := column.WriteRowValues(g.values[i]); err != nil {
			return err
		}
		g.values[i] = g.values[i][:0]
	}
	g.rows, g.memory = 0, g.memory[:0]
	return nil
}
