//go:build slow

package main

import "testing"

// TestSlowHostileNames tries the files that TestHostileNames leaves out.
func TestSlowHostileNames(t *testing.T) {
	tryHostileNames(t, func(i int) bool { return !manyNames(i) })
}
