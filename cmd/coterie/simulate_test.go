package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/command"
	"coterie/internal/machine/files"
)

// TestSimulateIsInterruptible: the runs that finished before the timeout are reported, and an
// unfinished run is dropped.
func TestSimulateIsInterruptible(t *testing.T) {
	t.Parallel()
	assert.Long(t, "it waits for a long run")
	var out, errs bytes.Buffer
	var report struct{ Replications, Entries, Violations int }
	patiently(func(within time.Duration) bool {
		path := filepath.Join(t.TempDir(), "run.json")
		start := reach.CPU()
		errs.Reset()
		status := run(t.Context(), []string{"simulate", "fano", "--replications", "1000000", "--entries", "100", "--format", "json", "-o", path, "--timeout", within.String()}, nil, &out, &errs)
		if took := reach.CPU() - start; status != command.ExitLimit || took > 5*time.Second+2*within || !strings.Contains(errs.String(), command.ErrTimeout.Error()) {
			t.Errorf("status %d after %v: %s", status, took, errs.String())
		}
		report.Replications = 0
		text, _ := os.ReadFile(path + files.PartialSuffix)
		_ = json.Unmarshal(text, &report)
		return report.Replications > 0
	})
	if report.Replications < 1 || report.Entries != 100*report.Replications || report.Violations != 0 {
		t.Errorf("%+v", report)
	}

	start := reach.CPU()
	errs.Reset()
	status := run(t.Context(), []string{"simulate", "fano", "--replications", "1", "--entries", "1000000000", "--warmup", "0", "--timeout", "300ms"}, nil, &out, &errs)
	if took := reach.CPU() - start; status != command.ExitLimit || took > 5*time.Second || !strings.Contains(out.String(), " until the first run was cut off\n") {
		t.Errorf("status %d after %v: %s%s", status, took, out.String(), errs.String())
	}
}

// TestSimulateKeys: the keys that scripts depend on are present, with values of their types, and
// doc.go names every key.
func TestSimulateKeys(t *testing.T) {
	t.Parallel()
	report := printed[map[string]any](t, "simulate", "grid:n=9", "--entries", "100")
	for key, like := range map[string]any{
		"entries": 1.0, "messages": 1.0, "by_type": map[string]any{}, "messages_per_entry": 1.0, "max_in_cs": 1.0, "sync_delay": 1.0,
		"waiting": map[string]any{}, "context_switches": 1.0, "accesses": map[string]any{}, "violations": 1.0, "stuck": true, "witness": nil,
	} {
		if got, has := report[key]; !has || reflect.TypeOf(got) != reflect.TypeOf(like) {
			t.Errorf("%s is %v, want a %T", key, got, like)
		}
	}
	source := assert.Got(os.ReadFile("doc.go"))(t)
	_, contract, _ := strings.Cut(string(source), "simulate: algorithm")
	contract, _, _ = strings.Cut("algorithm"+contract, "bounds: n, m")
	for key := range report {
		assert.True(t, regexp.MustCompile(`\b`+key+`\b`).MatchString(contract), "doc.go does not name %s", key)
	}
}
