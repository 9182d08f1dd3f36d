//go:build small || js

package parquet

import (
	"errors"
	"io"
	"iter"

	"coterie/internal/words/table"
)

// Absent is the reason why this build has no Parquet. Every call returns it.
var Absent = errors.New("this build of coterie has no Parquet")

// Writer is a placeholder.
type Writer struct{}

// NewWriter returns [Absent].
func NewWriter(io.Writer, string, []Column, int, ...string) (*Writer, error) { return nil, Absent }

// Group returns [Absent].
func (*Writer) Group(func(*Group) error) error { return Absent }

// Close returns [Absent].
func (*Writer) Close() error { return Absent }

// Group is a placeholder for the rows of a writer.
type Group struct{}

// Int does nothing.
func (*Group) Int(int) {}

// Optional does nothing.
func (*Group) Optional(int, bool) {}

// Float does nothing.
func (*Group) Float(float64) {}

// Bytes does nothing.
func (*Group) Bytes([]byte) {}

// List does nothing.
func (*Group) List([]uint8) {}

// End returns [Absent].
func (*Group) End() error { return Absent }

// TableWriter is a placeholder.
type TableWriter struct{}

// NewTableWriter returns [Absent].
func NewTableWriter(io.Writer, string, []table.Column) (*TableWriter, error) { return nil, Absent }

// Write returns [Absent].
func (*TableWriter) Write(*table.Table) error { return Absent }

// Close returns [Absent].
func (*TableWriter) Close() error { return Absent }

// File is a placeholder.
type File struct{}

// Open returns [Absent].
func Open(io.ReaderAt, int64) (*File, error) { return nil, Absent }

// About returns "".
func (*File) About(string) string { return "" }

// All yields [Absent].
func (*File) All([]Column) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) { yield(nil, Absent) }
}
