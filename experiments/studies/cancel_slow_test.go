//go:build slow

package studies

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"coterie/experiments"
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
					if interrupted.Rows < rows {
						t.Errorf("%d rows were kept, and then %d", rows, interrupted.Rows)
					}
					rows = interrupted.Rows
				}
			})
		}
	}
}
