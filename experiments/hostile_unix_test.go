//go:build unix

package experiments

import (
	"context"
	"errors"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// intruders are the things that may stand in the place of a file or a folder.
var intruders = map[string]func(t *testing.T, path string) error{
	"pipe":   func(_ *testing.T, path string) error { return syscall.Mkfifo(path, 0o666) },
	"folder": func(_ *testing.T, path string) error { return os.Mkdir(path, 0o777) },
	"loop":   func(_ *testing.T, path string) error { return os.Symlink(filepath.Base(path), path) },
	"away":   func(t *testing.T, path string) error { return os.Symlink(t.TempDir(), path) },
	"device": func(_ *testing.T, path string) error { return os.Symlink("/dev/zero", path) },
	"socket": func(t *testing.T, path string) error {
		t.Chdir(filepath.Dir(path)) // the name of a socket has at most some 100 bytes
		l, err := net.Listen("unix", filepath.Base(path))
		if err == nil {
			t.Cleanup(func() { l.Close() })
		}
		return err
	},
	"sparse": func(_ *testing.T, path string) error {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			return err
		}
		return os.Truncate(path, 20<<30)
	},
}

// Whatever stands in the place of a file of a results folder, nothing waits for it, nothing is read
// without a bound, and errors and findings name it. Each case is tried with every verb.
func TestHostileFolders(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	places := []string{
		"manifest.json", "index.html", "alpha", "alpha/squares.csv", "alpha/greatest.json", "alpha/squares.svg", "alpha/claims.csv", "alpha/full",
		"alpha/other.csv", ".partial", ".partial/lock", ".partial/alpha", ".partial/alpha/default", ".partial/alpha/default/entry.json",
		".partial/alpha/default/old", ".partial/alpha/default/new", ".partial/alpha/default/rows", ".partial/alpha/default/rows/squares.jsonl",
	}
	verbs := map[string]func(context.Context, Options) error{
		"run": func(ctx context.Context, opts Options) error { _, err := Run(ctx, opts); return err },
		"resume": func(ctx context.Context, opts Options) error {
			opts.Resume = true
			_, err := Run(ctx, opts)
			return err
		},
		"redraw": func(ctx context.Context, opts Options) error { _, err := Redraw(ctx, opts); return err },
		"check": func(ctx context.Context, opts Options) error {
			report, err := Check(ctx, opts)
			if err == nil && !report.OK() {
				err = errors.New(strings.ReplaceAll(report.Differences[0].String(), "alpha/alpha", "alpha"))
			}
			return err
		},
	}
	for _, kind := range slices.Sorted(maps.Keys(intruders)) {
		put := intruders[kind]
		for _, place := range places {
			for _, verb := range slices.Sorted(maps.Keys(verbs)) {
				do := verbs[verb]
				t.Run(kind+"/"+place+"/"+verb, func(t *testing.T) {
					opts := prepared(t, newFake("alpha"))
					path := filepath.Join(opts.Results, filepath.FromSlash(place))
					if err := errors.Join(os.RemoveAll(path), os.MkdirAll(filepath.Dir(path), 0o777), put(t, path)); err != nil {
						t.Skip(err)
					}
					ended := make(chan error, 1)
					go func() { ended <- do(t.Context(), opts) }()
					select {
					case err := <-ended:
						if err == nil {
							return // it was of no concern, or a run put it right
						}
						if failed, ok := errors.AsType[*StudyError](err); ok {
							t.Errorf("a fault of the study: %v", failed)
						}
						if !strings.Contains(err.Error(), filepath.Base(path)) && !strings.Contains(err.Error(), filepath.Dir(place)) {
							t.Errorf("%v: the path is missing", err)
						}
					case <-time.After(5 * time.Minute):
						t.Fatal("it waits")
					}
				})
			}
		}
	}
}

// The targets of symbolic links in .partial are not touched.
func TestPartialLeadsNowhere(t *testing.T) {
	for _, link := range []string{".", "alpha", "alpha/default"} {
		opts := options(t.TempDir(), newFake("alpha"))
		elsewhere := t.TempDir()
		for _, name := range []string{"new/mine", "old/mine", "rows/mine", "default/new/mine", "alpha/default/new/mine"} {
			write(t, "mine", elsewhere, filepath.FromSlash(name))
		}
		before := snapshot(t, elsewhere)
		path := filepath.Join(opts.Results, partialName, filepath.FromSlash(link))
		assert.OK(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.Symlink(elsewhere, path)))
		var failed *StoreError
		if _, err := Run(t.Context(), opts); !errors.As(err, &failed) || !strings.Contains(err.Error(), "it is a symbolic link, not a folder") {
			t.Errorf("%s: %v", link, err)
		}
		if after := snapshot(t, elsewhere); len(after) != len(before) {
			t.Errorf("%s: %v", link, after)
		}
	}
}
