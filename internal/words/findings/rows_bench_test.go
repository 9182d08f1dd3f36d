package findings

import (
	"io"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/files"
	"coterie/search/enumerate"
)

// BenchmarkRows writes all classes of nondominated coteries of 8 nodes as CSV, and prints the CPU
// time that it takes.
func BenchmarkRows(b *testing.B) {
	rows := Rows{Query: enumerate.Query{Nodes: 8, Nondominated: true, Classes: true}, Format: "csv", Total: 6_001_501}
	start, runs := reach.CPU(), 0
	for b.Loop() {
		written := assert.Got(rows.Write(b.Context(), io.Discard, enumerate.Options{}, nil, (*files.Held)(nil), func(int) {}))(b)
		assert.MustEqual(b, written, rows.Total, "rows")
		runs++
	}
	reach.Time(b, "enumerate/classes/nd/n=8/csv", (reach.CPU()-start)/time.Duration(runs), 25*time.Second)
}
