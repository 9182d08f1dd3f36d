//go:build slow

package explore

import "testing"

// TestSlowReduction is TestNeedsHold, TestReductionKeeps and TestCrowds on hundreds of greater
// configurations.
func TestSlowReduction(t *testing.T) {
	needsHold(t, 25, 3000)
	reductionKeeps(t, 40, 5000)
	crowdsHold(t, 2500)
}
