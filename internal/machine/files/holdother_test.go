package files

import (
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
)

// TestHoldAnother: a run that makes a temporary file and finds another file in its place has none.
func TestHoldAnother(t *testing.T) {
	if !heldByLock {
		t.Skip("no locks on temporaries")
	}
	path := filepath.Join(t.TempDir(), newName())
	f := assert.Got(os.Create(path))(t)
	defer f.Close()
	assert.OK(t, os.Remove(path))
	assert.OK(t, os.WriteFile(path, nil, 0o666))
	if held, ours := hold(f, path); ours {
		t.Error("another's file is taken for ours")
	} else if held != nil {
		held.Close()
	}
}
