package experiments

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

func readPage(t *testing.T, results string) []byte {
	t.Helper()
	return assert.Got(os.ReadFile(filepath.Join(results, pageName)))(t)
}

// pageAgrees tells whether the page is that of the manifest and its files.
func pageAgrees(t *testing.T, opts Options) bool {
	t.Helper()
	m := assert.Got(loadManifest(opts.Results))(t)
	want, _ := assert.Got2(buildPage(opts.Results, m, opts.Studies))(t)
	got, err := os.ReadFile(filepath.Join(opts.Results, pageName))
	return (err == nil) == (want != nil) && bytes.Equal(want, got)
}

// If the page cannot be written, nothing else is lost, and the next run writes it.
func TestPageCannotBeWritten(t *testing.T) {
	broken := errors.New("broken disk")
	refuse := func(from, to string) error {
		if filepath.Base(to) == pageName {
			return broken
		}
		return os.Rename(from, to)
	}
	for _, before := range []bool{false, true} {
		a := newFake("alpha")
		opts := options(t.TempDir(), a)
		want := snapshot(t, opts.Results)
		if before {
			mustRun(t, opts)
			want = snapshot(t, opts.Results)
			a.factor = 2
			opts.Studies = options("", a).Studies
		}
		opts.disk.rename = refuse
		report, err := Run(t.Context(), opts)
		var unwritten *PageError
		if !errors.As(err, &unwritten) || !errors.Is(err, broken) || unwritten.Path != filepath.Join(opts.Results, pageName) || report.Page != "" || unwritten.Hint() == "" {
			t.Errorf("before=%v: %v, page %q", before, err, report.Page)
		}
		assert.Equal(t, len(report.Done), len(opts.Studies), "before=%v: done %v", before, report.Done)
		now := snapshot(t, opts.Results)
		assert.Equal(t, now[pageName], want[pageName], "before=%v: another page", before)
		if _, err := os.Stat(filepath.Join(opts.Results, partialName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("before=%v: something is left in %s", before, partialName)
		}
		check, err := Check(t.Context(), opts)
		if problem := map[bool]Problem{false: Missing, true: StalePage}[before]; err != nil || len(check.Differences) != 1 ||
			check.Differences[0].Problem != problem || check.Differences[0].File != pageName || !strings.Contains(check.Differences[0].Detail, pageCommand) {
			t.Errorf("before=%v: %v, differences %v", before, err, check.Differences)
		}
		// Any run repairs the page and leaves the rest alone.
		opts.disk.rename, opts.Names = nil, []string{"claims"}
		assert.Equal(t, mustRun(t, opts).Page, filepath.Join(opts.Results, pageName), "page")
		after := snapshot(t, opts.Results)
		delete(now, pageName)
		delete(after, pageName)
		assert.Map(t, now, after, "before=%v: mending the page changed other files", before)
		opts.Names = nil
		mustCheck(t, opts)
	}
}

// After a crash at any rename the next run leaves a page that agrees with the manifest.
func TestPageAfterCrash(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	for steps, died := 0, true; died; steps++ {
		died = false
		for _, done := range []bool{false, true} {
			a := newFake("alpha")
			opts := prepared(t, a)
			a.factor, opts.Seed, opts.Names = 2, 99, []string{"alpha"}
			died = crashingRun(t, opts, steps, done) || died
			if !died && !pageAgrees(t, opts) {
				t.Error("after a whole run the page is not that of the manifest")
			}
			opts.Names = []string{"claims"}
			if _, err := Run(t.Context(), opts); err != nil || !pageAgrees(t, opts) {
				t.Errorf("died at rename %d, done=%v: the next run left another page than that of the manifest: %v", steps, done, err)
			}
			assert.Refused(os.Stat(filepath.Join(opts.Results, partialName, pageName+".new")))(t, "", "died at rename %d, done=%v: an unfinished page is left", steps, done)
		}
	}
}

// A run that is interrupted, or whose study fails, leaves a page of the present files.
func TestPageAfterInterruption(t *testing.T) {
	for _, interrupt := range []bool{false, true} {
		a, b := newFake("alpha"), newFake("beta")
		opts := options(t.TempDir(), a, b)
		mustRun(t, opts)
		a.factor, opts.Seed = 2, 5
		ctx := t.Context()
		if interrupt {
			ctx, b.onRow = stop(t, 3)
		} else {
			b.onRow = func(context.Context, int) error { return errors.New("broken") }
		}
		report, err := Run(ctx, opts)
		if err == nil || len(report.Done) != 1 || report.Page == "" {
			t.Fatalf("%v, %+v", err, report)
		}
		if !pageAgrees(t, opts) || !bytes.Contains(readPage(t, opts.Results), []byte("coterie experiment run alpha --seed 5")) {
			t.Errorf("interrupt=%v: the page is not that of the manifest", interrupt)
		}
	}
	// The program dies in a later study: the page shows the study completed before.
	a, b := newFake("alpha"), newFake("beta")
	opts := options(t.TempDir(), a, b)
	mustRun(t, opts)
	a.factor, opts.Seed = 2, 5
	opts.disk.rename = func(from, to string) error {
		if strings.Contains(to, "beta") {
			panic(crash{})
		}
		return os.Rename(from, to)
	}
	assert.Panics(t, "a program that dies", func() { Run(t.Context(), opts) })
	if !pageAgrees(t, opts) || !bytes.Contains(readPage(t, opts.Results), []byte("coterie experiment run alpha --seed 5")) {
		t.Error("the program died in the second study, and the page does not show the first")
	}

	// Nothing was ever completed: no page.
	a = newFake("alpha")
	opts = options(t.TempDir(), a)
	a.onRow = func(context.Context, int) error { return errors.New("broken") }
	if report, err := Run(t.Context(), opts); err == nil || report.Page != "" || len(snapshot(t, opts.Results)) != 0 {
		t.Errorf("%v: %v", err, snapshot(t, opts.Results))
	}
}

// A page that no run wrote belongs to somebody and is not replaced.
func TestForeignPage(t *testing.T) {
	for _, content := range []string{"", "<!DOCTYPE html>\n<p>My notes", "folder"} {
		a := newFake("alpha")
		opts := options(t.TempDir(), a)
		path := filepath.Join(opts.Results, pageName)
		if content == "folder" {
			write(t, "", path, "x")
		} else {
			write(t, content, path)
		}
		before := snapshot(t, opts.Results)
		var in *quorum.InputError
		if _, err := Run(t.Context(), opts); !errors.As(err, &in) || in.Hint() != "move it away, or give another folder" || err.Error() != path+" was not written by a run, and the run would replace it" {
			t.Errorf("%q: %v", content, err)
		}
		if len(a.computed) > 0 || !maps.Equal(before, snapshot(t, opts.Results)) {
			t.Errorf("%q: something was computed or changed", content)
		}
	}
}
