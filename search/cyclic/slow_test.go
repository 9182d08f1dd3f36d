//go:build slow

package cyclic

import "testing"

// TestSlowFind decides every n up to 111.
func TestSlowFind(t *testing.T) {
	for n := 65; n <= 111; n++ {
		checkCyclic(t, n, MustFind(t, n, Options{}))
	}
}
