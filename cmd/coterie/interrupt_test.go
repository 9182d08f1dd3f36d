package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/command"
	"coterie/internal/machine/files"
)

// threeCompleteGraphs returns a file that takes half a minute to judge: by counting, 20 disjoint
// edges would fit into three complete graphs on 13 nodes and a node beside all of these, but there
// are only 19.
func threeCompleteGraphs() string {
	var edges []string
	for v := 1; v <= 39; v++ {
		for w := (v-1)/13*13 + 1; w < v; w++ {
			edges = append(edges, fmt.Sprintf("[%d,%d]", w, v))
		}
		edges = append(edges, fmt.Sprintf("[%d,40]", v))
	}
	return `{"format":"coterie/1","kind":"k-coterie","n":40,"k":19,"quorums":[` + strings.Join(edges, ",") + `]}`
}

// patiently tries something that a time ends, with ten times as long until enough was done before
// the end. A busy machine may stand still for some seconds.
func patiently(try func(within time.Duration) (enough bool)) {
	for within := 300 * time.Millisecond; !try(within) && within < time.Minute; within *= 10 {
	}
}

func TestInterruptLeavesPartialFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"check", "-", "--format", "json", "-o", path, "--timeout", "200ms"},
		strings.NewReader(threeCompleteGraphs()), &out, &errs)
	exits(t, command.ExitLimit)(status, errs.String())
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("%s was written: %v", path, err)
	}
	text := assert.Got(os.ReadFile(path + files.PartialSuffix))(t)
	assert.Contains(t, string(text), `{"name":"k-intersection","holds":null,"witness":null,"reason":"stopped: the time of --timeout is over","limit":true}`, "partial report: %s", text)
	assert.Equal(t, errs.String(), "note: what there is stands in "+path+files.PartialSuffix+"\nerror: the time of --timeout is over\n", "standard error")
	assert.Equal(t, len(assert.Got(os.ReadDir(filepath.Dir(path)))(t)), 1, "left behind")
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("a bug") }

// TestInternalErrorIsReported: a bug of the program is status 4, with one error line first.
func TestInternalErrorIsReported(t *testing.T) {
	var errs bytes.Buffer
	status := run(t.Context(), []string{"build", "fpp:order=2"}, nil, panicking{}, &errs)
	if status != command.ExitInternal || !strings.HasPrefix(errs.String(), "error: internal error: a bug\n") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

// TestPartialIsOfItsRun: no verb starts while FILE.partial of an interrupted run is there.
func TestPartialIsOfItsRun(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"build fpp:order=2", "build fpp:order=2 --format json", "extend grid:n=4", "measure fpp:order=2 --transversals",
		"measure fpp:order=2", "check fpp:order=2", "draw fpp:order=2", "compare --n 5", "families", "bounds --n 7",
		"explore fano --requesters 1", "simulate fano", "search cyclic --n 7", "enumerate --n 3", "enumerate --n 3 --count", "experiment list",
		"compare --n 5..7 --plot load", "experiment run plane --resume",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, outName(line))
		assert.OK(t, os.WriteFile(path+files.PartialSuffix, []byte("old"), 0o644))
		var out, errs bytes.Buffer
		status := run(t.Context(), append(strings.Fields(line), "-o", path), nil, &out, &errs)
		if want := "error: " + path + ".partial is of an interrupted run, and would be lost\nhint: "; status != command.ExitUsage || !strings.HasPrefix(errs.String(), want) || out.Len() > 0 {
			t.Errorf("%s: status %d: %s", line, status, errs.String())
		}
		entries, err := os.ReadDir(dir)
		text, readErr := os.ReadFile(path + files.PartialSuffix)
		if err != nil || readErr != nil || len(entries) != 1 || string(text) != "old" {
			t.Errorf("%s: %v, %q, %v, %v", line, entries, text, err, readErr)
		}
	}
}

// TestWaitingForInputIsInterruptible: --timeout ends a read that never gets anything.
func TestWaitingForInputIsInterruptible(t *testing.T) {
	in, _ := io.Pipe()
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"check", "-", "--timeout", "20ms"}, in, &out, &errs)
	exits(t, command.ExitLimit, command.ErrTimeout.Error())(status, errs.String())
}

// outName returns a name for the output of a line. A picture needs an ending.
func outName(line string) string {
	if strings.HasPrefix(line, "draw ") || strings.Contains(line, "--plot") {
		return "out.svg"
	}
	return "out"
}
