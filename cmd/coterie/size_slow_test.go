//go:build slow && unix

package main

import "testing"

// TestSlowSizes: every verb ends within a second of its --timeout, with a status that the
// documentation knows and within its memory, on large systems of every family.
func TestSlowSizes(t *testing.T) {
	sizesHold(t, sizeCells(t, t.TempDir()))
}
