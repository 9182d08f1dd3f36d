package golden

import (
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
)

// failed keeps the messages of a comparison.
type failed struct {
	testing.TB
	errors int
}

func (f *failed) Helper()               {}
func (f *failed) Errorf(string, ...any) { f.errors++ }

func TestCompare(t *testing.T) {
	if *update {
		t.Skip("nothing is compared")
	}
	file := filepath.Join(t.TempDir(), "x.txt")
	assert.OK(t, os.WriteFile(file, []byte("a\r\nb\n"), 0o644))
	for text, want := range map[string]int{"a\nb\n": 0, "a\nb": 1, "": 1} {
		f := &failed{TB: t}
		if Compare(f, file, text); f.errors != want {
			t.Errorf("%q: %d errors, want %d", text, f.errors, want)
		}
	}
}
