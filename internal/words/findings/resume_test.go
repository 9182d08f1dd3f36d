package findings

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/internal/machine/files"
	"coterie/search/enumerate"
)

// TestTakeUpEnds: rows that are taken up are those of the listing, wherever the context ends; the
// end of the context is no fault of the file.
func TestTakeUpEnds(t *testing.T) {
	query := enumerate.Query{Nodes: 5, Nondominated: true, Classes: true}
	rows := Rows{Query: query, Format: "csv"}
	text := []byte(rows.Header())
	count := 0
	for item, err := range enumerate.List(t.Context(), query, enumerate.Options{}) {
		assert.OK(t, err)
		text = rows.Append(text, item)
		count++
	}
	path := filepath.Join(t.TempDir(), "list.csv")
	assert.OK(t, os.WriteFile(files.Partial(path), text, 0o644))
	for after := 0; ; after++ {
		held := assert.Got(files.HoldPartial(path, "a test"))(t)
		ctx := looks.Before(t.Context(), after)
		taken, err := rows.TakeUp(ctx, held, 1)
		held.Close()
		if err == nil {
			assert.Equal(t, taken.Rows, count, "rows")
			assert.Equal(t, int(taken.Size), len(text), "bytes")
			if after < 5 {
				t.Errorf("only %d looks", after)
			}
			break
		}
		assert.MustTrue(t, errors.Is(err, looks.Err), "after %d looks: %v", after, err)
	}
	assert.OK(t, os.WriteFile(files.Partial(path), bytes.Replace(text, []byte("\n2,"), []byte("\n3,"), 1), 0o644))
	held := assert.Got(files.HoldPartial(path, "a test"))(t)
	defer held.Close()
	_, err := rows.TakeUp(t.Context(), held, 1)
	assert.Fails(t, err, "line 3: another system", "a row of another listing")
}
