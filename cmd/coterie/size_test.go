//go:build unix

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

	"coterie/construct"
	"coterie/internal/machine/par"
)

// What a command of the table may take: the time of --timeout and a second, counted in CPU time of
// one processor, as other work on the machine is nobody's fault; and memory beyond what one table
// may take, as there are several and Go's.
const (
	sizeTimeout = time.Second
	sizeTime    = sizeTimeout + time.Second
	sizeHang    = time.Minute // whatever the machine does
	sizeLate    = "late"
	sizeTable   = "1GB"
	sizeMemory  = 4 << 30
)

// sizeGuard is put before the command where there is prlimit: the machine is not at stake.
var sizeGuard = []string{"prlimit", "--as=6000000000", "--cpu=10"}

// sizeRun is what a command came to.
type sizeRun struct {
	words     []string
	took, cpu time.Duration
	peak      int64 // bytes
	status    int
	errors    string
	fault     string // empty where all is well
}

func (r sizeRun) late() bool { return r.fault == sizeLate }

func (r sizeRun) String() string {
	line := strings.Join(r.words, " ")
	if len(line) > 300 {
		line = line[:150] + "..." + line[len(line)-150:]
	}
	return fmt.Sprintf("%5.1f s, CPU %5.1f s, %5d MB, status %d: %s: coterie %s", r.took.Seconds(), r.cpu.Seconds(), r.peak>>20, r.status, r.fault, line)
}

// runSized runs the program as a process of its own and judges how it ends.
func runSized(t *testing.T, words []string) sizeRun {
	line := append([]string{"coterie"}, words...)
	line = append(line, "--timeout", sizeTimeout.String(), "--memory", sizeTable)
	if _, err := exec.LookPath(sizeGuard[0]); err == nil {
		line = slices.Concat(sizeGuard, line)
	}
	ctx, cancel := context.WithTimeout(t.Context(), sizeHang)
	defer cancel()
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
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
	case r.status < exitDone || r.status > exitLimit || strings.Contains(r.errors, "goroutine "):
		r.fault = "crash"
	case r.peak > sizeMemory:
		r.fault = "memory"
	case r.status == exitUsage && !strings.HasPrefix(first, "error: "):
		r.fault = "no error line"
	}
	return r
}

// sizesHold runs the command lines, some at a time, and reports those that failed.
func sizesHold(t *testing.T, lines [][]string) {
	t.Helper()
	var mu sync.Mutex
	var all []sizeRun
	if err := par.For(t.Context(), 4, len(lines), func(_ context.Context, _, i int) error {
		r := runSized(t, lines[i])
		mu.Lock()
		defer mu.Unlock()
		all = append(all, r)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b sizeRun) int { return slices.Compare(a.words, b.words) })
	for i := range all {
		// Beside others a page fault and a cache miss cost more: who was late is late alone, too.
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

// TestLargeSystems: a few of the commands of the table, which is whole for every family; the others
// are in the slow part.
func TestLargeSystems(t *testing.T) {
	for _, f := range construct.Families() {
		if !slices.ContainsFunc(largeSystems, func(s sized) bool { return s.family == f.Name && len(s.specs) > 1 }) {
			t.Errorf("no large systems of the family %s", f.Name)
		}
	}
	if testing.Short() {
		t.Skip("the race detector, for which -short is, multiplies time and memory")
	}
	// Not beside other tests: where memory is busy a page costs more.
	folder := t.TempDir()
	largeFiles(t, folder)
	var lines [][]string
	for _, line := range []string{
		"measure fpp:order=256",
		"measure grid:n=40000",
		"measure wheel:n=999999",
		"measure singleton:n=16777216",
		"measure @FILE/singleton.json",
		"measure @FILE/cartels.json",
		"build wheel:n=1000000",
		"compare --n 16777216",
	} {
		lines = append(lines, strings.Fields(strings.Replace(line, "FILE", folder, 1)))
	}
	sizesHold(t, lines)
}
