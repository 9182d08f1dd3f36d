//go:build slow && unix

package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
)

func TestSlowRunsAtOnce(t *testing.T) { manyAtOnce(t, 40) }

func TestSlowKilledRuns(t *testing.T) { killRuns(t, 80) }

func TestSlowResumeChains(t *testing.T) { resumeChains(t, 30) }

func TestSlowFullDisk(t *testing.T) {
	var limits []int64
	for limit := int64(1); limit < 40_000; limit += 1 + limit/3 {
		limits = append(limits, limit)
	}
	fullDisk(t, limits)
}

// If any call to the disk fails in any way, a run ends with status 0 or 2, and the next run and the
// check after it succeed.
func TestSlowFaults(t *testing.T) {
	if injected("fsync", "", 1) == nil {
		t.Skip("strace is not installed")
	}
	results := t.TempDir()
	seed, refused := uint64(0), 0
	for _, what := range []string{"ENOSPC", "EROFS"} {
		for _, calls := range []string{"renameat,rename,renameat2", "mkdirat,mkdir", "unlinkat,unlink,rmdir", "fsync", "ftruncate"} {
			for n := 1; n <= 4; n++ {
				seed++
				c := childRun{Results: results, Names: []string{"alpha"}, To: 6, Seed: seed}
				got, text := status(c.command(t, injected(calls, "error="+what, n)...))
				label := fmt.Sprintf("%s at call %d of %s: status %d: %s", what, n, calls, got, text)
				if got == 2 {
					refused++
				} else if got != 0 {
					t.Error(label)
				}
				opts := c.options()
				opts.Resume = true
				assert.Got(Run(t.Context(), opts))(t, "%s: the next run", label)
				if left, _ := os.ReadDir(filepath.Join(results, partialName)); len(left) > 0 {
					t.Errorf("%s: %v is left", label, left)
				}
				if report, err := Check(t.Context(), opts); err != nil || !report.OK() {
					t.Fatalf("%s: %v, differences %v", label, err, report.Differences)
				}
			}
		}
	}
	if refused < 10 {
		t.Errorf("only %d runs met a fault", refused)
	}
}
