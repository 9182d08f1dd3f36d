package sets

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

func TestFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range 500 {
		family := make([]uint8, rng.IntN(9))
		for i := range family {
			family[i] = uint8(1 + rng.IntN(255))
		}
		most := 0
		for choice := range 1 << len(family) {
			used, disjoint := uint8(0), true
			for i, q := range family {
				if choice>>i&1 == 1 {
					disjoint = disjoint && used&q == 0
					used |= q
				}
			}
			if disjoint {
				most = max(most, bits.OnesCount(uint(choice)))
			}
		}
		assert.MustEqual(t, MostDisjoint(family), most, "%08b: are disjoint", family)
		minimal := Minimal(family)
		if !IsAntichain(minimal) || IsAntichain(family) != (len(minimal) == len(family)) {
			t.Fatalf("%08b: minimal %08b", family, minimal)
		}
		for _, a := range family {
			if !slices.ContainsFunc(minimal, func(b uint8) bool { return a&b == b }) || !slices.Contains(family, a) {
				t.Fatalf("%08b: minimal %08b", family, minimal)
			}
		}
	}
}

func TestCombinations(t *testing.T) {
	for n := range 8 {
		for k := range n + 2 {
			var got [][]int32
			for c := range Combinations[int32](n, k) {
				got = append(got, slices.Clone(c))
			}
			count := 0
			for x := range 1 << n {
				if bits.OnesCount(uint(x)) == k {
					count++
				}
			}
			if len(got) != count || !slices.IsSortedFunc(got, slices.Compare[[]int32]) {
				t.Errorf("%d of %d: %v", k, n, got)
			}
			for _, c := range got {
				if !slices.IsSorted(c) || len(c) != k || bits.OnesCount64(Mask(c)) != k {
					t.Errorf("%d of %d: %v", k, n, c)
				}
			}
		}
	}
}
