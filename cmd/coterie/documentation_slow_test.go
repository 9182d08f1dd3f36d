//go:build slow

package main

import "testing"

// TestSlowConsoleBlocks runs the commands that [TestConsoleBlocks] leaves out.
func TestSlowConsoleBlocks(t *testing.T) {
	runConsoleBlocks(t, "README.md", 1, slowCommand.MatchString)
	runConsoleBlocks(t, "docs/tour.md", 2, slowCommand.MatchString)
	runConsoleBlocks(t, "docs/explore.md", 2, slowCommand.MatchString)
}

// TestSlowExamples runs the examples that [TestExamples] leaves out.
func TestSlowExamples(t *testing.T) { runExamples(t, true) }
