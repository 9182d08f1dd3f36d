package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/files"
)

// TestInterruptedCopyKeepsPartial presses Ctrl-C while the rows of FILE.partial are copied. They
// may be gigabytes, so the copy must end, and FILE.partial must stay as it was.
func TestInterruptedCopyKeepsPartial(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	old := strings.Repeat("1,1,1,1,1\n", 1<<19) // 5 MB
	assert.OK(t, os.WriteFile(path+files.PartialSuffix, []byte(old), 0o644))
	held, err := files.HoldPartial(path, "test")
	assert.OK(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	var errs bytes.Buffer
	a := &App{Output: path, err: &errs}
	copied := 0
	err = a.emitStream(ctx, held, func(w io.Writer) error {
		return held.CopyTo(ctx, files.WriterFunc(func(b []byte) (int, error) {
			copied += len(b)
			cancel()
			return w.Write(b)
		}), int64(len(old)))
	})
	held.Close()
	if !errors.Is(err, context.Canceled) || copied == 0 || copied == len(old) {
		t.Errorf("%d bytes were copied, %v", copied, err)
	}
	assert.Equal(t, string(assert.Got(os.ReadFile(path+files.PartialSuffix))(t)), old, "FILE.partial")
	assert.Equal(t, errs.String(), "note: what there is stands in "+path+files.PartialSuffix+"\n")
	assert.Equal(t, len(assert.Got(os.ReadDir(filepath.Dir(path)))(t)), 1, "left behind")
}
