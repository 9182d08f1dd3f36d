//go:build slow

package mutex_test

import "testing"

// TestSlowAlgorithms is TestAlgorithms under other schedules.
func TestSlowAlgorithms(t *testing.T) { algorithmsHold(t, 2, 8) }
