//go:build !small && !js

package parquet

import (
	"encoding/json"
	"io"
	"strconv"

	"coterie/internal/words/table"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// TableWriter writes tables with the same columns to one file, each as a group of rows. Whole
// numbers of 64 bits, floats and booleans have types of Parquet. All other cells are texts in the
// form of CSV, because no type of Parquet holds fractions or numbers of any size. An empty cell is
// null.
type TableWriter struct {
	columns []table.Column
	out     *parquet.GenericWriter[any]
	rows    []parquet.Row
}

// NewTableWriter starts a file. Its metadata has the columns with their units and documentation.
func NewTableWriter(w io.Writer, name string, columns []table.Column) (*TableWriter, error) {
	o := ordered{Group: parquet.Group{}}
	for _, c := range columns {
		o.Group[c.Name] = parquet.Optional(nodeOf(c.Kind))
		o.names = append(o.names, c.Name)
	}
	docs, err := json.Marshal(columns)
	return &TableWriter{columns: columns, out: parquet.NewGenericWriter[any](w, parquet.NewSchema(name, o), parquet.CreatedBy("coterie", "", ""),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest, Concurrency: 1}), parquet.KeyValueMetadata(columnsKey, string(docs)))}, err
}

func nodeOf(k table.Kind) parquet.Node {
	switch k {
	case table.KindInt:
		return parquet.Int(64)
	case table.KindFloat:
		return parquet.Leaf(parquet.DoubleType)
	case table.KindBool:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.String()
}

// Write adds the rows of a table as one group.
func (w *TableWriter) Write(t *table.Table) error {
	w.rows = w.rows[:0]
	for i := range t.Len() {
		row := make(parquet.Row, len(w.columns))
		for k, cell := range t.Row(i) {
			v := parquet.Value{}
			if !cell.IsEmpty() {
				v = valueOf(w.columns[k].Kind, cell.String())
			}
			row[k] = v.Level(0, min(1, len(cell.String())), k)
		}
		w.rows = append(w.rows, row)
	}
	if _, err := w.out.WriteRows(w.rows); err != nil {
		return err
	}
	return w.out.Flush()
}

// valueOf returns the value of a cell that is not empty. The text of the cell is canonical.
func valueOf(k table.Kind, text string) parquet.Value {
	switch k {
	case table.KindInt:
		n, _ := strconv.ParseInt(text, 10, 64)
		return parquet.Int64Value(n)
	case table.KindFloat:
		x, _ := strconv.ParseFloat(text, 64)
		return parquet.DoubleValue(x)
	case table.KindBool:
		return parquet.BooleanValue(text == "true")
	}
	return parquet.ByteArrayValue([]byte(text))
}

// Close writes the end of the file.
func (w *TableWriter) Close() error { return w.out.Close() }
