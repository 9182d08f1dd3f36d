//go:build slow

package main

import "testing"

// TestSlowBuildOfLongLists is TestBuildOfLongLists in the other forms.
func TestSlowBuildOfLongLists(t *testing.T) { buildLongLists(t, "text", "csv") }
