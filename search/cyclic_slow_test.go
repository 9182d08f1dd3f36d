//go:build slow

package search

import "testing"

func TestSlowCyclicAgainstAllSets(t *testing.T) { exhaustAgainstAllSets(t, 30, 45) }

func TestSlowCyclicLosesNoCover(t *testing.T) { losesNoCover(t, 27, 33, 34, 35, 46, 47, 51, 57) }
