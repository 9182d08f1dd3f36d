package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestReadmePicture: the pictures of quorum sizes and of the blocked run are those that the
// commands of the README draw. With -update they are drawn again.
func TestReadmePicture(t *testing.T) {
	t.Parallel()
	readme := assert.Got(os.ReadFile(filepath.Join(root, "README.md")))(t)
	dir := t.TempDir()
	for _, line := range []string{
		"coterie compare --n 4..100 --family fpp,billiard,grid,best-known --plot k -o sizes.svg",
		"coterie explore grid:n=4 --algorithm maekawa --requesters 2,3,4 --first --trace blocks.jsonl",
		"coterie draw --trace blocks.jsonl -o blocks.svg",
	} {
		assert.Contains(t, string(readme), "$ "+line, "README.md has no command %q", line)
		shell(t, dir, line)
	}
	for _, name := range []string{"sizes.svg", "blocks.svg"} {
		drawn := assert.Got(os.ReadFile(filepath.Join(dir, name)))(t)
		path := filepath.Join(root, "docs", name)
		if *update {
			assert.OK(t, os.WriteFile(path, drawn, 0o644))
		}
		if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, drawn) || !strings.Contains(string(readme), `src="docs/`+name+`"`) {
			t.Errorf("%s is another picture, or README.md does not show it: %v", path, err)
		}
	}
}
