package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// A results folder may have any name: its name is never read as a pattern. A replacement that was
// cut short in it is completed, a check reports it, and rows are counted.
func TestFolderOfAnyName(t *testing.T) {
	for _, name := range []string{"r[1]", "r*", "r?", `r\1`, "[", "r{a,b}", "-r", "r 1", "ä\n"} {
		results := filepath.Join(t.TempDir(), name)
		a := newFake("alpha")
		opts := options(results, a)
		opts.Names = []string{"alpha"}
		mustRun(t, opts)
		f := foldersOf(results, "alpha", false)
		if err := errors.Join(os.MkdirAll(f.partial, 0o777), os.Rename(f.target, f.old)); err != nil {
			t.Skip(name, err)
		}
		if report, err := Check(t.Context(), opts); err != nil || report.OK() || report.Differences[0].Problem != CutShort {
			t.Errorf("%q: %v, differences %v", name, err, report.Differences)
		}
		var log strings.Builder
		opts.Logf = func(format string, args ...any) { log.WriteString(format + "\n") }
		var ctx context.Context
		ctx, a.onRow = stop(t, 5)
		if _, err := Run(ctx, opts); !errors.Is(err, context.Canceled) {
			t.Errorf("%q: %v", name, err)
		}
		a.onRow = nil
		if ok, _ := exists(filepath.Join(f.target, "squares.csv")); !ok || countKept(f.rows) != 5 {
			t.Errorf("%q: put back: %v, %d rows kept", name, ok, countKept(f.rows))
		}
		mustRun(t, opts)
		assert.Contains(t, log.String(), "rows of an interrupted run discarded", "%q", name)
		mustCheck(t, opts)
	}
}

// A path that cannot be a results folder gives one clear error with the path.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, "", file)
	for _, results := range []string{file, filepath.Join(file, "below"), "/dev/null", "nul\x00byte"} {
		opts := options(results, newFake("alpha"))
		shown := strings.ReplaceAll(results, "\x00", `\x00`)
		var failed *StoreError
		if _, err := Run(t.Context(), opts); !errors.As(err, &failed) || !strings.Contains(err.Error(), strings.TrimSuffix(shown, "/below")) {
			t.Errorf("run in %s: %v", results, err)
		}
		assert.Refused(Check(t.Context(), opts))(t, shown, "check in %s", results)
		assert.Refused(Redraw(t.Context(), opts))(t, shown, "redraw in %s", results)
	}
	if data, err := os.ReadFile(file); err != nil || len(data) > 0 {
		t.Errorf("the file has %q, %v", data, err)
	}
}

// A manifest that names files which no study writes is refused: names are joined to paths, and
// printed.
func TestManifestNames(t *testing.T) {
	for _, name := range []string{
		"../x.csv", "/etc/passwd", "a/b.csv", `a\\b.csv`, "x\\u0000.csv", "x\\u001b[2J.csv", "\\u202ex.csv", ".csv", "..", "", "x.sh", "x", "A.csv", "x.csv.tmp", "x .csv", "nul:.csv",
	} {
		results := t.TempDir()
		write(t, `{"format":"coterie-results/1","studies":{"alpha":{"default":{"version":"","go":"","os":"","arch":"","parameters":{},"seed":0,`+
			`"files":[{"name":"`+name+`","sha256":""}]}}}}`, results, manifestName)
		for verb, err := range map[string]error{
			"check":  second(Check(t.Context(), options(results, newFake("alpha")))),
			"run":    second(Run(t.Context(), options(results, newFake("alpha")))),
			"redraw": second(Redraw(t.Context(), options(results, newFake("alpha")))),
		} {
			if err == nil || !strings.Contains(err.Error(), manifestName) || strings.ContainsAny(err.Error(), "\x00\x1b") || strings.Contains(err.Error(), "\u202e") {
				t.Errorf("%s with a file named %q: %v", verb, name, err)
			}
		}
	}
}

func second[T any](_ T, err error) error { return err }
