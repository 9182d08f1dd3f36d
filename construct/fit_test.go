package construct

import (
	"errors"
	"strings"
	"testing"

	"coterie/internal/machine/memory"
)

// TestUncountedListsFit: of a system that nobody can count, no more is listed than fits, and the
// error blames memory.
func TestUncountedListsFit(t *testing.T) {
	i := parsed(t, "weighted:votes=400001-399999-3-7-20"+strings.Repeat("-2-1", 30))
	for _, budget := range []uint64{600, 10_000, 100_000} {
		var large *memory.Error
		if s, err := i.Build(memory.With(t.Context(), budget), 0); s != nil || !errors.As(err, &large) || large.Need <= budget {
			t.Errorf("%d bytes: %v, %v", budget, s != nil, err)
		}
	}
}
