//go:build slow

package extend

import "testing"

// TestSlowAgainstAllSystems goes through all coteries on 5 nodes, all group systems of two cartels
// on 4, and many more of the larger ones.
func TestSlowAgainstAllSystems(t *testing.T) {
	for _, c := range []struct{ n, m, most int }{{5, 1, 1e6}, {4, 2, 1e6}, {4, 3, 10_000}, {3, 4, 1e6}, {3, 5, 5_000}} {
		systems, nondominated := allSystems(c.n, c.m)
		contained := 0
		tried := thin(systems, c.most)
		for _, fs := range tried {
			if testSystem(t, c.n, fs, nondominated) {
				contained++
			}
			if t.Failed() {
				t.Fatalf("n = %d, m = %d, system %b", c.n, c.m, fs)
			}
		}
		t.Logf("n = %d, m = %d: %d of %d systems, %d of them contained", c.n, c.m, len(tried), len(systems), contained)
	}
}
