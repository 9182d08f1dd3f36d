package enumerate

import (
	"context"
	"errors"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

// TestCountWithinMemory: the counts that take the most memory ask for it before they begin, and end
// with their context where they have it.
func TestCountWithinMemory(t *testing.T) {
	for _, q := range []Query{{Nodes: 9, Nondominated: true}, {Nodes: 6, Groups: 3}} {
		var large *memory.Error
		if c, err := Count(memory.With(t.Context(), 1<<20), q, Options{}); !errors.As(err, &large) {
			t.Errorf("%+v with a megabyte: %v, %v", q, c, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		options := Options{Progress: func(string, int, int) { cancel() }}
		assert.Is(t, assert.Err(Count(ctx, q, options)), context.Canceled, "%+v", q)
		cancel()
	}
}
