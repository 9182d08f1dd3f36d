package atlas

import (
	"bytes"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/words/parquet"
)

// TestTable: a table of more than two groups of rows is read as it was written, and has the same
// bytes however many groups are made at a time.
func TestTable(t *testing.T) {
	q := classesOn(6)
	classes := all(t, 6)
	rows := 2*parquet.RowsOfGroup + 1
	write := func(jobs int) []byte {
		var out bytes.Buffer
		table := assert.Got(NewTable(&out, q, jobs))(t)
		for i := range rows {
			c := classes[i*i%len(classes)] // used again by who lists
			assert.OK(t, table.Append(Item{i, &c}))
			c = Class{}
		}
		assert.OK(t, table.Close())
		return out.Bytes()
	}
	data := write(1)
	assert.True(t, bytes.Equal(data, write(3)), "other bytes with three jobs")
	read := 0
	for item := range assert.Each(t, ReadTable(bytes.NewReader(data), int64(len(data)), q)) {
		if item.Index != read || *item.Class != classes[read*read%len(classes)] {
			t.Fatalf("row %d is another class", read+1)
		}
		read++
	}
	assert.Equal(t, read, rows)
}
