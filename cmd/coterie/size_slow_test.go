//go:build slow && unix

package main

import "testing"

// TestSlowSizes: on large systems of every family, every verb ends within a second of its
// --timeout, with a documented status and within its memory.
func TestSlowSizes(t *testing.T) {
	sizesHold(t, sizeCells(t, t.TempDir()))
}
