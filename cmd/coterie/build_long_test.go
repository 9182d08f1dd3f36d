package main

import (
	"bytes"
	"context"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/command"
)

// TestBuildOfLongLists: a list is written from its rows in every format, and a long one stops soon
// after its context ends.
func TestBuildOfLongLists(t *testing.T) {
	assert.Slow(t, "some seconds")
	for _, spec := range []string{"wheel:n=1000000", "singleton:n=16777216", "grid:n=40000", "lift:m=65536,of=(majority:n=3)"} {
		for _, format := range []string{"text", "json", "csv"} {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			begun := reach.CPU()
			var out lengthWriter
			var errors bytes.Buffer
			status := run(ctx, []string{"build", spec, "--format", format}, bytes.NewReader(nil), &out, &errors)
			if took := reach.CPU() - begun; took > 4*time.Second || status != 0 && status != command.ExitLimit {
				t.Errorf("build %s as %s: status %d after %v with %d bytes: %s", spec, format, status, took, out, errors.String())
			}
			cancel()
		}
	}
}

// lengthWriter counts the written bytes.
type lengthWriter int

func (w *lengthWriter) Write(p []byte) (int, error) {
	*w += lengthWriter(len(p))
	return len(p), nil
}
