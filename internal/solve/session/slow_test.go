//go:build slow

package session_test

import "testing"

// TestSlowCubesOfEverySearch is TestCubesOfEverySearch at the other depths.
func TestSlowCubesOfEverySearch(t *testing.T) {
	if split := cubesOfSearches(t, light, 1, 3, 4, 6); split < 20 {
		t.Errorf("%d searches were split", split)
	}
}

// TestSlowHeavySearches is TestCubesOfEverySearch, TestLiars, TestStoppedAnywhere and
// TestEverySearchCanBeReplayed with the searches that take seconds.
func TestSlowHeavySearches(t *testing.T) {
	heavy := func(name string) bool { return !light(name) }
	t.Run("cubes", func(t *testing.T) {
		if cubesOfSearches(t, heavy, 5) == 0 {
			t.Error("no search was split")
		}
	})
	t.Run("stopped", func(t *testing.T) { stopAnywhere(t, heavy) })
	t.Run("liars", func(t *testing.T) { searchLiars(t, heavy) })
	t.Run("replay", func(t *testing.T) {
		if replay(t, heavy) == 0 {
			t.Error("no question was asked")
		}
	})
}
