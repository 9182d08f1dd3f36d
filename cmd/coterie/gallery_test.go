package main

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
	"coterie/internal/command"
)

// TestEveryFamilyChecks: `coterie check` ends with status 0 for the small samples of each family.
func TestEveryFamilyChecks(t *testing.T) {
	noRaces(t)
	t.Parallel()
	for _, spec := range samples.Small() {
		out, _ := ran(t, command.ExitDone, "check", spec)
		assert.Contains(t, out, spec+":", "check %s: another system was checked", spec)
	}
}
