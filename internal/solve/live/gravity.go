package live

import (
	"cmp"
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// gravityRounds is a number of rounds after which the order hardly changes.
const gravityRounds = 15

// ByGravity returns the n nodes of families in the order of the method FORCE (Aloul, Markov and
// Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003):
// again and again every set moves to the middle of its nodes, and every node to the middle of
// its sets, so that nodes of one set come close to each other, however they are numbered. Every
// node is in a set. Cost O(Σ |Q| + n log n) for each round.
func ByGravity(ctx context.Context, n int, families ...quorum.Family) []int {
	order, place := make([]int, n), make([]float64, n)
	for v := range order {
		order[v], place[v] = v, float64(v)
	}
	sum := make([]float64, n)
	count := make([]float64, n)
	for range gravityRounds {
		if ctx.Err() != nil {
			break
		}
		clear(sum)
		clear(count)
		for _, f := range families {
			for _, set := range par.Until(ctx, f.All()) {
				middle := 0.0
				for _, v := range set {
					middle += place[v]
				}
				middle /= float64(len(set))
				for _, v := range set {
					sum[v] += middle
					count[v]++
				}
			}
		}
		before := slices.Clone(order)
		slices.SortStableFunc(order, func(v, w int) int { return cmp.Compare(sum[v]/count[v], sum[w]/count[w]) })
		if slices.Equal(before, order) {
			break
		}
		for i, v := range order {
			place[v] = float64(i)
		}
	}
	return order
}
