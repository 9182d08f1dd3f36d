//go:build slow

package main

import "testing"

// TestSlowBadCommands is TestBadCommands with fifty times as many command lines.
func TestSlowBadCommands(t *testing.T) {
	tryBadCommands(t, 2, 3000)
}
