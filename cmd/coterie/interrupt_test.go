package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// twoCompleteGraphs is a file whose judgement takes half a minute: 21 disjoint edges would fit into
// two complete graphs on 21 nodes by counting, and there are only 20.
func twoCompleteGraphs() string {
	var edges []string
	for v := 1; v <= 42; v++ {
		for w := (v-1)/21*21 + 1; w < v; w++ {
			edges = append(edges, fmt.Sprintf("[%d,%d]", w, v))
		}
	}
	return `{"format":"coterie/1","kind":"k-coterie","n":42,"k":20,"quorums":[` + strings.Join(edges, ",") + `]}`
}

func TestInterruptLeavesPartialFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"check", "-", "--format", "json", "-o", path, "--timeout", "200ms"},
		strings.NewReader(twoCompleteGraphs()), &out, &errs)
	if status != exitLimit {
		t.Errorf("status %d, want %d: %s", status, exitLimit, errs.String())
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("%s was written: %v", path, err)
	}
	text, err := os.ReadFile(path + partialSuffix)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `{"name":"k-intersection","holds":null,"witness":null,"reason":"stopped: the time of --timeout is over","limit":true}`) {
		t.Errorf("partial report: %s", text)
	}
	if want := "note: what there is stands in " + path + partialSuffix + "\nerror: the time of --timeout is over\n"; errs.String() != want {
		t.Errorf("standard error: %q, want %q", errs.String(), want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v left behind, %v", entries, err)
	}
}

func TestFailedWriteKeepsTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plane.json")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := writeFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return io.ErrShortWrite
	})
	if err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the file holds %q", text)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("%v left behind", entries)
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("a bug") }

// TestInternalErrorIsReported: a bug of the program is status 4, with one error line first.
func TestInternalErrorIsReported(t *testing.T) {
	var errs bytes.Buffer
	status := run(t.Context(), []string{"build", "fpp:order=2"}, nil, panicking{}, &errs)
	if status != exitInternal || !strings.HasPrefix(errs.String(), "error: internal error: a bug\n") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

// TestWholeResultIsNoPartial: a whole result is written as such, and an older partial file goes.
func TestWholeResultIsNoPartial(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pair.json")
	if err := os.WriteFile(path+partialSuffix, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"build", "fpp:order=2", "-o", path}, nil, &out, &errs); status != exitDone || errs.Len() > 0 {
		t.Errorf("status %d: %s", status, errs.String())
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 || entries[0].Name() != "pair.json" {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestWaitingForInputIsInterruptible: --timeout ends a read that never gets anything.
func TestWaitingForInputIsInterruptible(t *testing.T) {
	in, _ := io.Pipe()
	var out, errs bytes.Buffer
	if status := run(t.Context(), []string{"check", "-", "--timeout", "20ms"}, in, &out, &errs); status != exitLimit {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if !strings.Contains(errs.String(), errTimeout.Error()) {
		t.Errorf("standard error: %q", errs.String())
	}
}

// TestSymbolicLinksStay: the file that a link points at is replaced, with its mode.
func TestSymbolicLinksStay(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	if err := writeFile(link, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(file)
	text, _ := os.ReadFile(file)
	if target, linkErr := os.Readlink(link); err != nil || linkErr != nil || target != "file" || string(text) != "new" || info.Mode().Perm() != 0o600 {
		t.Errorf("link to %q, file %q with mode %v; %v, %v", target, text, info.Mode(), err, linkErr)
	}
}
