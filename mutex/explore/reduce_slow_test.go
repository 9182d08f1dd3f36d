//go:build slow

package explore

import "testing"

// TestSlowReduction is TestNeedsHold and TestReductionKeeps on hundreds of greater configurations.
func TestSlowReduction(t *testing.T) {
	needsHold(t, 40, 4000)
	reductionKeeps(t, 60, 8000)
}
