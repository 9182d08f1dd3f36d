//go:build !small && !js

package parquet

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/parquet-go/parquet-go"

	"coterie/internal/check/assert"
	"coterie/internal/words/table"
)

// TestTables: the library reads every kind of cell as it was written, and empty cells as null, for
// any number of rows. Equal tables give equal bytes.
func TestTables(t *testing.T) {
	for _, rows := range []int{0, 1, 3, 1000} {
		tab := table.New(table.Ints("z", "", "a number"), table.Floats("a", "", ""), table.Bools("b", "", ""), table.Texts("t", "", ""), table.Ratios("r", "", ""), table.BigInts("n", "", ""))
		for i := range rows {
			cells := []table.Cell{table.Int(i << 30), table.Float(float64(i) / 4), table.Bool(i%2 == 0), table.Text("a, b"), table.Ratio(big.NewRat(1, 3)), table.Big(new(big.Int).Lsh(big.NewInt(1), 70))}
			if i%3 == 2 {
				cells = make([]table.Cell, len(cells))
			}
			assert.OK(t, tab.Append(cells...))
		}
		var out, again bytes.Buffer
		for _, w := range []*bytes.Buffer{&out, &again} {
			assert.OK(t, WriteTable(w, "test", tab))
		}
		type row struct {
			Z *int64   `parquet:"z,optional"`
			A *float64 `parquet:"a,optional"`
			B *bool    `parquet:"b,optional"`
			T *string  `parquet:"t,optional"`
			R *string  `parquet:"r,optional"`
			N *string  `parquet:"n,optional"`
		}
		got, err := parquet.Read[row](bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil || len(got) != rows || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("%d of %d rows, %v", len(got), rows, err)
		}
		for i, r := range got {
			if i%3 == 2 {
				assert.MustEqual(t, r, (row{}), "row %d", i)
			} else if *r.Z != int64(i<<30) || *r.A != float64(i)/4 || *r.B != (i%2 == 0) || *r.T != "a, b" || *r.R != "1/3" || *r.N != "1180591620717411303424" {
				t.Fatalf("row %d: %d %g %v %s %s %s", i, *r.Z, *r.A, *r.B, *r.T, *r.R, *r.N)
			}
		}
	}
}
