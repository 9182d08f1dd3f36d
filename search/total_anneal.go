package search

import (
	"context"
	"math"
	"math/rand/v2"
)

// totalAnneal looks for a covering of the pairs of n sites by at most n blocks of at most r
// sites with a small Σ(|B|-1), by simulated annealing: a site is put into a block, taken out,
// or exchanged for another; a pair that no block covers costs price. It takes the given number
// of steps and is determined by the seed; ok is false if it never saw a covering that suits
// the caller. It proves nothing: what it finds is an upper bound. Cost O(steps·n).
func totalAnneal(ctx context.Context, n, r, steps int, price float64, seed uint64, suits func(totalCover) bool) (best totalCover, ok bool) {
	const hot, cold = 0.6, 0.2 // per unit of the total; below that almost nothing moves
	random := rand.New(rand.NewPCG(seed, uint64(n)<<32|uint64(r)))
	in := make([]bool, n*n)     // site i in block b, at b·n+i
	sizes := make([]int, n)     // of the blocks
	count := make([]int32, n*n) // of each pair, the blocks with both
	open := n * (n - 1) / 2     // pairs that no block covers
	cost, least := 0, math.MaxInt
	lone := func(b, i, but int, value int32) int { // partners of i in b whose count is value
		k := 0
		for j := range n {
			if j != i && j != but && in[b*n+j] && count[i*n+j] == value {
				k++
			}
		}
		return k
	}
	set := func(b, i int, on bool) {
		by := int32(-1)
		if on {
			by = 1
		}
		in[b*n+i] = false
		for j := range n {
			if in[b*n+j] {
				count[i*n+j] += by
				count[j*n+i] += by
			}
		}
		in[b*n+i] = on
		sizes[b] += int(by)
	}
	cooling := math.Pow(cold/hot, 1/float64(steps))
	for step, heat := 0, hot; step < steps; step, heat = step+1, heat*cooling {
		if step%4096 == 0 && ctx.Err() != nil {
			break
		}
		b, i := random.IntN(n), random.IntN(n)
		out, opened, paid := -1, 0, 0
		if in[b*n+i] {
			opened = lone(b, i, -1, 1)
			paid = max(sizes[b]-2, 0) - max(sizes[b]-1, 0)
		} else {
			if sizes[b] >= r || sizes[b] > 0 && random.IntN(2) == 0 {
				at := random.IntN(sizes[b])
				for out = 0; ; out++ {
					if in[b*n+out] {
						if at == 0 {
							break
						}
						at--
					}
				}
				opened = lone(b, out, -1, 1)
			} else {
				paid = max(sizes[b], 0) - max(sizes[b]-1, 0)
			}
			opened -= lone(b, i, out, 0)
		}
		worse := float64(paid) + price*float64(opened)
		if worse > 0 && random.Float64() >= math.Exp(-worse/heat) {
			continue
		}
		if out >= 0 {
			set(b, out, false)
		}
		set(b, i, !in[b*n+i])
		open += opened
		cost += paid
		if open == 0 && cost < least {
			c := totalCover{n: n}
			for b := range n {
				var block []int
				for i := range n {
					if in[b*n+i] {
						block = append(block, i)
					}
				}
				if len(block) > 1 {
					c.blocks = append(c.blocks, block)
				}
			}
			if c = c.pruned(); suits(c) {
				least, best, ok = cost, c, true
			}
		}
	}
	return best, ok
}
