package extend

import (
	"context"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// order returns an order of the nodes in which few quorums are begun and not finished at any time:
// the next node is one that leaves the fewest open, of these one that begins the fewest, of these
// the first. Cost O(n²·responsibility); once ctx has ended the nodes come as they are.
func order(ctx context.Context, families []quorum.Family) []int {
	n := families[0].N()
	through := make([][]int, n)
	var size, left []int
	for _, f := range families {
		for _, q := range f.All() {
			for _, v := range q {
				through[v] = append(through[v], len(size))
			}
			size, left = append(size, len(q)), append(left, len(q))
		}
	}
	taken := make([]bool, n)
	order := make([]int, 0, n)
	poll := par.NewPoll(ctx)
	for range n {
		best, bestOpen, bestBegun := -1, 0, 0
		for v := range n {
			if taken[v] {
				continue
			}
			open, begun := 0, 0
			for _, q := range through[v] {
				if poll.Err() != nil {
					break
				}
				if left[q] == size[q] {
					open++
					begun++
				}
				if left[q] == 1 {
					open--
				}
			}
			if best < 0 || open < bestOpen || open == bestOpen && begun < bestBegun {
				best, bestOpen, bestBegun = v, open, begun
			}
		}
		taken[best] = true
		order = append(order, best)
		for _, q := range through[best] {
			left[q]--
		}
	}
	return order
}
