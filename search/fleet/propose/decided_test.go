package propose

import (
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

// TestDecided: a decision for a set, or against it, leaves the functions by which reads, or writes,
// have a quorum in it, or have none.
func TestDecided(t *testing.T) {
	s := assert.Got(newSpace(t.Context(), newView(fleets.Read(t, "nodes: [{count: 3}]"), fleet.Capacity)))(t)
	for op := range 2 {
		for _, refuse := range []bool{false, true} {
			to := s.worker().decided(side{low: s.low, high: s.high}, demand{op, 0b011}, refuse)
			for _, f := range fleets.Functions(3) {
				of := f
				if op == writes {
					of = fleets.Dual(f)
				}
				left := to.low.SubsetOf(f.Bits) && f.SubsetOf(to.high.Bits)
				assert.Equal(t, left, of.Has(0b011) != refuse, "operation %d, refused %v: %v", op, refuse, f)
			}
		}
	}
}
