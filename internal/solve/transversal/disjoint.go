package transversal

import (
	"container/heap"
	"context"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// BySize returns the places of the quorums, the smallest first, those of one size in their order.
func BySize(ctx context.Context, f quorum.Family) ([]quorum.Index, error) {
	_, greatest := f.Sizes()
	place := make([]int, greatest+2) // the first place of each size
	for _, q := range f.All() {
		place[len(q)+1]++
	}
	for s := range greatest + 1 {
		place[s+1] += place[s]
	}
	order := make([]quorum.Index, f.Len())
	for i, q := range f.All() {
		order[place[len(q)]] = quorum.Index(i)
		place[len(q)]++
	}
	return order, par.Ended(ctx)
}

// DisjointSizes returns the sizes of pairwise disjoint quorums, taken greedily by size. The error
// says what ended that.
func DisjointSizes(ctx context.Context, f quorum.Family) ([]int, error) {
	order, err := BySize(ctx, f)
	if err != nil {
		return nil, err
	}
	poll := par.NewPoll(ctx)
	taken := make([]bool, f.N())
	var sizes []int
	for _, i := range order {
		q := f.Quorum(int(i))
		if poll.Work(len(q)) != nil {
			return nil, par.Ended(ctx)
		}
		if slices.ContainsFunc(q, func(v int32) bool { return taken[v] }) {
			continue
		}
		for _, v := range q {
			taken[v] = true
		}
		sizes = append(sizes, len(q))
	}
	return sizes, nil
}

// Through lists, for each node v, the sets that it is in, ascending, as sets[start[v]:start[v+1]]:
// those of the first family, and then of the others, numbered on. They are of no use
// where ctx ends.
func Through(ctx context.Context, n int, families ...quorum.Family) (start []int, sets []int32) {
	start = make([]int, n+2)
	total := 0
	for _, f := range families {
		total += f.Incidences()
		for _, set := range par.Until(ctx, f.All()) {
			for _, v := range set {
				start[v+2]++
			}
		}
	}
	for v := range n {
		start[v+2] += start[v+1]
	}
	sets = make([]int32, total)
	number := int32(0)
	for _, f := range families {
		for _, set := range par.Until(ctx, f.All()) {
			for _, v := range set {
				sets[start[v+1]] = number
				start[v+1]++
			}
			number++
		}
	}
	return start[:n+1], sets
}

// CoverSizes returns the sizes of pairwise disjoint transversals: each takes, as long as there are
// quorums without a node of it, the unused node that is in most of those. Where ctx ends, or the
// lists do not fit into memory, there may be more than these.
func CoverSizes(ctx context.Context, f quorum.Family) []int {
	if memory.Ask(ctx, "the lists of the quorums of each node", f.N()+f.Len()+f.Incidences(), entryBytes) != nil {
		return nil
	}
	poll := par.NewPoll(ctx)
	start, sets := Through(ctx, f.N(), f)
	through := lists{start, sets}
	taken := make([]bool, f.N())
	hit := make([]int, f.Len()) // the last of the transversals that met it
	gain := make([]int, f.N())
	var sizes []int
	for round := 1; ; round++ {
		queue := &keyHeap{}
		for v := range gain {
			if gain[v] = len(through.of(v)); !taken[v] && gain[v] > 0 {
				queue.keys = append(queue.keys, degreeKey(gain[v], v))
			}
		}
		if poll.Work(f.N()) != nil || len(queue.keys) == 0 {
			return sizes
		}
		heap.Init(queue)
		for open, size := f.Len(), 0; ; {
			key := queue.keys[0]
			best := nodeOf(key)
			if now := gain[best]; taken[best] || degreeOf(key) > now {
				if taken[best] {
					now = 0
				}
				queue.keys[0] = degreeKey(now, best)
				heap.Fix(queue, 0)
				if poll.Err() != nil {
					return sizes
				}
				if degreeOf(queue.keys[0]) == 0 {
					return sizes // a quorum has no unused node left
				}
				continue
			}
			taken[best] = true
			size++
			for _, i := range through.of(best) {
				if hit[i] == round {
					continue
				}
				hit[i] = round
				open--
				q := f.Quorum(int(i))
				if poll.Work(len(q)) != nil {
					return sizes
				}
				for _, v := range q {
					gain[v]--
				}
			}
			if open == 0 {
				sizes = append(sizes, size)
				break
			}
		}
	}
}
