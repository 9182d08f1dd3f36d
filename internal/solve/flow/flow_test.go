package flow_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/flow"
)

// TestCutsAreLeast compares the cut of random networks with the least over all sets of vertices.
func TestCutsAreLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 8
	for range 2000 {
		var room [n][n]int
		c := flow.New(n)
		for range 16 {
			u, v := rng.IntN(n), rng.IntN(n)
			if u != v {
				r := rng.IntN(3)
				room[u][v] += r
				c.Arc(u, v, big.NewInt(int64(r)))
			}
		}
		assert.OK(t, c.Run(t.Context(), 0, n-1))
		cost := func(near func(v int) bool) (sum int) {
			for u := range n {
				for v := range n {
					if near(u) && !near(v) {
						sum += room[u][v]
					}
				}
			}
			return sum
		}
		least := 1 << 30
		for set := range 1 << n {
			if set&1 != 0 && set>>(n-1) == 0 {
				least = min(least, cost(func(v int) bool { return set>>v&1 != 0 }))
			}
		}
		assert.Equal(t, cost(c.Near), least, "the cut of %v", room)
	}
}
