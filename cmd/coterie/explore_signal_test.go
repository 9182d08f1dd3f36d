//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// TestExploreSignals: Ctrl-C ends a long exploration, and its result so far is in FILE.partial;
// kill -9 leaves nothing at all.
func TestExploreSignals(t *testing.T) {
	assert.Slow(t, "waits for processes that work")
	t.Parallel()
	for signal, want := range map[syscall.Signal]string{syscall.SIGINT: "report.partial", syscall.SIGKILL: ""} {
		var folder string
		patiently(func(within time.Duration) bool {
			folder = t.TempDir()
			cmd, errs := process(t, "explore", "-", "--states", "1000000000", "--trace", filepath.Join(folder, "run.jsonl"), "-o", filepath.Join(folder, "report"))
			pipe := assert.Got(cmd.StdinPipe())(t)
			assert.OK(t, cmd.Start())
			// The process takes signals before it reads, and more than a pipe holds must be read.
			assert.Got(io.WriteString(pipe, "1 2 3\n1 4 5\n1 6 7\n2 4 6\n2 5 7\n3 4 7\n3 5 6"+strings.Repeat("\n", 1<<20)))(t)
			assert.OK(t, pipe.Close())
			time.Sleep(within)
			assert.OK(t, cmd.Process.Signal(signal))
			if state := ends(t, cmd, soon+2*within); signal == syscall.SIGINT && state.ExitCode() != command.ExitLimit {
				t.Errorf("%v: %v: %s", signal, state, errs)
			}
			return names(t, folder) == want
		})
		assert.Equal(t, names(t, folder), want, "%v: in the folder", signal)
		if want == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, want))
		if err != nil || !strings.Contains(string(text), "  explored     NOT ALL: ") || !strings.Contains(string(text), "stopped by: interrupted") {
			t.Errorf("%v: %s", err, text)
		}
	}
}
