//go:build slow

package covers

import "testing"

func TestSlowAgainstAllSets(t *testing.T) { exhaustAgainstAllSets(t, 30, 45) }

func TestSlowLosesNoCover(t *testing.T) { losesNoCover(t, 27, 33, 34, 35, 36, 37, 46, 47, 51) }
