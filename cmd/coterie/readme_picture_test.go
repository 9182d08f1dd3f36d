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

// TestFleetPicture: the picture of docs/fleet.md is the one that its command draws, of the fleet
// that stands there. With -update it is drawn again.
func TestFleetPicture(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	t.Parallel()
	page := string(assert.Got(os.ReadFile(filepath.Join(root, "docs", "fleet.md")))(t))
	dir := t.TempDir()
	for _, file := range yamlFile.FindAllStringSubmatch(page, -1) {
		assert.OK(t, os.WriteFile(filepath.Join(dir, file[2]), []byte(file[1]), 0o644))
	}
	const line = "coterie plan shop.yaml -o shop.svg"
	shell(t, dir, line)
	drawn := assert.Got(os.ReadFile(filepath.Join(dir, "shop.svg")))(t)
	path := filepath.Join(root, "docs", "shop.svg")
	if *update {
		assert.OK(t, os.WriteFile(path, drawn, 0o644))
	}
	if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, drawn) || !strings.Contains(page, "`"+line+"`") || !strings.Contains(page, "](shop.svg)") {
		t.Errorf("%s is another picture, or docs/fleet.md does not show it: %v", path, err)
	}
}
