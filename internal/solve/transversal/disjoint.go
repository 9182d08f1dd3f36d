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

// CoverSizes returns the sizes of pairwise disjoint transversals: each takes, as long as there are
// quorums without a node of it, the unused node that is in most of those. Where ctx ends, or the
// lists do not fit into memory, there may be more than these.
func CoverSizes(ctx context.Context, f quorum.Family) []int {
	if memory.Ask(ctx, "the lists of the quorums of each node", f.N()+f.Len()+f.Incidences(), entryBytes) != nil {
		return nil
	}
	poll := par.NewPoll(ctx)
	through := lists{make([]int, f.N()+2), make([]int32, f.Incidences())}
	for _, q := range par.Until(ctx, f.All()) {
		for _, v := range q {
			through.start[v+2]++
		}
	}
	for v := range f.N() {
		through.start[v+2] += through.start[v+1]
	}
	for i, q := range par.Until(ctx, f.All()) {
		for _, v := range q {
			through.items[through.start[v+1]] = int32(i)
			through.start[v+1]++
		}
	}
	through.start = through.start[:f.N()+1]
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
