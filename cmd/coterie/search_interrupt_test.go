package main

import (
	"bytes"
	"context"
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

// TestSearchInterrupted presses Ctrl-C during searches without an end in sight. Within a second
// FILE.partial has the best result so far with its bounds, the open question is there as DIMACS,
// and the exit status is 3.
func TestSearchInterrupted(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	t.Parallel()
	for _, c := range []struct{ line, verdict, lower, upper string }{
		{"maekawa --n 38", "found", "7", "8"},
		{"cyclic --n 200", "found", "15", ""},
		{"mols --order 10 --count 3 --method sat", "unknown", "", ""},
		{"plane --order 10", "unknown", "", ""},
		{"group --n 36 --m 4 --degree 6 --method sat", "unknown", "", ""},
	} {
		t.Run(c.line, func(t *testing.T) {
			type result struct {
				Verdict      string
				Lower, Upper json.RawMessage
				StoppedBy    string `json:"stopped_by"`
				Asked        string
			}
			var r result
			var text []byte
			var cnf string
			patiently(func(within time.Duration) bool {
				dir := t.TempDir()
				path := filepath.Join(dir, "result.json")
				cnf = filepath.Join(dir, "open.cnf")
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(within, cancel)
				var out, errs bytes.Buffer
				began := reach.CPU()
				status := run(ctx, append([]string{"search", "--format", "json", "-o", path, "--dimacs", cnf}, strings.Fields(c.line)...), strings.NewReader(""), &out, &errs)
				if took := reach.CPU() - began; status != command.ExitLimit || took > 5*time.Second+2*within {
					t.Errorf("status %d after %v: %s", status, took, errs.String())
				}
				text, r = assert.Got(os.ReadFile(path+files.PartialSuffix))(t), result{}
				assert.OK(t, json.Unmarshal(text, &r))
				return r.Verdict == c.verdict
			})
			if r.Verdict != c.verdict || r.StoppedBy != "interrupt" || c.lower != "" && string(r.Lower) != c.lower || c.upper != "" && string(r.Upper) != c.upper {
				t.Errorf("%s", text)
			}
			if r.Asked != "" {
				question, err := os.ReadFile(cnf)
				if err != nil || !bytes.Contains(question, []byte("\np cnf ")) {
					t.Errorf("the open question: %v", err)
				}
			}
		})
	}
}

// TestSearchTimeouts: --timeout also ends long work that comes before any solver is asked.
func TestSearchTimeouts(t *testing.T) {
	assert.Long(t, "what the race detector, for which -short is, takes to print 3,100 quorums is its own")
	t.Parallel()
	for _, line := range []string{
		"extend majority:n=21 --count",
		"search maekawa --n 99 --method sat --unique",
		"search group --n 2000 --m 100",
	} {
		began := reach.CPU()
		var out, errs bytes.Buffer
		status := run(t.Context(), append(strings.Fields(line), "--timeout", "200ms"), strings.NewReader(""), &out, &errs)
		if took := reach.CPU() - began; status != command.ExitLimit || took > 5*time.Second { // generous, for a loaded machine
			t.Errorf("%s: status %d after %v: %s", line, status, took, errs.String())
		}
	}
}
