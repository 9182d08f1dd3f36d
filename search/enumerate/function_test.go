package enumerate

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestFunctionOfFamilies compares functions with the definition, on random families.
func TestFunctionOfFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		n := 1 + rng.IntN(MaxNodes)
		var quorums [][]int
		var masks []int
		for range 1 + rng.IntN(6) {
			set := 1 + rng.IntN(1<<n-1)
			masks = append(masks, set)
			quorums = append(quorums, quorumOf(set))
		}
		family := assert.Got(quorum.NewFamily(n, quorums))(t)
		f := assert.Got(FunctionOf(family))(t)
		for a := range 1 << n {
			live := slices.ContainsFunc(masks, func(q int) bool { return q&^a == 0 })
			meets := !slices.ContainsFunc(masks, func(q int) bool { return q&a == 0 })
			if f.Has(a) != live || f.Dual().Has(a) != meets {
				t.Fatalf("n = %d, quorums %b at %b", n, masks, a)
			}
		}
		want := family.Minimized()
		back := f.Family()
		if back.Len() != want.Len() || f.Dual().Dual() != f {
			t.Fatalf("n = %d: %v and %v", n, masks, f.Minimal())
		}
		assert.MustEqual(t, assert.Got(FunctionOf(back))(t), f, "a function is not that of its quorums")
		for i := 1; i < back.Len(); i++ {
			if c := back.Set(i-1).Len() - back.Set(i).Len(); c > 0 || c == 0 && back.Set(i-1).Compare(back.Set(i)) >= 0 {
				t.Fatalf("quorums out of order: %v, %v", back.Set(i-1), back.Set(i))
			}
		}
	}
}

func quorumOf(set int) []int {
	var nodes []int
	for x := uint(set); x != 0; x &= x - 1 {
		nodes = append(nodes, bits.TrailingZeros(x))
	}
	return nodes
}

// TestSelfDual goes through all pairs of functions that make a nondominated coterie, and compares
// their number with the definition for up to 4 nodes.
func TestSelfDual(t *testing.T) {
	for k, want := range []int{2, 4, 12, 81} {
		l := allMonotone(k)
		seen := map[Function]bool{}
		for _, p := range l.members {
			for _, e := range l.members {
				if !e.below(p) || !e.below(p.dual(k)) {
					continue
				}
				f := selfDual(k, e, p)
				if f != f.Dual() || f.quarter(0) != e || f.quarter(1) != p {
					t.Fatalf("k = %d: %x %x", k, e, p)
				}
				assert.MustEqual(t, assert.Got(FunctionOf(f.Family()))(t), f, "k = %d: %x %x is not monotone", k, e, p)
				seen[f] = true
			}
		}
		assert.Equal(t, len(seen), want)
	}
}
