package dominating

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/quorum"
)

// TestClauses: as many clauses as clauses says are written by partitions and packings; and a
// formula that would be too large is refused at once.
func TestClauses(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for k := 1; k <= n; k++ {
			f := &Formula{CNF: sat.NewCNF(t.Context()), n: n, full: 1<<n - 1, live: make([]int, 1<<n), least: make([]int, 1<<n)}
			for a := 1; a <= f.full; a++ {
				f.live[a], f.least[a] = f.CNF.NewVar(), f.CNF.NewVar()
			}
			f.partitions(nil, f.full, k+1)
			f.packings(nil, 0, 0, k)
			assert.Equal(t, clauses(n, k), f.CNF.Len(), "n = %d, k = %d", n, k)
		}
	}
	var nodes [][]int
	for v := range MaxNodes {
		nodes = append(nodes, []int{v})
	}
	c := assert.Got(quorum.NewKCoterie("", MaxNodes, assert.Got(quorum.NewFamily(MaxNodes, nodes))(t), nil))(t)
	assert.As[*quorum.LimitError](New(t.Context(), c))(t)
}
