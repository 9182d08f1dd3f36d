//go:build unix && !small

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkAtlasOverWorkers computes the atlas of eight nodes with one worker of one core, and with
// two. The command that judges every class shares these cores. Its own time determines how many
// workers it can serve.
func BenchmarkAtlasOverWorkers(b *testing.B) {
	type times struct{ took, worker, command time.Duration }
	run := func(workers int) times {
		at := serving(b, "").URL()
		var crew []*exec.Cmd
		for w := range workers {
			cmd := exec.CommandContext(b.Context(), "coterie", "cluster", "work", "--at", at, "--name", fmt.Sprint("w", w), "--jobs", "1", "--idle", "3s")
			assert.OK(b, cmd.Start())
			crew = append(crew, cmd)
		}
		cmd := exec.CommandContext(b.Context(), "coterie", "enumerate", "--n", "8", "--nondominated", "--classes", "--measure",
			"--format", "parquet", "-o", filepath.Join(b.TempDir(), "atlas.parquet"), "--at", at)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		begun := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatalf("%v: %s", err, errs.String())
		}
		t := times{took: time.Since(begun), command: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
		for _, w := range crew {
			assert.OK(b, w.Wait())
			t.worker += w.ProcessState.UserTime() + w.ProcessState.SystemTime()
		}
		return t
	}
	for b.Loop() {
		one, two := run(1), run(2)
		b.Logf("one worker: %+v; two: %+v", one, two)
		reach.Time(b, "atlas-of-eight/workers=2", two.took, time.Hour)
		reach.AtLeast(b, "atlas-of-eight/two-workers-against-one", one.took.Seconds()/two.took.Seconds(), 1.8)
		b.ReportMetric(one.worker.Seconds()/one.command.Seconds(), "worker-cores/command-core")
	}
}
