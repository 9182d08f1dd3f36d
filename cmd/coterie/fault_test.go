//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// written are verbs that write a file, called FILE, with text that only the whole file contains.
var written = []struct{ line, whole string }{
	{"build majority:n=9 -o FILE", "majority:n=9: quorum-system"},
	{"enumerate --n 5 --nondominated -o FILE", "\n81  "},
	{"extend grid:n=9 -o FILE", "contains   yes"},
	{"measure grid:n=16 --transversals -o FILE", "{4,8,12,16}\n"},
	{"search cyclic --n 7 --system FILE", `"format":"coterie/1"`},
	{"search cyclic --n 7 --method sat --dimacs FILE", "p cnf"},
	{"draw fpp:order=2 -o FILE", "</svg>"},
}

// underStrace runs a line in a folder, with a fault at the when-th system call of a kind.
func underStrace(t *testing.T, folder, line, call, fault string, when int) (status int, errs string) {
	t.Helper()
	return inShell(t, folder, fmt.Sprintf("strace -f -qq -o trace -e trace=%s -e inject=%s:%s:when=%d coterie --quiet %s >/dev/null",
		call, call, fault, when, strings.ReplaceAll(line, "FILE", outName(line))))
}

// lostLine matches, in a trace, a line of standard error that a fault swallowed.
var lostLine = regexp.MustCompile(`write\(2, .*INJECTED`)

// faults kills runs at their system calls, or lets these calls fail, at the first calls of each
// kind. Afterwards there is the old file or the whole new one, the next run removes temporary
// files, and no run without its file ends with status 0.
func faults(t *testing.T, calls []string, times int) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip(err)
	}
	if status, errs := inShell(t, t.TempDir(), "strace -f -qq -o trace coterie --version >/dev/null"); status != command.ExitDone {
		t.Skip(errs)
	}
	tried, hit := 0, 0
	for _, w := range written {
		for _, call := range calls {
			name, fault, _ := strings.Cut(call, " ")
			for when := 1; when <= times; when++ {
				folder := t.TempDir()
				path := filepath.Join(folder, outName(w.line))
				assert.OK(t, os.WriteFile(path, []byte("old"), 0o600))
				status, errs := underStrace(t, folder, w.line, name, fault, when)
				tried++
				trace := assert.Got(os.ReadFile(filepath.Join(folder, "trace")))(t)
				if !strings.Contains(string(trace), "INJECTED") && !strings.Contains(string(trace), "killed by") {
					break // the run makes fewer calls
				}
				if strings.Contains(errs, "netpollBreak") {
					continue // the fault hit a write inside Go's runtime
				}
				hit++
				at := fmt.Sprintf("%s, %s number %d", w.line, call, when)
				text, err := os.ReadFile(path)
				assert.NoError(t, err, "%s", at)
				old, whole := string(text) == "old", strings.Contains(string(text), w.whole)
				if !old && !whole {
					t.Errorf("%s: half a file, %q", at, text)
				}
				if status == command.ExitDone && !whole || status == command.ExitInternal || strings.Contains(errs, "goroutine ") {
					t.Errorf("%s: status %d: %s", at, status, errs)
				}
				// strace counts the calls of each thread, so that a fault may hit the error line,
				// too.
				if status == command.ExitUsage && !old && !strings.Contains(errs, "standard output") && !lostLine.Match(trace) {
					t.Errorf("%s: the file is there, and the status is 2: %s", at, errs)
				}
				if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("%s: mode %v, %v", at, info.Mode(), err)
				}
				if status, errs := inShell(t, folder, "coterie --quiet "+strings.ReplaceAll(w.line, "FILE", outName(w.line))+" >/dev/null"); status != command.ExitDone || names(t, folder) != outName(w.line)+" trace" {
					t.Errorf("%s: the next run: status %d, %s in the folder: %s", at, status, names(t, folder), errs)
				}
			}
		}
	}
	t.Logf("%d runs, %d with a fault", tried, hit)
	if hit < len(written) {
		t.Errorf("only %d runs met a fault", hit)
	}
}

// TestFaults injects faults into the calls that put a file in its place.
func TestFaults(t *testing.T) {
	noRaces(t)
	t.Parallel()
	faults(t, []string{"renameat signal=KILL", "fsync error=EIO", "renameat error=EROFS"}, 1)
}
