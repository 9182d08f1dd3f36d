//go:build slow

package studies

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"coterie/experiments"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// A run of any study, default or full, ends within a second of its context, whatever it is doing,
// and the next run takes up its finished rows.
func TestSlowStudiesEndInTime(t *testing.T) {
	all := All()
	for _, s := range all[:len(all)-1] { // claims reads the files of the others
		for _, full := range []bool{false, true} {
			if full && !s.HasFull() {
				continue
			}
			name := s.Name()
			if full {
				name += "/full"
			}
			t.Run(name, func(t *testing.T) {
				opts := experiments.Options{
					Studies: all, Names: []string{s.Name()}, Full: full, Results: t.TempDir(), Jobs: 2, Seed: 1, Build: "test", Resume: true,
				}
				rows := 0
				for range 2 {
					ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
					defer cancel()
					var end atomic.Int64
					context.AfterFunc(ctx, func() { end.Store(int64(reach.CPU())) })
					_, err := experiments.Run(ctx, opts)
					if late := reach.CPU() - time.Duration(end.Load()); end.Load() > 0 && late > time.Second {
						t.Errorf("it worked for %v after the end of its context", late)
					}
					interrupted, ok := errors.AsType[*experiments.StudyError](err)
					if err != nil && (!ok || interrupted.End != experiments.StudyInterrupted) {
						t.Fatal(err)
					}
					if err == nil {
						return
					}
					now := linesKept(t, opts.Results)
					if now < rows {
						t.Errorf("%d lines of rows were kept, and then %d", rows, now)
					}
					if now < interrupted.Rows {
						t.Errorf("%d lines were kept of %d rows", now, interrupted.Rows)
					}
					rows = now
				}
			})
		}
	}
}

// linesKept counts the lines of the files in which interrupted runs keep their rows. A run that
// ends before it has read them must leave them there.
func linesKept(t *testing.T, results string) (lines int) {
	t.Helper()
	for _, path := range assert.Got(filepath.Glob(filepath.Join(results, ".partial", "*", "*", "rows", "*.jsonl")))(t) {
		lines += bytes.Count(assert.Got(os.ReadFile(path))(t), []byte("\n"))
	}
	return lines
}
