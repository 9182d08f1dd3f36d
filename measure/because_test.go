package measure

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestBecause: whichever package says that the context ended, the report knows that it was stopped.
func TestBecause(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	m := &measurer{ctx: ctx}
	if got := m.because(enough); got != "enough" {
		t.Errorf("before the end: %q", got)
	}
	cancel(enough)
	for _, err := range []error{enough, fmt.Errorf("sampling: %w", enough), ended(ctx)} {
		notes := Notes{Reasons: map[string]string{"availability": m.because(err)}}
		if r := (Report{Notes: notes}); !r.Stopped() {
			t.Errorf("%q: not stopped", notes.Reasons["availability"])
		}
	}
	if got := m.because(errors.New("too many")); got != "too many" {
		t.Errorf("another error: %q", got)
	}
	r := Report{Notes: Notes{Reasons: map[string]string{"load": "too many quorums to list; stopped: enough"}}}
	if !r.Stopped() {
		t.Error("what was stopped after another reason")
	}
}
