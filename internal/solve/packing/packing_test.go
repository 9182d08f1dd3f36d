package packing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestNumber compares the search with all choices, with and without capacities.
func TestNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n, m := 1+rng.IntN(6), rng.IntN(7)
		quorums := make([][]int, m)
		for i := range quorums {
			quorums[i] = rng.Perm(n)[:1+rng.IntN(n)]
		}
		f := assert.Got(quorum.NewFamily(n, quorums))(t)
		capacity := make([]int, n)
		for v := range capacity {
			capacity[v] = rng.IntN(3)
		}
		var most func(i int, left []int) int
		most = func(i int, left []int) int {
			if i == m {
				return 0
			}
			best := most(i+1, left)
			after := slices.Clone(left)
			for _, v := range quorums[i] {
				if after[v]--; after[v] < 0 {
					return best
				}
			}
			return max(best, 1+most(i, after)) // and once more
		}
		if got, ok := Number(f, capacity, 1_000_000); !ok || got != most(0, capacity) {
			t.Fatalf("%v in %v: %d, want %d", capacity, quorums, got, most(0, capacity))
		}
		if got, ok := Number(f, nil, 1_000_000); !ok || got != most(0, slices.Repeat([]int{1}, n)) {
			t.Fatalf("%v: %d", quorums, got)
		}
	})
}
