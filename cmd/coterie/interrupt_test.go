package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// cancelAtEnd is a standard input that presses Ctrl-C when it has been read.
type cancelAtEnd struct {
	io.Reader
	cancel context.CancelFunc
}

func (r cancelAtEnd) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		r.cancel()
	}
	return n, err
}

// manyTriples is a file whose intersection is not decided by a short argument.
func manyTriples(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"format":"coterie/1","kind":"quorum-system","n":40,"quorums":[[1,2,3]`)
	for i := 4; i <= 40; i++ {
		for j := 4; j < i; j++ {
			b.WriteString(`,[1,` + strconv.Itoa(j) + `,` + strconv.Itoa(i) + `]`)
		}
	}
	b.WriteString(`]}`)
	return b.String()
}

func TestInterruptLeavesPartialFile(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := filepath.Join(t.TempDir(), "report.json")
	var out, errs bytes.Buffer
	status := run(ctx, []string{"check", "-", "--format", "json", "-o", path},
		cancelAtEnd{strings.NewReader(manyTriples(t)), cancel}, &out, &errs)
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
	if !strings.Contains(string(text), `{"name":"intersection","holds":null,"witness":null,"reason":"stopped: context canceled","limit":true}`) {
		t.Errorf("partial report: %s", text)
	}
	if !strings.HasPrefix(errs.String(), "error: ") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("standard error: %q", errs.String())
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

// TestInternalErrorIsReported: a bug of the program is status 4, with one error line first.
func TestInternalErrorIsReported(t *testing.T) {
	var out, errs bytes.Buffer
	status := run(t.Context(), []string{"check", "-"}, nil, &out, &errs) // reading from no standard input panics
	if status != exitInternal || !strings.HasPrefix(errs.String(), "error: internal error: ") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}
