//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/command"
	"coterie/internal/machine/files"
)

// soon is how long a process may take to end after a signal: a second, and more for a busy machine.
const soon = 5 * time.Second

// process prepares a run of the program itself. TestMain puts the program on the PATH.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, errs *bytes.Buffer) {
	t.Helper()
	cmd = exec.CommandContext(t.Context(), "coterie", args...)
	errs = &bytes.Buffer{}
	cmd.Stderr = errs
	return cmd, errs
}

// inShell runs a shell line in a folder, and returns its status and standard error.
func inShell(t *testing.T, folder, line string) (status int, errs string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	var said bytes.Buffer
	cmd.Dir, cmd.Stderr = folder, &said
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", line, err)
	}
	return cmd.ProcessState.ExitCode(), said.String()
}

// ends waits for a process that should end, and returns its state.
func ends(t *testing.T, cmd *exec.Cmd, within time.Duration) *os.ProcessState {
	t.Helper()
	stop := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer stop.Stop()
	_ = cmd.Wait() // the state has the details
	if worked := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); worked > within {
		t.Errorf("%v worked for %v", cmd.Args, worked)
	}
	return cmd.ProcessState
}

// names lists a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries := assert.Got(os.ReadDir(folder))(t)
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// streaming starts a verb that writes to a file of a folder without end, and waits until it does.
func streaming(t *testing.T, folder string) (cmd *exec.Cmd, errs *bytes.Buffer) {
	t.Helper()
	cmd, errs = process(t, "measure", "grid:n=64", "--transversals", "-o", filepath.Join(folder, "dual"))
	assert.OK(t, cmd.Start())
	for range 3000 {
		for _, name := range strings.Fields(names(t, folder)) {
			if info, err := os.Stat(filepath.Join(folder, name)); err == nil && info.Size() > 0 {
				return cmd, errs // no longer the file that tested whether the folder can be written
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("nothing is written")
	return nil, nil
}

// TestSecondSignal: timeout(1) sends two signals, to the process and to its group. The second one
// changes nothing, and the result so far is kept.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	for _, gap := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond, 200 * time.Millisecond} {
		folder := t.TempDir()
		cmd, errs := streaming(t, folder)
		_ = cmd.Process.Signal(syscall.SIGTERM)
		time.Sleep(gap)
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Process.Signal(os.Interrupt)
		if state := ends(t, cmd, soon); state.ExitCode() != command.ExitLimit || names(t, folder) != "dual.partial" {
			t.Errorf("%v apart: %v, %s in the folder: %s", gap, state, names(t, folder), errs)
		}
	}
}

// TestLaterSignal ends at once a process that goes on because a slow reader is still reading.
func TestLaterSignal(t *testing.T) {
	t.Parallel()
	cmd, _ := process(t, "search", "plane", "--order", "49", "--format", "json")
	out := assert.Got(cmd.StdoutPipe())(t)
	assert.OK(t, cmd.Start())
	some := make([]byte, 4096)
	assert.Got(io.ReadFull(out, some))(t)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	for began := time.Now(); time.Since(began) < secondSignal+secondSignal/2; time.Sleep(files.Patience / 5) {
		assert.Got(io.ReadFull(out, some))(t, "it ended before the later signal")
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	state := ends(t, cmd, soon)
	if status, ok := state.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
		t.Errorf("%v", state)
	}
}

// TestKilledRun: the next run that writes to a folder removes the temporary file of a killed run.
func TestKilledRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cmd, _ := streaming(t, folder)
	exits(t, command.ExitDone)(inShell(t, folder, "coterie build fpp:order=2 -o plane"))
	assert.Equal(t, strings.Count(names(t, folder), " "), 1, "in the folder of a run that lives")
	_ = cmd.Process.Kill()
	ends(t, cmd, soon)
	exits(t, command.ExitDone)(inShell(t, folder, "coterie build fpp:order=2 -o plane"))
	assert.Equal(t, names(t, folder), "plane", "in the folder")
}

// TestNobodyReads tries a pipe that is full, a named pipe that nobody opens, and one that nobody
// writes.
func TestNobodyReads(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"enumerate --n 6 --nondominated", "build majority:n=17", "build majority:n=17 --format json", "measure grid:n=64 --transversals",
		"build fpp:order=2 -o PIPE", "build majority:n=17 --format csv -o PIPE", "measure grid:n=64 --transversals -o PIPE",
		"enumerate --n 6 --nondominated -o PIPE", "search cyclic --n 7 --system PIPE", "draw fpp:order=2 -o PIPE",
		"check @PIPE", "measure PIPE", "compare @PIPE", "extend PIPE", "check -",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), outName(line))
			if err := syscall.Mkfifo(pipe, 0o666); err != nil {
				t.Skip(err)
			}
			cmd, errs := process(t, append(strings.Fields(strings.ReplaceAll(line, "PIPE", pipe)), "--timeout", "300ms")...)
			if _, err := cmd.StdoutPipe(); err != nil { // a pipe that nobody reads
				t.Fatal(err)
			}
			assert.Got(cmd.StdinPipe())(t)
			assert.OK(t, cmd.Start())
			if state := ends(t, cmd, soon); state.ExitCode() != command.ExitLimit || !strings.HasPrefix(errs.String(), "error: ") || !strings.HasSuffix(errs.String(), command.ErrTimeout.Error()+"\n") {
				t.Errorf("%v: %s", state, errs)
			}
			assert.Equal(t, names(t, filepath.Dir(pipe)), filepath.Base(pipe), "in the folder")
		})
	}
}

// TestUnshown: a run whose output cannot be written does not end with status 0. Three runs are
// processes of their own, whose output the shell closes or fills.
func TestUnshown(t *testing.T) {
	noRaces(t)
	t.Parallel()
	lost := map[string]io.Writer{"closed": files.WriterFunc(func([]byte) (int, error) { return 0, os.ErrClosed })}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err == nil {
		defer full.Close()
		lost["full"] = full
	}
	told := func(line string, status int, errs string) {
		if status != command.ExitUsage || !strings.HasPrefix(errs, "error: ") || strings.Count(errs, "standard output") > 1 || strings.Contains(errs, "goroutine") {
			t.Errorf("%s: status %d: %s", line, status, errs)
		}
	}
	for _, args := range []string{
		"", "--help", "--version", "help", "help build", "help words", "build --help", "search --help", "completion bash", "completion fish",
		"completion powershell", "completion zsh", "families", "families grid", "families --n 7", "experiment list", "experiment list --format json",
		"build fpp:order=2", "build fpp:order=2 --format json", "build fpp:order=2 --format csv", "check fpp:order=2", "measure fpp:order=2",
		"measure fpp:order=2 --transversals", "compare --n 5", "compare --n 5 --format latex", "bounds --n 7", "search cyclic --n 7", "enumerate --n 3",
		"enumerate --n 3 --count", "extend grid:n=4", "extend grid:n=4 --count", "draw fpp:order=2", "build fpp:order=2 -o -",
	} {
		for where, out := range lost {
			var errs bytes.Buffer
			status := run(t.Context(), strings.Fields(args), nil, out, &errs)
			told(args+" with an output that is "+where, status, errs.String())
		}
	}
	folder := t.TempDir()
	for _, line := range []string{"coterie check fpp:order=2 >&-", "coterie help >/dev/full", "coterie build fpp:order=2 -o /dev/stdout >/dev/full"} {
		if err == nil || !strings.HasSuffix(line, "full") {
			status, errs := inShell(t, folder, "exec "+line)
			told(line, status, errs)
		}
	}
	assert.Equal(t, names(t, folder), "", "in the folder")
}

// TestSilence: standard error need not be read, nor standard output if the result goes to a file.
func TestSilence(t *testing.T) {
	t.Parallel()
	assert.Long(t, "it starts processes")
	folder := t.TempDir()
	for line, want := range map[string]int{
		"coterie build fpp:order=2 -o a >&-":                                     command.ExitDone,
		"coterie build fpp:order=2 >/dev/null 2>&-":                              command.ExitDone,
		"coterie build fpp:order=2 -o b >/dev/null 2>&-":                         command.ExitDone,
		"coterie build fpp:order=2 -o c <&- >&- 2>&-":                            command.ExitDone,
		"coterie build nonsense 2>&-":                                            command.ExitUsage,
		"coterie enumerate --n 4 --nondominated -o rows 2>&-":                    command.ExitDone,
		"coterie enumerate --n 4 --nondominated -o more 2>&1 | true":             command.ExitDone,
		"coterie measure grid:n=64 --transversals -o dual --timeout WITHIN 2>&-": command.ExitLimit,
		"coterie check '{1,2},{3,4}' >/dev/null 2>&-":                            command.ExitFails,
		"coterie check - <&-":                                                    command.ExitUsage,
	} {
		patiently(func(within time.Duration) bool {
			status, errs := inShell(t, folder, strings.ReplaceAll(line, "WITHIN", within.String()))
			assert.Equal(t, status, want, "%s: %s", line, errs)
			return want != command.ExitLimit || files.Exists(filepath.Join(folder, "dual.partial"))
		})
	}
	assert.Equal(t, names(t, folder), "a b c dual.partial more rows", "in the folder")
}

// TestReaderLeaves: if its reader leaves, the program ends like any filter, without a message.
func TestReaderLeaves(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"enumerate --n 6 --nondominated", "build majority:n=17", "build majority:n=17 --format json", "measure grid:n=64 --transversals --format csv"} {
		cmd, errs := process(t, strings.Fields(line)...)
		out := assert.Got(cmd.StdoutPipe())(t)
		assert.OK(t, cmd.Start())
		assert.Got(io.ReadFull(out, make([]byte, 10)))(t)
		out.Close()
		if state := ends(t, cmd, soon); state.ExitCode() != command.ExitPipe || errs.Len() > 0 {
			t.Errorf("%s: %v: %s", line, state, errs)
		}
	}
}

// TestDiskFull simulates a full disk by a limit on the size of files. The error names the file, the
// old file stays, and nothing else is left.
func TestDiskFull(t *testing.T) {
	noRaces(t)
	t.Parallel()
	for _, line := range []string{
		"build majority:n=15 -o FILE", "build majority:n=15 --format json -o FILE", "build majority:n=15 --format csv -o FILE",
		"enumerate --n 6 --nondominated -o FILE", "extend grid:n=16 -o FILE", "extend grid:n=16 --format json -o FILE",
		"measure grid:n=25 --transversals -o FILE", "draw majority:n=11 -o FILE", "compare --n 9..30 --plot load -o FILE",
		"search cyclic --n 30 --method sat --dimacs FILE", "extend grid:n=16 --system FILE --count",
		"measure grid:n=25 --transversals -o FILE --timeout 50ms",
	} {
		for _, file := range slices.Compact([]string{outName(line), strings.Replace(outName(line), ".svg", ".png", 1)}) {
			folder := t.TempDir()
			assert.OK(t, os.WriteFile(filepath.Join(folder, file), []byte("old"), 0o640))
			status, errs := inShell(t, folder, "ulimit -f 1; exec coterie --quiet "+strings.ReplaceAll(line, "FILE", file)+" >/dev/null")
			if status == command.ExitLimit && strings.Contains(line, "timeout") { // no result was found yet
				continue
			}
			want := "error: " + file + ": cannot be written: file too large\n"
			if status != command.ExitUsage || errs != want {
				t.Errorf("%s: status %d: %s", line, status, errs)
			}
			if text, err := os.ReadFile(filepath.Join(folder, file)); err != nil || string(text) != "old" || names(t, folder) != file {
				t.Errorf("%s: the file holds %.40q, the folder %s", line, text, names(t, folder))
			}
		}
	}
	folder := t.TempDir()
	if status, errs := inShell(t, folder, "ulimit -f 1; exec coterie build majority:n=15 > out"); status != command.ExitUsage || errs != "error: standard output: cannot be written: file too large\n" {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestFloor: a run that keeps little memory hardly collects garbage.
func TestFloor(t *testing.T) {
	t.Parallel()
	assert.Long(t, "it simulates for a third of a second")
	cmd, errs := process(t, "simulate", "grid:n=100", "--entries", "40", "--replications", "200", "--quiet")
	cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1", "GOGC=100")
	assert.OK(t, cmd.Run(), "%s", errs)
	if n := strings.Count(errs.String(), " MB goal, "); n < 1 || n > 5 {
		t.Errorf("garbage was collected %d times", n)
	}
}

// TestUmask: a new file has the mode that the umask leaves, and an existing file keeps its mode.
func TestUmask(t *testing.T) {
	assert.Slow(t, "90 processes, of verbs that other tests run")
	t.Parallel()
	for _, line := range []string{
		"build fpp:order=2 -o FILE", "check fpp:order=2 -o FILE", "enumerate --n 3 -o FILE", "extend grid:n=4 -o FILE",
		"measure fpp:order=2 --transversals -o FILE", "draw fpp:order=2 -o FILE", "compare --n 5..7 --plot load -o FILE",
		"search cyclic --n 7 --system FILE", "search cyclic --n 7 --method sat --dimacs FILE", "extend grid:n=4 --system FILE",
	} {
		for _, umask := range []string{"077", "022", "002"} {
			folder, name := t.TempDir(), outName(line)
			path := filepath.Join(folder, name)
			line := "umask " + umask + "; exec coterie --quiet " + strings.ReplaceAll(line, "FILE", name) + " >/dev/null"
			for _, want := range []os.FileMode{map[string]os.FileMode{"077": 0o600, "022": 0o644, "002": 0o664}[umask], 0o600, 0o664} {
				if files.Exists(path) {
					assert.OK(t, os.Chmod(path, want))
				}
				status, errs := inShell(t, folder, line)
				assert.Equal(t, status, command.ExitDone, "%s: %s", line, errs)
				if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want || names(t, folder) != name {
					t.Errorf("%s: mode %v, want %v, %v", line, info.Mode(), want, err)
				}
			}
		}
	}
}

// TestDisks tries a full disk and one that is read-only. If nothing can be written, the program
// says so before it computes the result.
func TestDisks(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	prepare := "mkdir full read && mount -t tmpfs -o size=64k none full && mount -t tmpfs none read && echo old > read/old && mount -o remount,ro read"
	inside := func(line string) (status int, errs string) {
		return inShell(t, folder, "rm -rf full read; exec unshare -m sh -c '"+prepare+" || exit 99; "+line+"'")
	}
	if status, errs := inside("true"); status != 0 {
		t.Skip(errs)
	}
	for line, want := range assert.Pairs(
		"build majority:n=15 -o full/a", "no space left on device", "enumerate --n 6 --nondominated -o full/a", "no space left on device",
		"extend grid:n=16 --system full/a", "no space left on device", "draw majority:n=11 -o full/a.png", "no space left on device",
		"measure grid:n=25 --transversals -o full/a", "no space left on device",
		"build fpp:order=2 -o read/new", "read-only file system", "search plane --order 10 -o read/old", "read-only file system",
		"search cyclic --n 7 --system read/old", "read-only file system", "search cyclic --n 7 --method sat --dimacs read/new", "read-only file system",
		"experiment list -o read/new", "read-only file system",
	) {
		words := strings.Fields(line)
		file := words[len(words)-1]
		status, errs := inside("coterie --quiet " + line + " >/dev/null; s=$?; ls -A full >&2; grep -q old read/old && exit $s")
		if status != command.ExitUsage || errs != "error: "+file+": cannot be written: "+want+"\n" {
			t.Errorf("%s: status %d: %s", line, status, errs)
		}
	}
}
