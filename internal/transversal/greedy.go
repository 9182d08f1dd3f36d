package transversal

import (
	"math/bits"
	"slices"

	"coterie/internal/sets"
)

// localWork bounds the word operations of the local search for a smaller transversal.
const localWork = 1 << 23

// greedyTransversal returns a transversal as ascending columns: a smallest row where that meets
// all rows (as it does if every two quorums meet), or nodes that each meet most of the rows
// still unmet, less those that turn out to be superfluous; whichever is smaller. It depends on
// nothing but the instance.
func (h *hitting) greedyTransversal() []int32 {
	alive := sets.Full(len(h.index))
	var chosen []int32
	for !alive.Empty() {
		best, most := 0, 0
		for v := range h.nodes {
			if d := alive.Common(h.col(v)); d > most {
				best, most = v, d
			}
		}
		chosen = append(chosen, int32(best))
		alive.Subtract(h.col(best))
	}
	chosen = h.withoutSuperfluous(chosen)
	var smallest []int32
	for v := range h.row(0).All() {
		smallest = append(smallest, int32(v))
	}
	if len(smallest) <= len(chosen) && h.meetsAll(smallest) {
		return smallest
	}
	return chosen
}

// withoutSuperfluous removes nodes one by one, the first chosen last, while what is left is a
// transversal, and returns the rest ascending.
func (h *hitting) withoutSuperfluous(chosen []int32) []int32 {
	for i := len(chosen) - 1; i >= 0; i-- {
		if rest := slices.Delete(slices.Clone(chosen), i, i+1); h.meetsAll(rest) {
			chosen = rest
		}
	}
	slices.Sort(chosen)
	return chosen
}

// improved returns a transversal that is at most as large as the given one, by local search:
// drop the node that leaves the fewest rows unmet; while some row is unmet, add the node of an
// unmet row that meets most unmet rows and drop another one, neither undoing the last few
// steps. It ends at lower nodes, or after localWork. Deterministic: its choice among the unmet
// rows is by a fixed pseudo-random sequence.
func (h *hitting) improved(chosen []int32, lower int) []int32 {
	best := slices.Clone(chosen)
	current := slices.Clone(chosen)
	once, unmet := sets.New(len(h.index)), sets.New(len(h.index))
	touched := make([]int, len(h.nodes)) // when the node was last added or dropped
	random := uint64(0x9e3779b97f4a7c15)
	work := 0
	// cover sets once to the rows that exactly one node meets, and unmet to those none meets.
	cover := func() {
		for w := range once {
			var one, more uint64
			for _, v := range current {
				x := h.col(int(v))[w]
				more |= one & x
				one |= x
			}
			once[w], unmet[w] = one&^more, sets.FullWord(len(h.index), w)&^one
		}
		work += len(once) * len(current)
	}
	// drop removes the node that alone meets the fewest rows, the longest untouched of these.
	drop := func(step int, keep int32) {
		at, least := -1, 0
		for i, v := range current {
			if v == keep {
				continue
			}
			loss := once.Common(h.col(int(v)))
			if at < 0 || loss < least || loss == least && touched[v] < touched[current[at]] {
				at, least = i, loss
			}
		}
		work += len(once) * len(current)
		if at >= 0 {
			touched[current[at]] = step
			current = slices.Delete(current, at, at+1)
		}
	}
	for step := 1; len(best) > lower && work < localWork; step++ {
		cover()
		open := unmet.Len()
		if open == 0 {
			best = slices.Clone(current)
			drop(step, -1)
			continue
		}
		random ^= random << 13
		random ^= random >> 7
		random ^= random << 17
		row := h.row(nthOne(unmet, int(random%uint64(open))))
		add, most := -1, -1
		for v := range row.All() {
			gain := unmet.Common(h.col(v))
			work += len(once)
			if touched[v] > 0 && step-touched[v] < 3 {
				gain = 0 // just dropped; still possible, since the row may have no other node
			}
			if gain > most || gain == most && touched[v] < touched[add] {
				add, most = v, gain
			}
		}
		current = append(current, int32(add))
		touched[add] = step
		if len(current) >= len(best) {
			cover()
			drop(step, int32(add))
		}
	}
	slices.Sort(best)
	return best
}

// nthOne returns the position of one number n, counted from 0; there must be as many.
func nthOne(mask sets.Bits, n int) int {
	for w, x := range mask {
		if c := bits.OnesCount64(x); n >= c {
			n -= c
			continue
		}
		for ; n > 0; n-- {
			x &= x - 1
		}
		return w<<6 + bits.TrailingZeros64(x)
	}
	return -1
}
