package fleet

import (
	"context"
	"math/big"

	"coterie/internal/solve/flow"
)

// maxClosure returns a set of vertices of the greatest total gain, among the sets that hold with a
// vertex all vertices above it; of several such sets the least. It is a minimum cut (J.-C. Picard,
// Maximal closure of a graph, 1976): the vertices that are reached from the source when no more
// flows.
func maxClosure(ctx context.Context, gain []*big.Int, above [][]int) ([]bool, error) {
	n := len(gain)
	c := flow.New(n + 2)
	source, sink := n, n+1
	for v, g := range gain {
		switch g.Sign() {
		case 1:
			c.Arc(source, v, new(big.Int).Set(g))
		case -1:
			c.Arc(v, sink, new(big.Int).Neg(g))
		}
		for _, u := range above[v] {
			c.Arc(v, u, nil)
		}
	}
	if err := c.Run(ctx, source, sink); err != nil {
		return nil, err
	}
	out := make([]bool, n)
	for v := range out {
		out[v] = c.Near(v)
	}
	return out, nil
}
