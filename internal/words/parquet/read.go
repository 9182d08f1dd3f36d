//go:build !small && !js

package parquet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// File is a Parquet file with one table.
type File struct {
	Columns []Column // names and documentation, but no kinds
	Rows    int
	file    *parquet.File
}

// Open reads the metadata of a file.
func Open(r io.ReaderAt, size int64) (f *File, err error) {
	defer caught(&err)
	file, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, fmt.Errorf("no whole Parquet file: %w", err)
	}
	f = &File{Rows: int(file.NumRows()), file: file}
	docs, _ := file.Lookup(columnsKey)
	if err := json.Unmarshal([]byte(docs), &f.Columns); err != nil {
		return nil, errors.New("a Parquet file without documented columns")
	}
	return f, nil
}

// About returns the metadata under a key, or "" if there is none.
func (f *File) About(key string) string {
	value, _ := f.file.Lookup(key)
	return value
}

// caught turns a panic of the library about a damaged file into an error.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("a spoilt Parquet file: %v", p)
	}
}

// All yields the rows if the columns are the given ones, and otherwise a single error. Every row is
// yielded in the same slice.
func (f *File) All(columns []Column) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) {
		if err := f.all(columns, func(cells []Cell) bool { return yield(cells, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

func (f *File) all(columns []Column, yield func([]Cell) bool) error {
	plain := slices.Clone(columns)
	o := ordered{Group: parquet.Group{}}
	for i, c := range columns {
		plain[i].Kind = 0
		o.Group[c.Name] = node(c.Kind)
		o.names = append(o.names, c.Name)
	}
	if !slices.Equal(plain, f.Columns) || !parquet.EqualNodes(f.file.Schema(), parquet.NewSchema("", o)) {
		return errors.New("a Parquet file with other columns")
	}
	cells := make([]Cell, len(columns))
	rows := make([]parquet.Row, batch)
	for _, group := range f.file.RowGroups() {
		more, err := eachRow(group, rows, func(row parquet.Row) bool {
			for i := range cells {
				cells[i] = Cell{Bytes: cells[i].Bytes[:0]}
			}
			for _, v := range row {
				cell := &cells[v.Column()]
				if v.IsNull() {
					continue
				}
				cell.There = true
				switch columns[v.Column()].Kind {
				case Float:
					cell.Float = v.Double()
				case Bytes:
					cell.Bytes = append(cell.Bytes, v.ByteArray()...)
				case List:
					cell.Bytes = append(cell.Bytes, uint8(v.Int32()))
				default:
					cell.Int = int(v.Int32())
				}
			}
			return yield(cells)
		})
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// eachRow calls visit with the rows of a group. It reports whether visit wants more rows.
func eachRow(group parquet.RowGroup, rows []parquet.Row, visit func(parquet.Row) bool) (more bool, err error) {
	in := group.Rows()
	defer func() { err = errors.Join(err, in.Close()) }()
	for {
		n, err := readRows(in, rows)
		for _, row := range rows[:n] {
			if !visit(row) {
				return false, nil
			}
		}
		if err == io.EOF {
			return true, nil
		} else if err != nil {
			return false, err
		}
	}
}

func readRows(in parquet.Rows, rows []parquet.Row) (n int, err error) {
	defer caught(&err)
	return in.ReadRows(rows)
}
