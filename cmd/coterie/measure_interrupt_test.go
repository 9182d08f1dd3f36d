package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/command"
	"coterie/internal/machine/files"
)

// TestMeasureIsInterruptible: the figures found before the timeout are kept, and the others have a
// reason.
func TestMeasureIsInterruptible(t *testing.T) {
	t.Parallel()
	var report printedReport
	patiently(func(within time.Duration) bool {
		path := filepath.Join(t.TempDir(), "plane.json")
		var out, errs bytes.Buffer
		start := reach.CPU()
		status := run(t.Context(), []string{"measure", "fpp:order=13", "--states", "1000000000", "--format", "json", "-o", path, "--timeout", within.String()}, nil, &out, &errs)
		if took := reach.CPU() - start; status != command.ExitLimit || took > 5*time.Second+2*within {
			t.Errorf("status %d after %v: %s", status, took, errs.String())
		}
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s was written: %v", path, err)
		}
		text := assert.Got(os.ReadFile(path + files.PartialSuffix))(t)
		report = printedReport{}
		assert.OK(t, json.Unmarshal(text, &report))
		return report.Load != nil && report.Resilience != nil
	})
	if report.Load == nil || *report.Load != "14/183" || report.Resilience == nil || report.LiveSets != nil {
		t.Errorf("load %v, resilience %v, live sets %v", report.Load, report.Resilience, report.LiveSets)
	}
	assert.Contains(t, report.Reasons["live_sets"], command.ErrTimeout.Error(), "live sets are not there because")
}

// TestTransversalsAreInterruptible: the transversals found so far are in FILE.partial, as whole
// lines; a whole list replaces an older file.
func TestTransversalsAreInterruptible(t *testing.T) {
	t.Parallel()
	assert.Long(t, "it waits for a long search")
	path := filepath.Join(t.TempDir(), "dual")
	assert.OK(t, os.WriteFile(path, []byte("old"), 0o644))
	var text []byte
	patiently(func(within time.Duration) bool {
		_ = os.Remove(path + files.PartialSuffix)
		ran(t, command.ExitLimit, "measure", "grid:n=64", "--transversals", "--format", "json", "-o", path, "--timeout", within.String())
		text, _ = os.ReadFile(path)
		assert.Equal(t, string(text), "old", "the old file")
		text, _ = os.ReadFile(path + files.PartialSuffix)
		return len(text) > 0
	})
	assert.MustTrue(t, len(text) > 0, "no transversal is there")
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		var got struct{ Nodes []int }
		if err := json.Unmarshal([]byte(line), &got); err != nil || len(got.Nodes) < 8 {
			t.Fatalf("line %q: %v", line, err)
		}
	}
	assert.OK(t, os.Remove(path+files.PartialSuffix))
	ran(t, command.ExitDone, "measure", "fpp:order=2", "--transversals", "-o", path)
	if text, _ := os.ReadFile(path); strings.Count(string(text), "\n") != 7 || !strings.Contains(string(text), "{1,2,3}\n") {
		t.Errorf("the list is %q", text)
	}
	if _, err := os.Stat(path + files.PartialSuffix); !os.IsNotExist(err) {
		t.Errorf("the partial list is still there: %v", err)
	}
}

// TestMeasureStoppedWhileListing: if listing the quorums takes too long, the report has the figures
// that need no list.
func TestMeasureStoppedWhileListing(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	start := reach.CPU()
	status := run(t.Context(), []string{"measure", "paths:d=4", "--only", "load", "--format", "json", "--timeout", "200ms"}, nil, &out, &errs)
	if took := reach.CPU() - start; status != command.ExitLimit || took > 3*time.Second {
		t.Errorf("status %d after %v: %s", status, took, errs.String())
	}
	var report printedReport
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	if report.N != 41 || report.Load != nil || report.Reasons["load"] != "stopped: the time of --timeout is over while the quorums were being listed" {
		t.Errorf("n = %d, load %v, because %q", report.N, report.Load, report.Reasons["load"])
	}
}
