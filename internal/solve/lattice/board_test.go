package lattice

import (
	"coterie/internal/check/assert"
	"math/bits"
	"slices"
	"testing"
)

// TestMinimalSets compares the search with all sets of the small boards.
func TestMinimalSets(t *testing.T) {
	for d := 1; d <= 5; d++ {
		b := New(d)
		live := func(set uint64) bool {
			for rest := set; rest != 0; {
				part := rest & -rest
				for grown := uint64(0); grown != part; {
					grown = part
					for p := grown; p != 0; p &= p - 1 {
						part |= b.Near[bits.TrailingZeros64(p)] & set
					}
				}
				if part&b.Sides[0] != 0 && part&b.Sides[1] != 0 && part&b.Sides[2] != 0 {
					return true
				}
				rest &^= part
			}
			return false
		}
		var want []uint64
		for set := uint64(1); set <= b.Nodes; set++ {
			minimal := live(set)
			for p := set; p != 0 && minimal; p &= p - 1 {
				minimal = !live(set &^ (p & -p))
			}
			if minimal {
				want = append(want, set)
			}
		}
		assert.Slice(t, slices.Sorted(b.MinimalSets()), want, "d = %d", d)
	}
}
