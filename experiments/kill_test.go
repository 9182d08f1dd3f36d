//go:build unix

package experiments

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

// diskCalls are the calls that a run changes a disk with, by the names of Linux.
var diskCalls = []string{"renameat,rename,renameat2", "write,pwrite64", "mkdirat,mkdir", "unlinkat,unlink,rmdir", "fsync", "openat", "ftruncate"}

// injected returns the wrapper command that tampers with the nth call of a set, made on the
// folder's behalf or not. It returns nil if there is no strace.
func injected(calls, what string, n int, paths ...string) []string {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return nil
	}
	known := strings.Split(calls, ",")
	for i, c := range known {
		known[i] = "?" + c // not every machine has each of them
	}
	set := strings.Join(known, ",")
	args := []string{strace, "-f", "-qqq", "-o", os.DevNull, "-e", "trace=" + set, "-e", fmt.Sprintf("inject=%s:%s:when=%d", set, what, n)}
	for _, p := range paths {
		args = append(args, "-P", p)
	}
	return args
}

// killed runs a child and kills it at the nth call of a set, or after a while if there is no
// strace. It reports whether the child died of it.
func killed(t *testing.T, c childRun, calls string, n int, random *rand.Rand) bool {
	wrapper := injected(calls, "signal=KILL", n)
	cmd := c.command(t, wrapper...)
	cmd.Env = append(cmd.Env, "GOMAXPROCS=1") // strace counts the calls of each thread
	if wrapper == nil {
		assert.OK(t, cmd.Start())
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
	} else {
		cmd.Run()
	}
	state, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && (state.Signaled() || state.ExitStatus() == 128+int(syscall.SIGKILL))
}

// killRuns kills runs until the given number of them died, each in a folder that others left. After
// each, the next run and the check after it must succeed: nothing is half written, lost or in the
// way.
func killRuns(t *testing.T, kills int) {
	random := rand.New(rand.NewPCG(1, 2))
	results := t.TempDir()
	died := 0
	for try := 0; died < kills && try < 4*kills; try++ {
		calls, n := diskCalls[try%len(diskCalls)], 1+try/len(diskCalls)%9
		// Another seed gives other files, so that there is something to replace.
		c := childRun{Results: results, Names: []string{"alpha"}, To: 6, Seed: uint64(try), Resume: died%2 == 0}
		if !killed(t, c, calls, n, random) {
			continue
		}
		died++
		label := fmt.Sprintf("killed at call %d of %s", n, calls)
		opts := c.options()
		opts.Resume = died%3 > 0
		assert.Got(Run(t.Context(), opts))(t, "%s: the next run", label)
		if left, _ := os.ReadDir(filepath.Join(results, partialName)); len(left) > 0 {
			t.Fatalf("%s: %v is left", label, left)
		}
		if strays := hiddenIn(results); len(strays) > 0 {
			t.Fatalf("%s: %v", label, strays)
		}
		report, err := Check(t.Context(), opts)
		if err != nil || !report.OK() {
			t.Fatalf("%s: %v, differences %v", label, err, report.Differences)
		}
	}
	if died < kills {
		t.Errorf("only %d runs died", died)
	}
}

// hiddenIn lists the files that git would show beside the results.
func hiddenIn(results string) (strays []string) {
	for _, pattern := range []string{".*", "alpha/.*"} {
		found, _ := filepath.Glob(filepath.Join(results, pattern))
		strays = append(strays, found...)
	}
	return slices.DeleteFunc(strays, func(path string) bool { return filepath.Base(path) == partialName })
}

// A run that is killed at any of its calls to the disk does not stop the next run.
func TestKilledRuns(t *testing.T) { killRuns(t, 10) }

// fullDisk makes writes fail in runs at several places. Each run must end with status 2 and the
// path and leave the old folder as it is, and a run with --resume must then succeed.
func fullDisk(t *testing.T, limits []int64) {
	results := t.TempDir()
	old := childRun{Results: results, Names: []string{"alpha"}, To: 40, Seed: 1}
	mustRun(t, old.options())
	refused := 0
	for i, limit := range limits {
		before := snapshot(t, results)
		c := old
		c.Seed, c.Largest = uint64(2+i), limit
		got, text := status(c.command(t))
		if got == 0 {
			continue
		}
		refused++
		if got != 2 || !strings.Contains(text, results) || !strings.Contains(text, ": file too large") {
			t.Errorf("files of at most %d bytes: status %d: %s", limit, got, text)
		}
		after := snapshot(t, results)
		if strings.Contains(text, pageName) { // the last write of all: the results are there
			before = after
		}
		for name := range before {
			assert.Equal(t, after[name], before[name], "files of at most %d bytes: %s changed", limit, name)
		}
		c.Largest, c.Resume = 0, true
		assert.Got(Run(t.Context(), c.options()))(t)
		if report, err := Check(t.Context(), c.options()); err != nil || !report.OK() {
			t.Fatalf("%v, differences %v", err, report.Differences)
		}
	}
	if refused == 0 {
		t.Error("no disk was full")
	}
}

// A disk that is full is no fault of a study.
func TestFullDisk(t *testing.T) { fullDisk(t, []int64{1, 100, 700, 2000, 5000}) }

// Finished rows are kept through interruptions of every kind, and the final folder is that of an
// uninterrupted run.
func resumeChains(t *testing.T, chains int) {
	want := t.TempDir()
	mustRun(t, childRun{Results: want, Names: []string{"alpha"}, To: 30, Seed: 7}.options())
	for chain := range chains {
		random := rand.New(rand.NewPCG(3, uint64(chain)))
		c := childRun{Results: t.TempDir(), Names: []string{"alpha"}, To: 30, Seed: 7, Row: 3 * time.Millisecond, Resume: true}
		rows := foldersOf(c.Results, "alpha", false).rows
		kept := 0
		for range 3 {
			cmd := c.command(t)
			assert.OK(t, cmd.Start())
			time.Sleep(time.Duration(20+random.IntN(80)) * time.Millisecond)
			// The rows that were there when the signals came must be there afterwards.
			kept = max(kept, countKept(rows))
			cmd.Process.Signal(syscall.SIGINT)
			if chain%2 == 1 { // as timeout(1) does
				cmd.Process.Signal(syscall.SIGTERM)
			}
			cmd.Wait()
			if ok, _ := exists(foldersOf(c.Results, "alpha", false).target); ok {
				break // it was done before
			}
			if now := countKept(rows); now < kept {
				t.Errorf("chain %d: %d rows were kept, and then %d", chain, kept, now)
			} else {
				kept = now
			}
		}
		c.Row = 0
		assert.Got(Run(t.Context(), c.options()))(t)
		for _, name := range []string{"squares.csv", "claims.csv"} {
			got, _ := os.ReadFile(filepath.Join(c.Results, "alpha", name))
			if whole, _ := os.ReadFile(filepath.Join(want, "alpha", name)); string(got) != string(whole) {
				t.Errorf("chain %d: %s is not that of a run without interruption", chain, name)
			}
		}
	}
}

func TestResumeChains(t *testing.T) { resumeChains(t, 4) }
