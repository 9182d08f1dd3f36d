package files

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHoldAnother: who makes a temporary and finds another file in its place has none.
func TestHoldAnother(t *testing.T) {
	if !heldByLock {
		t.Skip("no locks on temporaries")
	}
	path := filepath.Join(t.TempDir(), newName())
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if held, ours := hold(f, path); ours {
		t.Error("another's file is taken for ours")
	} else if held != nil {
		held.Close()
	}
}
