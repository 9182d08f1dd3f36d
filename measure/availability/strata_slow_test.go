//go:build slow

package availability

import "testing"

// TestSlowFailureIntervals is TestFailureIntervalsCoverTheExactValue with more nodes.
func TestSlowFailureIntervals(t *testing.T) { intervalsCover(t, 100, "billiard:q=7") }
