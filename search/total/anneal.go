package total

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// walk is the state of the annealing: blocks as words (bit i for site i), and for each
// pair how many blocks hold it.
type walk struct {
	n      int
	blocks []uint64
	sizes  []int
	count  []int16  // of pair i, j at i·n+j
	none   []uint64 // of each site: those that share no block with it
	once   []uint64 // and those that share one
}

// set puts site i into block b, or takes it out.
func (w *walk) set(b, i int, on bool) {
	w.blocks[b] &^= 1 << i
	by := int16(-1)
	if on {
		by = 1
	}
	for j := range sets.Ones(w.blocks[b]) {
		w.count[i*w.n+j] += by
		w.count[j*w.n+i] += by
		for _, p := range [2][2]int{{i, j}, {j, i}} {
			bit := uint64(1) << p[1]
			w.none[p[0]] &^= bit
			w.once[p[0]] &^= bit
			switch w.count[i*w.n+j] {
			case 0:
				w.none[p[0]] |= bit
			case 1:
				w.once[p[0]] |= bit
			}
		}
	}
	if on {
		w.blocks[b] |= 1 << i
	}
	w.sizes[b] += int(by)
}

// cover returns the blocks of at least two sites.
func (w *walk) cover() cover {
	c := cover{n: w.n}
	for b, rest := range w.blocks {
		if w.sizes[b] < 2 {
			continue
		}
		block := make([]int, 0, w.sizes[b])
		for i := range sets.Ones(rest) {
			block = append(block, i)
		}
		c.blocks = append(c.blocks, block)
	}
	return c
}

// anneal looks for a covering of the pairs of n <= 64 sites by at most n blocks of at most
// r sites with a small Σ(|B|-1), by simulated annealing: a site is put into a block, taken out,
// or exchanged for another; a pair that no block covers costs price. It takes the given number
// of steps and is determined by the seed; ok is false if it never saw a covering that suits
// the caller. It proves nothing: its total is an upper bound. A step costs O(1), and O(r)
// if it is taken.
func anneal(ctx context.Context, n, r, steps int, price float64, seed uint64, suits func(cover) bool) (best cover, ok bool) {
	const hot, cold = 0.6, 0.2 // per unit of the total; below that almost nothing moves
	random := rand.New(rand.NewPCG(seed, uint64(n)<<32|uint64(r)))
	w := &walk{
		n: n, blocks: make([]uint64, n), sizes: make([]int, n), count: make([]int16, n*n),
		none: make([]uint64, n), once: make([]uint64, n),
	}
	for i := range n {
		w.none[i] = (uint64(1)<<n - 1) &^ (1 << i)
	}
	open := n * (n - 1) / 2 // pairs that no block covers
	cost, least := 0, math.MaxInt
	cooling := math.Pow(cold/hot, 1/float64(steps))
	poll := par.NewPoll(ctx)
	for step, heat := 0, hot; step < steps; step, heat = step+1, heat*cooling {
		if poll.Err() != nil {
			break
		}
		b, i := random.IntN(n), random.IntN(n)
		block, bit, size := w.blocks[b], uint64(1)<<i, w.sizes[b]
		out, opened, paid := -1, 0, 0
		switch {
		case block&bit != 0:
			opened = bits.OnesCount64(block & w.once[i])
			paid = max(size-2, 0) - max(size-1, 0)
		case size >= r || size > 0 && random.IntN(2) == 0:
			rest := block
			for range random.IntN(size) {
				rest &= rest - 1
			}
			out = bits.TrailingZeros64(rest)
			opened = bits.OnesCount64(block&w.once[out]) - bits.OnesCount64(block&^(1<<out)&w.none[i])
		default:
			opened = -bits.OnesCount64(block & w.none[i])
			paid = size - max(size-1, 0)
		}
		worse := float64(paid) + price*float64(opened)
		if worse > 0 && random.Float64() >= math.Exp(-worse/heat) {
			continue
		}
		if out >= 0 {
			w.set(b, out, false)
		}
		w.set(b, i, block&bit == 0)
		open += opened
		cost += paid
		if open == 0 && cost < least {
			if c := w.cover().pruned(); suits(c) {
				least, best, ok = cost, c, true
			}
		}
	}
	return best, ok
}
