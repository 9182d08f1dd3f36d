package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestReadmePicture: the picture of the run that blocks is what the commands of the README draw;
// with -update it is drawn again.
func TestReadmePicture(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shell(t, dir, "coterie explore grid:n=4 --algorithm maekawa --requesters 2,3,4 --first --trace blocks.jsonl")
	shell(t, dir, "coterie draw --trace blocks.jsonl -o blocks.svg")
	drawn, err := os.ReadFile(filepath.Join(dir, "blocks.svg"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, "docs", "blocks.svg")
	if *update {
		if err := os.WriteFile(path, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, drawn) {
		t.Errorf("%s is another picture: %v", path, err)
	}
}
