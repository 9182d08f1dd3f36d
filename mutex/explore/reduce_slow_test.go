//go:build slow

package explore

import (
	"testing"

	"coterie/mutex"
)

// TestSlowRun is TestRun where there are more states.
func TestSlowRun(t *testing.T) { runAsPlain(t, 1000, 4000) }

// TestSlowBisimulation takes larger graphs.
func TestSlowBisimulation(t *testing.T) {
	bisimulationHolds(t, 300, mutex.Options{Self: mutex.SelfNetwork},
		mutex.Options{Knows: mutex.KnowsEver, Late: mutex.LateIgnored, MaxLocks: 1})
}

// TestSlowEntries is TestEntries with more states.
func TestSlowEntries(t *testing.T) {
	exhaust(t, []entries{
		{"k-tokens", 3, 4, 1, false, 1962783},
		{"k-tokens", 2, 3, 2, false, 2334534},
		{"raymond-k", 3, 2, 2, false, 380100},
	})
}
