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

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// TestExploreKeys: the keys that scripts depend on are present, with values of their types, and
// doc.go names every key.
func TestExploreKeys(t *testing.T) {
	t.Parallel()
	source := assert.Got(os.ReadFile("doc.go"))(t)
	_, contract, _ := strings.Cut(string(source), "explore: algorithm")
	contract, _, _ = strings.Cut("algorithm"+contract, "bounds: n, m")
	for line, like := range map[string]map[string]any{
		"explore lift:m=2,of=(majority:n=3) --processes 2": {
			"algorithm": "", "states": 1.0, "transitions": 1.0, "complete": true, "mutual_exclusion": true, "stuck": 1.0, "lockout": nil, "concurrent_entering": true,
			"invariants": []any{}, "max_messages_per_entry": 1.0, "reduction": "", "trace": nil, "reasons": map[string]any{},
		},
		"explore {1,2} --algorithm protocol-p --sets 2":           {"trace": map[string]any{}, "sets": []any{}},
		"explore majority:n=3 --entries unbounded --requesters 1": {"lockout": true, "mutual_exclusion": nil, "entries": nil},
	} {
		var out, errs bytes.Buffer
		if status := run(t.Context(), append(strings.Fields(line), "--format", "json"), nil, &out, &errs); status > command.ExitFails {
			t.Fatal(line, errs.String())
		}
		var report map[string]any
		assert.OK(t, json.Unmarshal(out.Bytes(), &report))
		for key, like := range like {
			if got, has := report[key]; !has || reflect.TypeOf(got) != reflect.TypeOf(like) {
				t.Errorf("%s: %s is %v, want a %T", line, key, got, like)
			}
		}
		for key := range report {
			assert.True(t, regexp.MustCompile(`\b`+key+`\b`).MatchString(contract), "doc.go does not name %s", key)
		}
	}
}

// TestExploreMemory: a memory budget that is too small ends the exploration as a limit, with a
// report of the part that was explored.
func TestExploreMemory(t *testing.T) {
	t.Parallel()
	out, errs := ran(t, command.ExitLimit, "explore", "fano", "--memory", "3MB")
	assert.Contains(t, out, "  explored     NOT ALL: ")
	assert.Contains(t, errs, "limit of memory")
}

// TestExploreFiles: the files of all flags are whole and describe the same run.
func TestExploreFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"explore", "{1,2}", "--algorithm", "protocol-p", "--trace", at("run.jsonl"), "--html", at("run.html"), "--promela", at("two.pml"), "-o", at("report.txt")}, nil, &out, &errs)
	if status != command.ExitFails || errs.Len() > 0 || out.Len() > 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	for name, has := range assert.Pairs("run.jsonl", `"what":"end","stuck":[1,2]`, "run.html", "</html>", "two.pml", "protocol-p", "report.txt", "STUCK") {
		text, err := os.ReadFile(at(name))
		if err != nil || !strings.Contains(string(text), has) {
			t.Errorf("%s: %v", name, err)
		}
	}
	assert.Equal(t, len(assert.Got(os.ReadDir(dir))(t)), 4)
}
