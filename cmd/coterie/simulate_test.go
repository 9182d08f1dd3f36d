package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coterie/internal/files"
)

// TestSimulateIsInterruptible: the runs that were done before the time was over are reported, and a
// run that was not is dropped.
func TestSimulateIsInterruptible(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "run.json")
	var out, errs bytes.Buffer
	start := time.Now()
	status := run(t.Context(), []string{"simulate", "fano", "--replications", "1000000", "--entries", "100", "--format", "json", "-o", path, "--timeout", "500ms"}, nil, &out, &errs)
	if took := time.Since(start); status != exitLimit || took > 5*time.Second || !strings.Contains(errs.String(), errTimeout.Error()) {
		t.Errorf("status %d after %v: %s", status, took, errs.String())
	}
	text, err := os.ReadFile(path + files.PartialSuffix)
	if err != nil {
		t.Fatal(err)
	}
	var report struct{ Replications, Entries, Violations int }
	if err := json.Unmarshal(text, &report); err != nil || report.Replications < 1 || report.Entries != 100*report.Replications || report.Violations != 0 {
		t.Errorf("%+v, %v", report, err)
	}

	start = time.Now()
	errs.Reset()
	status = run(t.Context(), []string{"simulate", "fano", "--replications", "1", "--entries", "1000000000", "--timeout", "300ms"}, nil, &out, &errs)
	if took := time.Since(start); status != exitLimit || took > 5*time.Second || out.Len() > 0 {
		t.Errorf("status %d after %v: %s%s", status, took, out.String(), errs.String())
	}
}
