package intervals

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
)

// TestDesire compares desire with its definition, set by set, on random intervals.
func TestDesire(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 14))
	changed, left := 0, 0
	for round := range 400 {
		n := 2 + round%8
		iv := interval{sets.NewTable(n), sets.NewTable(n)}
		for range 1 + r.IntN(4) {
			iv.lo.Add(r.IntN(1 << n))
		}
		iv.lo.CloseUp()
		copy(iv.hi.Bits, iv.lo.Bits)
		for range r.IntN(5) {
			iv.hi.Add(r.IntN(1 << n))
		}
		iv.hi.CloseUp()
		want := iv.clone()
		for again := true; again; {
			again = false
			for pair := range n * n {
				u, v, more := 1<<(pair/n), 1<<(pair%n), false
				each := func(do func(with, other int)) {
					for set := range 1 << n {
						if set&u != 0 && set&v == 0 {
							do(set, set^u^v)
						}
					}
				}
				each(func(with, other int) { more = more || want.lo.Has(with) && !want.hi.Has(other) })
				each(func(with, other int) {
					if more && want.lo.Has(other) && !want.lo.Has(with) {
						want.lo.Add(with)
						again = true
					}
					if more && want.hi.Has(other) && !want.hi.Has(with) {
						want.hi.Remove(other)
						again = true
					}
				})
			}
		}
		before := iv.lo.Clone()
		ok := iv.desire()
		assert.Equal(t, ok, want.lo.SubsetOf(want.hi.Bits), "round %d, %d nodes: a function is left", round, n)
		assert.Slice(t, iv.lo.Bits, want.lo.Bits, "round %d, %d nodes: low", round, n)
		assert.Slice(t, iv.hi.Bits, want.hi.Bits, "round %d, %d nodes: high", round, n)
		if !slices.Equal(before.Bits, iv.lo.Bits) {
			changed++
		}
		if ok {
			left++
		}
	}
	assert.True(t, changed > 20 && left > 20, "%d intervals changed, %d have functions left", changed, left)
}
