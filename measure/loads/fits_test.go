package loads

import (
	"errors"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/machine/memory"
	"coterie/quorum"
)

// TestStrategyAsksForMemory: one column of the program, and 462 quorums with a probability.
func TestStrategyAsksForMemory(t *testing.T) {
	s, err := quorum.As[*quorum.System](construct.Majority(11))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Find(memory.With(t.Context(), 60_000), s, Options{})
	var large *memory.Error
	if !errors.As(err, &large) || !strings.HasPrefix(large.What, "the strategy") {
		t.Error(err)
	}
}
