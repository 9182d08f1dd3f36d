package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
)

// CSVWriter writes a table row by row, for output too long to keep. The format is that of
// [Table.WriteCSV]. It keeps the first error and returns it from then on.
type CSVWriter struct {
	columns []Column
	out     *csv.Writer
	rows    int
	err     error
}

// NewCSVWriter returns a writer and writes the header. It panics on illegal columns, as [NewTable]
// does.
func NewCSVWriter(w io.Writer, columns ...Column) (*CSVWriter, error) {
	mustBeColumns(columns)
	cw := &CSVWriter{columns: slices.Clone(columns), out: csv.NewWriter(w)}
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.Name
	}
	cw.err = cw.out.Write(header)
	return cw, cw.err
}

// Write adds a row. If a cell is refused, nothing is written and the writer stays usable.
func (w *CSVWriter) Write(cells ...Cell) error {
	if w.err != nil {
		return w.err
	}
	held, err := checkRow(w.columns, w.rows+1, cells)
	if err != nil {
		return err
	}
	record := make([]string, len(held))
	for i, c := range held {
		record[i] = c.field()
	}
	if w.err = w.out.Write(record); w.err == nil {
		w.rows++
	}
	return w.err
}

// Flush passes all rows to the underlying writer.
func (w *CSVWriter) Flush() error {
	if w.err == nil {
		w.out.Flush()
		w.err = w.out.Error()
	}
	return w.err
}

// WriteCSV writes the table in the form of RFC 4180, except that lines end in \n: a header of the
// column names, then one line per row, fields quoted only where they must be. Equal tables give
// equal bytes.
func (t *Table) WriteCSV(w io.Writer) error {
	cw, err := NewCSVWriter(w, t.columns...)
	if err != nil {
		return err
	}
	for i := range t.Len() {
		if err := cw.Write(t.row(i)...); err != nil {
			return err
		}
	}
	return cw.Flush()
}

// CSVError says where a CSV file does not fit the columns.
type CSVError struct {
	Line   int    // 1-based
	Column string // "" for the whole line
	Reason string
}

func (e *CSVError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %s: %s", e.Line, e.Column, e.Reason)
}

// ReadCSV reads a table that [Table.WriteCSV] wrote. Without given columns it takes those of the
// header, all of [KindText], and a text may lack the apostrophe that it needs in a spreadsheet, as
// people write it. Otherwise the header must name the given columns in order, and reading and
// writing gives back the same bytes, because any spelling of a cell but the canonical one is
// refused. Errors are [CSVError]s or come from r.
func ReadCSV(r io.Reader, columns ...Column) (*Table, error) {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	header, err := in.Read()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, &CSVError{Line: 1, Reason: "no header"}
		}
		return nil, csvError(err)
	}
	lenient := len(columns) == 0
	if lenient {
		for _, name := range header {
			columns = append(columns, Texts(name, "", ""))
		}
	}
	if err := checkColumns(columns); err != nil {
		return nil, &CSVError{Line: 1, Reason: err.Error()}
	}
	t := New(columns...)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	if !slices.Equal(header, names) {
		return nil, &CSVError{Line: 1, Reason: fmt.Sprintf("header %q, want %q", header, names)}
	}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, csvError(err)
		}
		cells := make([]Cell, len(record))
		for i, field := range record {
			cells[i], err = parseCell(columns[i].Kind, field)
			if err != nil && lenient {
				cells[i], err = parseCell(columns[i].Kind, guarded(field, false))
			}
			if err != nil {
				line, _ := in.FieldPos(i)
				return nil, &CSVError{Line: line, Column: columns[i].Name, Reason: err.Error()}
			}
		}
		if err := t.Append(cells...); err != nil {
			line, _ := in.FieldPos(0)
			return nil, &CSVError{Line: line, Reason: err.Error()}
		}
	}
}

// csvError turns a syntax error into a CSVError and leaves others alone.
func csvError(err error) error {
	var syntax *csv.ParseError
	if errors.As(err, &syntax) {
		return &CSVError{Line: syntax.Line, Reason: syntax.Err.Error()}
	}
	return err
}
