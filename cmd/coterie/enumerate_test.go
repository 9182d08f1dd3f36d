package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/command"
	"coterie/internal/machine/files"
)

func enumerateTo(t *testing.T, ctx context.Context, path string, line string, more ...string) (status int, errs string) {
	t.Helper()
	var out, errw bytes.Buffer
	args := append(append([]string{"enumerate", "-o", path}, strings.Fields(line)...), more...)
	status = run(ctx, args, strings.NewReader(""), &out, &errw)
	if out.Len() > 0 {
		t.Errorf("%s: %q on standard output", line, out.String())
	}
	return status, errw.String()
}

// TestEnumerateResume cuts listings at random bytes, as a crash of the machine would, and resumes
// them: the result has the bytes of an uninterrupted run.
func TestEnumerateResume(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, line := range []string{
		"--n 6 --nondominated",
		"--n 5 --all-used",
		"--n 7 --nondominated --classes",
		"--n 5 --classes",
		"--n 4 --group 2",
		"--n 3 --group 3 --nondominated --classes",
	} {
		for _, format := range []string{"text", "csv", "json"} {
			line := line + " --format " + format
			t.Run(line, func(t *testing.T) {
				dir := t.TempDir()
				whole := filepath.Join(dir, "whole")
				exits(t, command.ExitDone, " is whole: ")(enumerateTo(t, t.Context(), whole, line))
				want := assert.Got(os.ReadFile(whole))(t)
				header := 0
				if format == "csv" {
					header = bytes.IndexByte(want, '\n') + 1
				}
				cuts := []int{header, len(want), len(want) - 1}
				for range 4 {
					cuts = append(cuts, header+rng.IntN(len(want)-header))
				}
				path := filepath.Join(dir, "cut")
				for _, cut := range cuts {
					assert.OK(t, os.WriteFile(path+files.PartialSuffix, want[:cut], 0o644))
					exits(t, command.ExitDone, " is whole: ")(enumerateTo(t, t.Context(), path, line, "--resume"))
					got, err := os.ReadFile(path)
					if err != nil || !bytes.Equal(got, want) {
						t.Fatalf("cut at %d: %d bytes, want %d, %v", cut, len(got), len(want), err)
					}
					if files.Exists(path + files.PartialSuffix) {
						t.Fatalf("cut at %d: %s is still there", cut, path+files.PartialSuffix)
					}
				}
			})
		}
	}
}

// TestEnumerateResumeRefuses changes a row near the beginning, or the last one, which lies beyond
// the rows that are compared.
func TestEnumerateResumeRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	const line = "--n 6 --nondominated --format csv"
	exits(t, command.ExitDone)(enumerateTo(t, t.Context(), whole, line))
	text := assert.Got(os.ReadFile(whole))(t)
	rows := strings.SplitAfter(string(text), "\n")
	path := filepath.Join(dir, "spoilt")
	for _, c := range []struct {
		name string
		rows []string
		want string
	}{
		{"a row is missing", append(append([]string{}, rows[:7]...), rows[8:20]...), "line 8 of"},
		{"a row is missing far behind", append(append([]string{}, rows[:1500]...), rows[1501:1700]...), "line 1501 of"},
		{"a row is missing far behind, and the last one has the right number", append(append(append([]string{}, rows[:1200]...), rows[1201:1500]...), "1499,1,1,1,1\n"), "line 1201 of"},
		{"the rows behind a missing one are numbered anew", renumbered(append(append([]string{}, rows[:1200]...), rows[1201:1500]...)), "with the rows of"},
		{"rows that are numbered, and a last one that is none", append(append([]string{}, rows[:1500]...), "1500,x\n"), "2 columns"},
		{"a last row that is written in another way", append(append([]string{}, rows[:1500]...), "1500,2,1,1,1\n"), "not written in this way"},
		{"a dominated system", append(append([]string{}, rows[:1500]...), "1500,1,2,2,1-2\n"), "it is dominated"},
		{"two quorums that do not meet", append(append([]string{}, rows[:1500]...), "1500,2,1,1,1 2\n"), "two quorums do not meet"},
		{"a node beyond n", append(append([]string{}, rows[:1500]...), "1500,1,1,1,7\n"), "line 1501 of"},
		{"no row", append(append([]string{}, rows[:1500]...), "rubbish\n"), "line 1501 of"},
		{"another format", []string{`{"index":1}` + "\n"}, "another header"},
	} {
		assert.OK(t, os.WriteFile(path+files.PartialSuffix, []byte(strings.Join(c.rows, "")), 0o644))
		exits(t, command.ExitUsage, c.want, "hint: ")(enumerateTo(t, t.Context(), path, line, "--resume"))
		if !files.Exists(path+files.PartialSuffix) || files.Exists(path) {
			t.Errorf("%s: the partial file is gone, or there is a result", c.name)
		}
	}
}

// renumbered numbers the rows of a CSV listing, except its header, by 1, 2, ...
func renumbered(rows []string) []string {
	for i, row := range rows[1:] {
		_, rest, _ := strings.Cut(row, ",")
		rows[i+1] = fmt.Sprintf("%d,%s", i+1, rest)
	}
	return rows
}

// TestResumedTwice: while one run goes on with FILE.partial, a second one ends at once and names
// the first.
func TestResumedTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.txt")
	assert.OK(t, os.WriteFile(path+files.PartialSuffix, nil, 0o644))
	held := assert.Got(files.HoldPartial(path, "enumerate --resume"))(t)
	want := fmt.Sprintf(".partial is in use by another run: process %d, enumerate --resume, since ", os.Getpid())
	exits(t, command.ExitUsage, want)(enumerateTo(t, t.Context(), path, "--n 4", "--resume"))
	held.Close()
	exits(t, command.ExitDone)(enumerateTo(t, t.Context(), path, "--n 4", "--resume"))
	assert.Equal(t, len(assert.Got(os.ReadDir(filepath.Dir(path)))(t)), 1, "left behind")
}

// TestInterruptedBeforeListing: a listing that was cut short while it still counted can be resumed.
func TestInterruptedBeforeListing(t *testing.T) {
	for _, format := range []string{"text", "csv", "json"} {
		path := filepath.Join(t.TempDir(), "rows")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, more := range [][]string{nil, {"--resume"}} {
			exits(t, command.ExitLimit, "the same command with --resume goes on")(enumerateTo(t, ctx, path, "--n 5 --format "+format, more...))
		}
		exits(t, command.ExitDone)(enumerateTo(t, t.Context(), path, "--n 5 --format "+format, "--resume"))
	}
}

// TestEnumerateInterrupted presses Ctrl-C twice during the listing of the classes on eight nodes.
// Within a second the rows so far are in FILE.partial, and the second run adds to them. As machines
// differ in speed, a run that added no rows is made again with more time.
func TestEnumerateInterrupted(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "eight.csv")
	before := 0
	for run, wait := 0, time.Second; run < 2; wait *= 2 {
		if wait > 2*time.Minute {
			t.Fatalf("no row was added to %d in a minute", before)
		}
		var flags []string
		if files.Exists(path + files.PartialSuffix) {
			flags = []string{"--resume"}
		}
		ctx, cancel := context.WithCancel(t.Context())
		var began time.Duration // of the end
		time.AfterFunc(wait, func() { began = reach.CPU(); cancel() })
		status, errs := enumerateTo(t, ctx, path, "--n 8 --nondominated --classes --format csv", flags...)
		if took := reach.CPU() - began; status != command.ExitLimit || took > 10*time.Second || !strings.Contains(errs, "error: context canceled") {
			t.Fatalf("status %d, %v after the interruption: %s", status, took, errs)
		}
		text, err := os.ReadFile(path + files.PartialSuffix)
		if errors.Is(err, fs.ErrNotExist) && before == 0 {
			continue // it was still counting
		} else if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		assert.Equal(t, lines[len(lines)-1], "", "a row was cut short")
		for i, row := range lines[1 : len(lines)-1] {
			assert.MustTrue(t, strings.HasPrefix(row, fmt.Sprintf("%d,", i+1)), "row %d: %s", i+1, row)
		}
		rows := len(lines) - 2
		switch {
		case rows < before:
			t.Fatalf("%d rows, and %d before", rows, before)
		case rows > before:
			if !strings.Contains(errs, "note: what there is stands in ") || !strings.Contains(errs, "--resume goes on") {
				t.Errorf("%s", errs)
			}
			before, run = rows, run+1
		}
	}
	if files.Exists(path) {
		t.Error("there is a whole result")
	}
}
