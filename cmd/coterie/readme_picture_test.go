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

// TestPagePictures: the pictures of docs/fleet.md and docs/federated.md are those that their
// commands draw, of files that stand there. With -update they are drawn again.
func TestPagePictures(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	t.Parallel()
	for name, picture := range map[string][2]string{
		"fleet": {"coterie plan shop.yaml -o shop.svg", "shop.svg"}, "federated": {"coterie draw ledger.json -o ledger.svg", "ledger.svg"},
	} {
		page := string(assert.Got(os.ReadFile(filepath.Join(root, "docs", name+".md")))(t))
		dir := t.TempDir()
		assert.OK(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "docs", "networks"))))
		for _, file := range yamlFile.FindAllStringSubmatch(page, -1) {
			assert.OK(t, os.WriteFile(filepath.Join(dir, file[2]), []byte(file[1]), 0o644))
		}
		shell(t, dir, picture[0])
		drawn := assert.Got(os.ReadFile(filepath.Join(dir, picture[1])))(t)
		path := filepath.Join(root, "docs", picture[1])
		if *update {
			assert.OK(t, os.WriteFile(path, drawn, 0o644))
		}
		if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, drawn) || !strings.Contains(page, "`"+picture[0]+"`") || !strings.Contains(page, "]("+picture[1]+")") {
			t.Errorf("%s is another picture, or docs/%s.md does not show it: %v", path, name, err)
		}
	}
}
