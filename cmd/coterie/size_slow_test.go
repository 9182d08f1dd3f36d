//go:build slow && unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/command"
	"coterie/internal/machine/par"
)

// The limits of a command of the table. The time is that of --timeout and three seconds, where a
// quiet machine takes one. It is CPU time of one processor, which other work on the machine makes
// longer by cache misses and page faults alone. The memory exceeds the budget of one table, as
// there are several tables, and Go's own.
const (
	sizeTimeout = time.Second / 10
	sizeTime    = sizeTimeout + 3*time.Second
	sizeHang    = time.Minute // wall-clock time, however busy the machine
	sizeLate    = "late"
	sizeTable   = "1GB"
	sizeMemory  = 4 << 30
)

// sizeGuard is put before the command if prlimit is installed, to protect the machine.
var sizeGuard = []string{"prlimit", "--as=6000000000", "--cpu=10"}

// sizeRun is the outcome of a command.
type sizeRun struct {
	words     []string
	took, cpu time.Duration
	peak      int64 // bytes
	status    int
	errors    string
	fault     string // empty if all is well
}

func (r sizeRun) late() bool { return r.fault == sizeLate }

func (r sizeRun) String() string {
	line := strings.Join(r.words, " ")
	if len(line) > 300 {
		line = line[:150] + "..." + line[len(line)-150:]
	}
	return fmt.Sprintf("%5.1f s, CPU %5.1f s, %5d MB, status %d: %s: coterie %s", r.took.Seconds(), r.cpu.Seconds(), r.peak>>20, r.status, r.fault, line)
}

// runSized runs the program as a process and judges how it ends.
func runSized(t *testing.T, words []string) sizeRun {
	line := append([]string{"coterie"}, words...)
	line = append(line, "--timeout", sizeTimeout.String(), "--memory", sizeTable)
	if _, err := exec.LookPath(sizeGuard[0]); err == nil {
		line = slices.Concat(sizeGuard, line)
	}
	ctx, cancel := context.WithTimeout(t.Context(), sizeHang)
	defer cancel()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=100")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	began := time.Now()
	err := cmd.Run()
	r := sizeRun{words: words, took: time.Since(began), errors: errs.String()}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	r.status, r.cpu = cmd.ProcessState.ExitCode(), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.peak = int64(usage.Maxrss)
		if runtime.GOOS != "darwin" {
			r.peak <<= 10
		}
	}
	first, rest, _ := strings.Cut(r.errors, "\n")
	for strings.HasPrefix(first, "note: ") {
		first, rest, _ = strings.Cut(rest, "\n")
	}
	switch {
	case ctx.Err() != nil:
		r.fault = "no end"
	case r.cpu > sizeTime:
		r.fault = sizeLate
	case r.status < command.ExitDone || r.status > command.ExitLimit || strings.Contains(r.errors, "goroutine "):
		r.fault = "crash"
	case r.peak > sizeMemory:
		r.fault = "memory"
	case r.status == command.ExitUsage && !strings.HasPrefix(first, "error: "):
		r.fault = "no error line"
	}
	return r
}

// sizesHold runs the command lines, several at a time, and reports those that failed.
func sizesHold(t *testing.T, lines [][]string) {
	t.Helper()
	var mu sync.Mutex
	var all []sizeRun
	assert.OK(t, par.For(t.Context(), 4, len(lines), func(_ context.Context, _, i int) error {
		r := runSized(t, lines[i])
		mu.Lock()
		defer mu.Unlock()
		all = append(all, r)
		return nil
	}))
	slices.SortFunc(all, func(a, b sizeRun) int { return slices.Compare(a.words, b.words) })
	for i := range all {
		// Page faults and cache misses cost more beside other commands, so a late command is run
		// again alone.
		for again := 0; all[i].late() && again < 2; again++ {
			all[i] = runSized(t, all[i].words)
		}
		r := all[i]
		if r.fault != "" {
			first, _, _ := strings.Cut(r.errors, "\n")
			t.Errorf("%v\n    %.200s", r, first)
		}
	}
	slowest := slices.MaxFunc(all, func(a, b sizeRun) int { return cmp.Compare(a.cpu, b.cpu) })
	t.Logf("of %d commands the slowest: %v", len(lines), slowest)
}

// TestSlowSizes: on large systems of every family, every verb ends soon after its
// --timeout, with a documented status and within its memory.
func TestSlowSizes(t *testing.T) {
	sizesHold(t, sizeCells(t, t.TempDir()))
}
