//go:build unix

package sat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
)

func init() {
	moreModes["longproof"] = func(args []string) int { // and does not care whether it was written
		signal.Ignore(syscall.SIGXFSZ)
		f, err := os.Create(args[1])
		if err == nil {
			for i := range 2000 {
				fmt.Fprintf(f, "%d -%d 0\n", i+1, i+2)
			}
			fmt.Fprintln(f, "0")
		}
		return 20
	}
	moreModes["ask"] = func(args []string) int { // BEAT: asks a solver that beats, for ever
		_, _, err := External{Command: fake("beat", args[0])}.Solve(context.Background(), pigeonhole(2), nil)
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	moreModes["stubborn"] = func(args []string) int { // BEAT
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
		return fakeSolver("beat", args)
	}
}

// TestProofOnFullDisk lets a solver write its proof where a file may have no more than a few bytes:
// like a full disk, that fails, and the solver does not tell.
func TestProofOnFullDisk(t *testing.T) {
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("prlimit is not installed")
	}
	inTemp(t)
	dir := t.TempDir()
	target := filepath.Join(dir, "a.drat")
	assert.OK(t, os.WriteFile(target, []byte("old"), 0o600))
	for _, limit := range []string{"0", "5", "4000"} {
		command := append([]string{"prlimit", "--fsize=" + limit}, fake("longproof")...)
		verdict, _, err := External{Command: command, Proof: target}.Solve(t.Context(), pigeonhole(2), nil)
		if verdict != Unknown || FaultOf(err) != Unproved || !strings.Contains(err.Error(), target) {
			t.Errorf("%s bytes: %v, %v", limit, verdict, err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}
		if kept, _ := os.ReadFile(target); string(kept) != "old" {
			t.Errorf("%d bytes are kept", len(kept))
		}
	}
	verdict, _, err := External{Command: fake("longproof"), Proof: target}.Solve(t.Context(), pigeonhole(2), nil)
	info, _ := os.Stat(target)
	if verdict != Unsat || err != nil || info.Size() < 10_000 || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v, %d bytes, mode %v", verdict, err, info.Size(), info.Mode())
	}
}

// until waits for an event. The limit is one of hanging alone: a machine may stand still for a
// while.
func until(t *testing.T, happened func() bool, otherwise string) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(otherwise)
		}
	}
}

// TestSolverDiesWithUs kills a process that asks a solver: the solver ends, if the system can tell
// it. The next process that asks removes its files from the temporary folder, but not those of a
// process that still asks.
func TestSolverDiesWithUs(t *testing.T) {
	folder, beats := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", folder)
	ask := func(beat string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], "fake-solver", "ask", beat)
		assert.OK(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		until(t, func() bool { return size(beat) > 0 }, "the solver does not begin")
		return cmd
	}
	inFolder := func() int {
		list := assert.Got(os.ReadDir(folder))(t)
		return len(list)
	}
	living, dying := filepath.Join(beats, "living"), filepath.Join(beats, "dying")
	ask(living)
	victim := ask(dying)
	assert.MustEqual(t, inFolder(), 2, "in the folder")
	assert.OK(t, victim.Process.Kill())
	_ = victim.Wait()
	if runtime.GOOS == "linux" {
		until(t, func() bool {
			last := size(dying)
			time.Sleep(50 * time.Millisecond)
			return size(dying) == last
		}, "the solver lives on")
	}
	assert.Equal(t, inFolder(), 2, "in the folder after the kill")
	if verdict, _, err := (External{Command: fake("gini")}).Solve(t.Context(), pigeonhole(2), nil); verdict != Unsat {
		t.Error(verdict, err)
	}
	assert.Equal(t, inFolder(), 1, "in the folder after the next one")
	if before := size(living); before == 0 || runtime.GOOS == "linux" {
		until(t, func() bool { return size(living) > before }, "the other solver has ended")
	}
}

// TestStubbornSolver: a solver that takes no hint ends with its context all the same.
func TestStubbornSolver(t *testing.T) {
	inTemp(t)
	beat := filepath.Join(t.TempDir(), "beat")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for size(beat) == 0 && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if verdict, _, err := (External{Command: fake("stubborn", beat)}).Solve(ctx, pigeonhole(2), nil); verdict != Unknown || !errors.Is(err, context.Canceled) {
		t.Error(verdict, err)
	}
	silent(t, beat)
}

// TestProofThatIsNoFile: a pipe in the place of a proof would be waited for, a device read for
// ever.
func TestProofThatIsNoFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	assert.OK(t, syscall.Mkfifo(pipe, 0o600))
	link := filepath.Join(t.TempDir(), "link")
	assert.OK(t, os.Symlink("/dev/zero", link))
	for _, path := range []string{pipe, link, t.TempDir()} {
		assert.Fails(t, checkProof(t.Context(), path, false), "no file", "%s", path)
	}
}
