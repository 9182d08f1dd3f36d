package mutex

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestCircularWaits compares the circle with the shortest one that powers of the relation find.
func TestCircularWaits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 2 + random.IntN(6)
		var waits []Wait
		next := make([][]bool, n) // the processes for which each waits
		for p := range next {
			next[p] = make([]bool, n)
			for range random.IntN(3) {
				w := Wait{Process: int32(p), Node: int32(random.IntN(9)), Holder: int32(random.IntN(n+1)) - 1}
				waits = append(waits, w)
				if w.Holder >= 0 && w.Holder != w.Process {
					next[p][w.Holder] = true
				}
			}
		}
		shortest := 0
		reach := next
		for length := 1; length <= n && shortest == 0; length++ {
			again := make([][]bool, n)
			for p := range n {
				if reach[p][p] {
					shortest = length
				}
				again[p] = make([]bool, n)
				for q := range n {
					for r := range n {
						again[p][r] = again[p][r] || reach[p][q] && next[q][r]
					}
				}
			}
			reach = again
		}
		circle := CircularWait(waits)
		if len(circle) != shortest {
			t.Fatalf("%v: the circle %v, want one of %d", waits, circle, shortest)
		}
		for i, w := range circle {
			assert.MustEqual(t, w.Holder, circle[(i+1)%len(circle)].Process, "%v: the circle %v is broken", waits, circle)
		}
	}
}
