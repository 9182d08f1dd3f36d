//go:build slow

package main

import "testing"

// TestSlowOddNumbers tries the numbers that TestOddNumbers leaves out.
func TestSlowOddNumbers(t *testing.T) {
	tryOddNumbers(t, func(i, k int) bool { return !quarter(i, k) })
}

// TestSlowOddParameters tries the numbers that TestOddParameters leaves out.
func TestSlowOddParameters(t *testing.T) {
	tryOddParameters(t, func(i, k int) bool { return !quarter(i, k) })
}
