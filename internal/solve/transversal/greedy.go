package transversal

import (
	"container/heap"
	"context"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// localWork bounds the word operations of the local search for a smaller transversal.
const localWork = 1 << 23

// greedyTransversal returns a transversal as ascending columns: the smaller one of two. The first
// is a smallest row, if it meets all rows (as it does if every two quorums meet). The second takes
// nodes that each meet most of the rows still unmet, and then drops superfluous ones. It depends on
// nothing but the instance.
func (h *hitting) greedyTransversal(ctx context.Context) ([]int32, error) {
	poll := par.NewPoll(ctx)
	met := make([]bool, len(h.index))
	degree := make([]int, len(h.nodes)) // in rows still unmet
	for v := range degree {
		degree[v] = len(h.ofCol.Of(v))
	}
	// Degrees only fall, so once the greatest key is up to date, its node is the best one.
	queue := &keyHeap{h.degrees()}
	heap.Init(queue)
	var chosen []int32
	for left := len(h.index); left > 0; {
		v := nodeOf(queue.keys[0])
		if degreeOf(queue.keys[0]) > degree[v] {
			queue.keys[0] = degreeKey(degree[v], v)
			heap.Fix(queue, 0)
			if poll.Err() != nil {
				return nil, par.Ended(ctx)
			}
			continue
		}
		chosen = append(chosen, int32(v))
		for _, i := range h.ofCol.Of(v) {
			if met[i] {
				continue
			}
			met[i] = true
			left--
			row := h.inRow.Of(int(i))
			if poll.Work(len(row)) != nil {
				return nil, par.Ended(ctx)
			}
			for _, u := range row {
				degree[u]--
			}
		}
	}
	chosen, err := h.withoutSuperfluous(ctx, chosen)
	if err != nil {
		return nil, err
	}
	if smallest := h.inRow.Of(0); len(smallest) <= len(chosen) && h.meetsAll(ctx, smallest) {
		return slices.Clone(smallest), nil
	}
	return chosen, par.Ended(ctx)
}

// keyHeap is a heap of the keys of nodes, the greatest first.
type keyHeap struct{ keys []uint64 }

func (q *keyHeap) Len() int           { return len(q.keys) }
func (q *keyHeap) Less(i, j int) bool { return q.keys[i] > q.keys[j] }
func (q *keyHeap) Swap(i, j int)      { q.keys[i], q.keys[j] = q.keys[j], q.keys[i] }
func (q *keyHeap) Push(any)           { panic("transversal: no key is added") }
func (q *keyHeap) Pop() any           { panic("transversal: no key is removed") }

// withoutSuperfluous removes nodes one by one, the first chosen last, while the remaining nodes
// form a transversal, and returns the rest ascending.
func (h *hitting) withoutSuperfluous(ctx context.Context, chosen []int32) ([]int32, error) {
	poll := par.NewPoll(ctx)
	times := make([]int32, len(h.index)) // that each row is met
	for _, v := range chosen {
		for _, i := range h.ofCol.Of(int(v)) {
			times[i]++
		}
	}
	var kept []int32
	for _, v := range slices.Backward(chosen) {
		through := h.ofCol.Of(int(v))
		if poll.Work(len(through)) != nil {
			return nil, par.Ended(ctx)
		}
		if slices.ContainsFunc(through, func(i int32) bool { return times[i] == 1 }) {
			kept = append(kept, v)
			continue
		}
		for _, i := range through {
			times[i]--
		}
	}
	slices.Sort(kept)
	return kept, nil
}

// meetsAll reports whether the nodes (columns) meet every row. It returns false if ctx ends before.
func (h *hitting) meetsAll(ctx context.Context, nodes []int32) bool {
	poll := par.NewPoll(ctx)
	met := sets.New(len(h.index))
	for _, v := range nodes {
		through := h.ofCol.Of(int(v))
		if poll.Work(len(through)) != nil {
			return false
		}
		for _, i := range through {
			met.Add(int(i))
		}
	}
	return met.Len() == len(h.index)
}

// improved returns a transversal that is at most as large as the given one, by local search:
// drop the node that leaves the fewest rows unmet; while some row is unmet, add the node of an
// unmet row that meets most unmet rows and drop another one, neither undoing the last few
// steps. It stops at lower nodes, or after localWork. Deterministic: its choice among the unmet
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

// nthOne returns the position of the n-th one, counted from 0. The mask must have more than n ones.
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
