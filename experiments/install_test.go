package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"coterie/internal/check/assert"
)

// crash is the value with which a rename panics to simulate the end of the program.
type crash struct{}

// crashingRun runs with renames that work until the given number of them was done; then the program
// "dies", before or after the disk did the next one. It reports whether it died.
func crashingRun(t *testing.T, opts Options, renames int, done bool) (died bool) {
	t.Helper()
	count := 0
	opts.disk.rename = func(from, to string) error {
		if count == renames {
			if done {
				assert.OK(t, os.Rename(from, to))
			}
			panic(crash{})
		}
		count++
		return os.Rename(from, to)
	}
	defer func() {
		if r := recover(); r != nil {
			if _, planned := r.(crash); !planned {
				panic(r)
			}
			died = true
		}
	}()
	assert.Got(Run(t.Context(), opts))(t)
	return false
}

// bothParts holds the folder of prepared in memory: running both parts for each case would take too
// long.
var bothParts struct {
	once  sync.Once
	files fstest.MapFS
}

// prepared returns options with a results folder as both parts of the given fake alpha left it.
func prepared(t *testing.T, a *fake) Options {
	t.Helper()
	bothParts.once.Do(func() {
		opts := options(t.TempDir(), newFake("alpha"))
		mustRun(t, opts)
		opts.Full = true
		mustRun(t, opts)
		bothParts.files = make(fstest.MapFS)
		for name, content := range snapshot(t, opts.Results) {
			bothParts.files[name] = &fstest.MapFile{Data: []byte(content), Mode: 0o666}
		}
	})
	opts := options(t.TempDir(), a)
	assert.OK(t, os.CopyFS(opts.Results, bothParts.files))
	return opts
}

// part returns the files of one part of alpha.
func part(files map[string]string, full bool) map[string]string {
	found := make(map[string]string)
	for name, content := range files {
		rest, ok := strings.CutPrefix(name, "alpha/")
		if ok && strings.HasPrefix(rest, "full/") == full {
			found[rest] = content
		}
	}
	return found
}

// After a crash at any rename of a run, the next run finds the old files or the new ones, complete,
// the other part untouched, and a manifest that agrees with the files.
func TestCrashBetweenRenames(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	for _, full := range []bool{false, true} {
		steps := 0
		for died := true; died; steps++ {
			died = false
			for _, done := range []bool{false, true} {
				a := newFake("alpha")
				opts := prepared(t, a)
				opts.Full, opts.Names = full, []string{"alpha"}
				old := snapshot(t, opts.Results)

				a.factor, opts.Seed = 2, 99 // another program and another seed, so that every file differs
				opts.Studies = []Study{a.study()}
				died = crashingRun(t, opts, steps, done)
				if !died {
					continue
				}
				label := fmt.Sprintf("full=%v, died at rename %d, done=%v", full, steps, done)

				// The next run recovers first; here it recovers only.
				assert.Got(recoverFolders(opts.Results, disk{os.Rename}))(t, "%s", label)
				now := snapshot(t, opts.Results)
				assert.Map(t, part(now, !full), part(old, !full), "%s: the other part changed", label)
				report := assert.Got(Check(t.Context(), Options{Results: opts.Results, Studies: opts.Studies, Names: opts.Names, Full: true}))(t)
				isOld := maps.Equal(part(now, full), part(old, full))
				for _, f := range report.Differences {
					// The program computes double squares now, so old files differ from its output.
					// Nothing else may be wrong: no file missing, stray, or other than the manifest
					// says.
					oldStands := f.Full != full || isOld
					if !oldStands || f.Problem != OtherLine && f.Problem != StalePicture {
						t.Errorf("%s: old=%v: %v", label, isOld, f)
					}
				}
				if !isOld && len(part(now, full)) != len(part(old, full)) {
					t.Errorf("%s: neither old nor new: %v", label, part(now, full))
				}
				// No replacement waits any more, and a full run succeeds.
				for _, left := range []string{"old", "new", "entry.json"} {
					if ok, _ := exists(filepath.Join(opts.Results, partialName, "alpha", partName(full), left)); ok {
						t.Errorf("%s: %s is left", label, left)
					}
				}
				mustRun(t, opts)
			}
		}
		// A replacement renames twice and enters the manifest by a third rename. The default part
		// takes full/ along. The page comes last.
		assert.Equal(t, steps, map[bool]int{false: 6, true: 5}[full], "full=%v: renames of a run, and one", full)
	}
}

// A rename that fails, as opposed to a program that dies, is taken back at once.
func TestFailingRename(t *testing.T) {
	broken := errors.New("broken disk")
	for fail := range 3 {
		a := newFake("alpha")
		opts := prepared(t, a)
		opts.Full, opts.Names = false, []string{"alpha"}
		old := snapshot(t, opts.Results)
		a.factor = 2
		count := 0
		opts.disk.rename = func(from, to string) error {
			count++
			if count == fail+1 {
				return broken
			}
			return os.Rename(from, to)
		}
		if _, err := Run(t.Context(), opts); !errors.Is(err, broken) {
			t.Errorf("rename %d failed: error %v", fail+1, err)
		}
		assert.Map(t, snapshot(t, opts.Results), old, "rename %d failed: results/ changed", fail+1)
		opts.disk.rename = nil
		mustRun(t, opts)
	}
}

func TestRecoveryRefusesToChoose(t *testing.T) {
	results := t.TempDir()
	f := foldersOf(results, "alpha", false)
	for _, dir := range []string{nested(f.old), nested(f.target)} {
		assert.OK(t, os.MkdirAll(dir, 0o777))
	}
	assert.Refused(recoverFolders(results, disk{os.Rename}))(t, "", "one of two full/ folders was chosen")
	for _, dir := range []string{nested(f.old), nested(f.target)} {
		if ok, _ := exists(dir); !ok {
			t.Errorf("%s is gone", dir)
		}
	}
}

func TestCheckTellsOfACutShortRun(t *testing.T) {
	opts := prepared(t, newFake("alpha"))
	f := foldersOf(opts.Results, "alpha", false)
	assert.OK(t, os.MkdirAll(f.partial, 0o777))
	assert.OK(t, os.Rename(f.target, f.old))
	before := snapshot(t, opts.Results)
	report, err := Check(t.Context(), opts)
	if err != nil || report.OK() || report.Differences[0].Problem != CutShort || report.Differences[0].Study != "alpha" {
		t.Errorf("%v, differences %v", err, report.Differences)
	}
	assert.Map(t, before, snapshot(t, opts.Results), "the check repaired something")
}

// An entry that waits is entered only if the files in place are its own.
func TestWaitingEntry(t *testing.T) {
	opts := prepared(t, newFake("alpha"))
	f := foldersOf(opts.Results, "alpha", false)
	m := assert.Got(loadManifest(opts.Results))(t)
	entry := *m.part("alpha", false)
	entry.Seed = 77
	for _, wrong := range []bool{true, false} {
		if wrong {
			entry.Files[0].SHA256 = strings.Repeat("0", 64)
		} else {
			m, _ = loadManifest(opts.Results)
			entry.Files = m.part("alpha", false).Files
		}
		data := assert.Got(PrettyJSON(entry))(t)
		os.MkdirAll(f.partial, 0o777)
		assert.OK(t, os.WriteFile(f.entry, data, 0o666))
		assert.Got(recoverFolders(opts.Results, disk{os.Rename}))(t)
		m = assert.Got(loadManifest(opts.Results))(t)
		if entered := m.part("alpha", false).Seed == 77; entered == wrong {
			t.Errorf("wrong=%v: entered=%v", wrong, entered)
		}
		if _, err := os.Stat(f.entry); !errors.Is(err, fs.ErrNotExist) {
			t.Error("the entry still waits")
		}
	}
}
