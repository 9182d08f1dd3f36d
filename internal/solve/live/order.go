package live

import (
	"context"
	"math"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// closingOrder returns the nodes in use in an order that leaves few quorums half asked: each next
// node is the one with the greatest Σ base^-(nodes that the quorum lacks) over its quorums that
// have begun, ties to the node with the fewest quorums not begun yet, then to the lower
// number. With a base just above 1 that is the number of its quorums that have begun, and the
// nearest to complete among equals; with base 2 the nearly complete ones decide. Cost
// O(Σ|Q|² + u²). When ctx ends, the order is incomplete.
func closingOrder(ctx context.Context, f quorum.Family, base float64) []int {
	n := f.N()
	through := make([][]int32, n)
	lack := make([]int, f.Len())
	begun := make([]bool, f.Len())
	fresh := make([]int, n)
	score := make([]float64, n)
	used := 0
	for i, q := range par.Until(ctx, f.All()) {
		lack[i] = len(q)
		for _, v := range q {
			if len(through[v]) == 0 {
				used++
			}
			through[v] = append(through[v], int32(i))
			fresh[v]++
		}
	}
	_, longest := f.Sizes()
	power := make([]float64, longest+1) // base^-lack
	for k := range power {
		power[k] = math.Pow(base, -float64(k))
	}
	poll := par.NewPoll(ctx)
	placed := make([]bool, n)
	order := make([]int, 0, used)
	for len(order) < used && ctx.Err() == nil {
		best := -1
		for v := range n {
			if placed[v] || len(through[v]) == 0 {
				continue
			}
			if best < 0 || score[v] > score[best]*(1+1e-9) || score[v] > score[best]*(1-1e-9) && fresh[v] < fresh[best] {
				best = v
			}
		}
		placed[best] = true
		order = append(order, best)
		for _, i := range through[best] {
			if poll.Work(2*len(f.Quorum(int(i)))) != nil {
				return order
			}
			was := 0.0
			if begun[i] {
				was = power[lack[i]]
			}
			lack[i]--
			gain := power[lack[i]] - was
			for _, v := range f.Quorum(int(i)) {
				score[v] += gain
				if !begun[i] {
					fresh[v]--
				}
			}
			begun[i] = true
		}
	}
	return order
}

// nodeOrders returns ways to order the nodes in use that are worth a try: families of grids,
// triangles and walls come in a good order already.
func nodeOrders(f quorum.Family) []func(context.Context) []int {
	orders := []func(context.Context) []int{
		func(ctx context.Context) []int { return plainOrder(ctx, f) },
	}
	work := 0
	for _, q := range f.All() {
		if work += len(q) * len(q); work > closingWork {
			return orders
		}
	}
	return append(orders,
		func(ctx context.Context) []int { return closingOrder(ctx, f, 1.0001) },
		func(ctx context.Context) []int { return closingOrder(ctx, f, 2) },
	)
}

// closingWork bounds the sum of the squares of the sizes of quorums for which orders are looked
// for, to some ten seconds.
const closingWork = 1 << 33

func plainOrder(ctx context.Context, f quorum.Family) []int {
	used := make([]bool, f.N())
	for _, q := range par.Until(ctx, f.All()) {
		for _, v := range q {
			used[v] = true
		}
	}
	var out []int
	for v, in := range used {
		if in {
			out = append(out, v)
		}
	}
	return out
}
