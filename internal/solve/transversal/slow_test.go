//go:build slow

package transversal

import (
	"testing"
	"time"
)

// TestSlowEnds is TestEnds with an end that comes later.
func TestSlowEnds(t *testing.T) { searchesEnd(t, 400*time.Millisecond) }
