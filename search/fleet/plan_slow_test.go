//go:build slow

package fleet

import "testing"

// TestSlowPlanAgainstAllSystems is TestPlanAgainstAllSystems with other fleets.
func TestSlowPlanAgainstAllSystems(t *testing.T) { againstAllSystems(t, 2, 12) }
