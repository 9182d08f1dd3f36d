package transversal

import (
	"container/heap"
	"context"
	"iter"
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
// says why the search for more ended.
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

// Through lists, for each node, the sets that it is in, ascending: those of the first family, and
// then of the others, numbered on. If ctx ends, they are unusable.
func Through(ctx context.Context, n int, families ...quorum.Family) Lists {
	total := 0
	for _, f := range families {
		total += f.Incidences()
	}
	return transposed(ctx, n, total, func(yield func(int, []int32) bool) {
		number := 0
		for _, f := range families {
			for _, set := range f.All() {
				if !yield(number, set) {
					return
				}
				number++
			}
		}
	})
}

// transposed lists, for each of n columns, the rows that hold it, in their order; total entries in
// all.
func transposed(ctx context.Context, n, total int, rows iter.Seq2[int, []int32]) Lists {
	start := make([]int, n+2)
	for _, row := range par.Until(ctx, rows) {
		for _, v := range row {
			start[v+2]++
		}
	}
	for v := range n {
		start[v+2] += start[v+1]
	}
	items := make([]int32, total)
	for i, row := range par.Until(ctx, rows) {
		for _, v := range row {
			items[start[v+1]] = int32(i)
			start[v+1]++
		}
	}
	return Lists{start[:n+1], items}
}

// CoverSizes returns the sizes of pairwise disjoint transversals: each takes, as long as some
// quorums have no node in it, the unused node that is in most of those. If ctx ends, or the lists
// do not fit into memory, there may be more than these.
func CoverSizes(ctx context.Context, f quorum.Family) []int {
	if memory.Ask(ctx, "the lists of the quorums of each node", f.N()+f.Len()+f.Incidences(), entryBytes) != nil {
		return nil
	}
	poll := par.NewPoll(ctx)
	through := Through(ctx, f.N(), f)
	taken := make([]bool, f.N())
	hit := make([]int, f.Len()) // the last of the transversals that met it
	gain := make([]int, f.N())
	var sizes []int
	for round := 1; ; round++ {
		queue := &keyHeap{}
		for v := range gain {
			if gain[v] = len(through.Of(v)); !taken[v] && gain[v] > 0 {
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
			for _, i := range through.Of(best) {
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
