//go:build slow

package main

import "testing"

// TestSlowBuildOfLongLists is TestBuildOfLongLists for the other formats.
func TestSlowBuildOfLongLists(t *testing.T) { buildLongLists(t, "text", "csv") }
