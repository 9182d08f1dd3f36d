package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// TestKeptProofs verifies the proofs in results/, each with the search that rests on it, and logs
// their size. The proofs of loads take seconds, so .ci/run verifies them.
func TestKeptProofs(t *testing.T) {
	assert.Slow(t, "runs searches of some seconds")
	t.Parallel()
	root := filepath.Join("..", "..", "results", "proofs")
	entries, err := os.ReadDir(root)
	if err != nil || len(entries) < 7 {
		t.Fatalf("%d folders: %v", len(entries), err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "load-") && e.Name() != "load-9" {
			continue
		}
		// If the search asks other questions now, docs/proofs.md says how to keep them.
		out, _ := ran(t, command.ExitDone, "verify", filepath.Join(root, e.Name()))
		assert.Contains(t, out, "\nverdict    verified\n", "%s", e.Name())
	}
	var bytes int64
	assert.OK(t, filepath.WalkDir(root, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	}))
	const target = 20_000_000
	verdict := "PASS"
	if bytes > target {
		verdict = "MISS"
		t.Errorf("the proofs take %d bytes", bytes)
	}
	t.Logf("REACH job=kept-proofs-bytes measured=%d target=%d %s", bytes, target, verdict)
}
