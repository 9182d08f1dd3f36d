//go:build unix

package experiments

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/files"
)

// A run leaves permissions and symbolic links as it finds them: a folder that is closed to others
// stays closed.
func TestModesAndLinksStay(t *testing.T) {
	a := newFake("alpha")
	opts := options(t.TempDir(), a)
	mustRun(t, opts)
	at := func(name string) string { return filepath.Join(opts.Results, name) }
	modes := map[string]fs.FileMode{manifestName: 0o600, "alpha": 0o700, "alpha/squares.csv": 0o600, "alpha/claims.csv": 0o640}
	for name, mode := range modes {
		assert.OK(t, os.Chmod(at(name), mode))
	}
	elsewhere := t.TempDir()
	for _, name := range []string{manifestName, pageName} {
		away := filepath.Join(elsewhere, name)
		assert.OK(t, errors.Join(os.Rename(at(name), away), os.Symlink(away, at(name))))
	}
	page := readPage(t, opts.Results)
	a.factor = 2
	opts.Studies = options("", a).Studies
	mustRun(t, opts)
	for name, mode := range modes {
		assert.Equal(t, assert.Got(os.Stat(at(name)))(t).Mode().Perm(), mode, "%s", name)
	}
	for _, name := range []string{manifestName, pageName} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
	if bytes.Equal(page, readPage(t, opts.Results)) {
		t.Error("the page behind the link is the old one")
	}
	mustCheck(t, opts)
}

// The next run of another study removes the temporary files of killed runs.
func TestTemporariesOfOthersGo(t *testing.T) {
	opts := options(t.TempDir(), newFake("alpha"))
	partial := filepath.Join(opts.Results, partialName)
	left := ".coterie-ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp"
	for _, name := range []string{left, "beta/default/" + left, "beta/full/rows/" + left, "gamma/default/rows/keep.jsonl"} {
		write(t, "x", partial, filepath.FromSlash(name))
	}
	assert.Got(Run(t.Context(), opts))(t)
	if files.Exists(filepath.Join(partial, "beta")) || files.Exists(filepath.Join(partial, left)) {
		t.Error("something of beta is left")
	}
	kept := filepath.Join(partial, "gamma", "default", "rows", "keep.jsonl")
	assert.MustTrue(t, files.Exists(kept), "the rows of gamma are gone")
	assert.OK(t, os.Remove(kept))
	mustRun(t, opts) // .partial is gone with its empty folders
}
