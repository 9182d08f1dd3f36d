//go:build unix

package main

import (
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
		folder := t.TempDir()
		cmd, errs := process(t, "explore", "fano", "--states", "1000000000", "--trace", filepath.Join(folder, "run.jsonl"), "-o", filepath.Join(folder, "report"))
		assert.OK(t, cmd.Start())
		time.Sleep(700 * time.Millisecond)
		assert.OK(t, cmd.Process.Signal(signal))
		state := ends(t, cmd, soon)
		if got := names(t, folder); got != want || signal == syscall.SIGINT && state.ExitCode() != command.ExitLimit {
			t.Errorf("%v: %v, %q in the folder: %s", signal, state, got, errs)
		}
		if want == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, want))
		if err != nil || !strings.Contains(string(text), "  explored     NOT ALL: ") || !strings.Contains(string(text), "stopped by: interrupted") {
			t.Errorf("%v: %s", err, text)
		}
	}
}
