//go:build slow

package explore

import "testing"

// TestSlowReduction is TestNeedsHold and TestReductionKeeps on hundreds of greater configurations.
func TestSlowReduction(t *testing.T) {
	needsHold(t, 25, 3000)
	reductionKeeps(t, 40, 5000)
}
