package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// TestBadFleets: plan and measure refuse every file that is no fleet with status 2 and one line
// that names the file. If the reader of fleets has a hint, it follows.
func TestBadFleets(t *testing.T) {
	t.Parallel()
	assert.Long(t, "it reads each of the bad files")
	said := assert.Got(os.ReadFile("../../fleet/testdata/bad.txt"))(t)
	files, err := filepath.Glob("../../fleet/testdata/bad/*")
	if err != nil || len(files) < 30 {
		t.Fatal(len(files), err)
	}
	folder := t.TempDir()
	for _, path := range files {
		data := assert.Got(os.ReadFile(path))(t)
		copied := filepath.Join(folder, filepath.Base(path))
		assert.OK(t, os.WriteFile(copied, data, 0o644))
		_, rest, ok := strings.Cut("\n"+string(said), "\n"+filepath.Base(path))
		if !ok {
			t.Errorf("%s is not in bad.txt", path)
			continue
		}
		problem, rest, _ := strings.Cut(rest, "\n")
		want := "error: " + copied + problem + "\n"
		if hint, ok := strings.CutPrefix(rest, "    "); ok {
			hint, _, _ = strings.Cut(hint, "\n")
			want += "hint: " + hint + "\n"
		}
		for _, args := range [][]string{{"plan", copied}, {"measure", "majority:n=3", "--fleet", copied}} {
			var out, errs bytes.Buffer
			if status := run(t.Context(), args, nil, &out, &errs); status != command.ExitUsage || out.Len() > 0 || errs.String() != want {
				t.Errorf("coterie %s: status %d, output %q, said %q, want %q", strings.Join(args, " "), status, out.String(), errs.String(), want)
			}
		}
	}
}
