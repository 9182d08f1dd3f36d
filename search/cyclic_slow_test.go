//go:build slow

package search

import "testing"

func TestSlowCyclicAgainstAllSets(t *testing.T) { exhaustAgainstAllSets(t, 30, 45) }

func TestSlowCyclicLosesNoCover(t *testing.T) { losesNoCover(t, 27, 33, 34, 35, 36, 37, 46, 47, 51) }

// TestSlowCyclic decides every n up to 111.
func TestSlowCyclic(t *testing.T) {
	for n := 65; n <= 111; n++ {
		checkCyclic(t, n, cyclicOf(t, n, CyclicOptions{}))
	}
}
