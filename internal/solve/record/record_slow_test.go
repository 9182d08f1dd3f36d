//go:build slow

package record

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/results"
)

// TestSlowAll: every 37th record of a kind holds, and all of the kinds with few.
func TestSlowAll(t *testing.T) {
	for _, k := range results.Kinds() {
		step := 1 + 36*min(1, len(k.Records())/200)
		for i := 0; i < len(k.Records()); i += step {
			r := k.WithWitness(k.Records()[i])
			f := Judge(t.Context(), r)
			assert.True(t, f.Holds, "%s %d %v: %s", r.What, r.N, r.Parameters, f.Why)
		}
	}
}
