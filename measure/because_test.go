package measure

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/given"
)

// TestBecause: whichever package says that the context ended, the report knows that it was stopped.
func TestBecause(t *testing.T) {
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	m := &measurer{ctx: ctx}
	assert.Equal(t, m.because(enough).Text, "enough", "before the end")
	cancel(enough)
	for _, err := range []error{enough, fmt.Errorf("sampling: %w", enough), given.Ended(ctx)} {
		notes := Notes{Reasons: map[string]Reason{"availability": m.because(err)}}
		if r := (Report{Notes: notes}); !r.Stopped() || !strings.HasPrefix(notes.Reasons["availability"].Text, "stopped: ") {
			t.Errorf("%q: not stopped", notes.Reasons["availability"])
		}
	}
	assert.Equal(t, m.because(errors.New("too many")).Text, "too many", "another error")
}
