package experiments

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// differing lists the files in which two snapshots differ.
func differing(a, b map[string]string) []string {
	var names []string
	for name := range maps.Keys(b) {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	return names
}

// A run that computes the same again changes no file: no version, and no certificate, although its
// search finds another one each time.
func TestSecondRunChangesNothing(t *testing.T) {
	a := newFake("alpha")
	opts := options(t.TempDir(), a)
	opts.Version = "9.8.7"
	mustRun(t, opts)
	first := snapshot(t, opts.Results)
	assert.MustEqual(t, strings.Count(first[manifestName], `"version": "9.8.7"`), 2, "manifest %s", first[manifestName])
	for name, data := range first {
		if name != manifestName && strings.Contains(data, "9.8.7") {
			t.Errorf("%s names the version", name)
		}
	}
	opts.Version = "next"
	for range 3 {
		mustRun(t, opts)
		if names := differing(first, snapshot(t, opts.Results)); len(names) > 0 {
			t.Fatalf("changed: %v", names)
		}
	}
	assert.Equal(t, a.searched, 4, "searches")
	mustCheck(t, opts)
	opts.Full = true
	mustRun(t, opts)
	second := snapshot(t, opts.Results)
	opts.Version = "last"
	mustRun(t, opts)
	if names := differing(second, snapshot(t, opts.Results)); len(names) > 0 {
		t.Errorf("changed in full: %v", names)
	}
}

// Any new result brings the new version and the new certificate with it.
func TestRunThatFindsMore(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, c := range []struct {
		name        string
		alter       func(t *testing.T, opts *Options, a *fake)
		version     string // of alpha afterwards
		certificate bool   // whether it is the new one
	}{
		{"another program", func(_ *testing.T, _ *Options, a *fake) { a.factor = 2 }, "next", true},
		{"another seed", func(_ *testing.T, opts *Options, _ *fake) { opts.Seed = 12 }, "next", true},
		{"a certificate that is not the manifest's", func(t *testing.T, opts *Options, _ *fake) {
			replace(t, filepath.Join(opts.Results, "alpha", "greatest.json"), `"root": 8`, `"root": 9`)
		}, "next", true},
		{"a table that is not the manifest's", func(t *testing.T, opts *Options, _ *fake) {
			replace(t, filepath.Join(opts.Results, "alpha", "squares.csv"), "\n3,9,", "\n3,8,")
		}, "test", false},
		{"measured times", func(_ *testing.T, opts *Options, a *fake) {
			a.measured = true
			opts.Studies[0] = a.study()
		}, "next", true},
		{"a picture less", func(_ *testing.T, _ *Options, a *fake) { a.noFigure = true }, "next", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newFake("alpha")
			opts := options(t.TempDir(), a)
			mustRun(t, opts)
			opts.Version = "next"
			c.alter(t, &opts, a)
			mustRun(t, opts)
			m := assert.Got(loadManifest(opts.Results))(t)
			assert.Equal(t, m.part("alpha", false).Version, c.version, "version")
			data := assert.Got(os.ReadFile(filepath.Join(opts.Results, "alpha", "greatest.json")))(t)
			assert.Equal(t, strings.Contains(string(data), "-8"), c.certificate, "certificate %s", data)
			mustCheck(t, opts)
		})
	}
}
