//go:build slow

package studies

import (
	"context"
	"errors"
	"testing"
	"time"

	"coterie/experiments"
)

// A run of any study, default or full, ends within a second of its context, whatever it is at, and
// the rows it had done are taken up by the next one.
func TestSlowStudiesEndInTime(t *testing.T) {
	for _, s := range All()[:len(All())-1] {
		for _, full := range []bool{false, true} {
			if full && !s.HasFull() {
				continue
			}
			for _, after := range []time.Duration{300 * time.Millisecond, 1500 * time.Millisecond} {
				name := s.Name()
				if full {
					name += "/full"
				}
				t.Run(name, func(t *testing.T) {
					opts := experiments.Options{Studies: All(), Names: []string{s.Name()}, Full: full, Results: t.TempDir(), Jobs: 2}
					ctx, cancel := context.WithTimeout(t.Context(), after)
					defer cancel()
					begin := time.Now()
					_, err := experiments.Run(ctx, opts)
					took := time.Since(begin)
					t.Logf("%s after %v: %v late: %v", name, after, took-after, err)
					if took > after+time.Second {
						t.Errorf("it ended %v after its context", took-after)
					}
					if err == nil {
						return
					}
					var interrupted *experiments.InterruptedError
					if !errors.As(err, &interrupted) {
						t.Fatal(err)
					}
				})
			}
		}
	}
}
