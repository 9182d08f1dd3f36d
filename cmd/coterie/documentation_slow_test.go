//go:build slow

package main

import "testing"

// TestSlowConsoleBlocks runs what [TestConsoleBlocks] leaves out.
func TestSlowConsoleBlocks(t *testing.T) {
	runConsoleBlocks(t, "docs/tour.md", 1, slowCommand.MatchString)
}
