//go:build slow

package covers

import "testing"

func TestSlowAgainstAllSets(t *testing.T) { exhaustAgainstAllSets(t, 30, 45) }

func TestSlowLosesNoCover(t *testing.T) { losesNoCover(t, 27, 33, 34, 35, 36, 37, 46, 47, 51) }

func TestSlowLosesNoCoverOfGroups(t *testing.T) {
	losesNoCoverOfGroups(t, []groupCover{{"Z4xZ4", 6}, {"Z2xZ2xZ2xZ2", 6}, {"D9", 7}, {"Z5:Z4", 6}, {"SL2-3", 6}})
}
