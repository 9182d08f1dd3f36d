//go:build slow

package cyclic

import "testing"

func TestSlowAgainstAllSets(t *testing.T) { exhaustAgainstAllSets(t, 30, 45) }

func TestSlowLosesNoCover(t *testing.T) { losesNoCover(t, 27, 33, 34, 35, 36, 37, 46, 47, 51) }

// TestSlowFind decides every n up to 111.
func TestSlowFind(t *testing.T) {
	for n := 65; n <= 111; n++ {
		checkCyclic(t, n, MustFind(t, n, Options{}))
	}
}
