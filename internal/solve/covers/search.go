package covers

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
)

// splitSize is the number of elements of the sets that workers share out.
const splitSize = 6

// Search decides whether a group has a cover of at most K elements, 1 <= K <= n.
type Search struct {
	*Space
	K    int
	Jobs int                // the number of workers; below 1, one for each core
	At   func(done, of int) // called with the numbers of cases done and of all cases; or nil
}

// Run returns the cover that comes first in the order of the search, whatever Jobs is, and whether
// there is an answer. If ctx ends, it may be another cover.
//
// Cost: exponential in K; about half a microsecond for a node of the search.
func (e Search) Run(ctx context.Context) (cover []int, decided bool) {
	if e.K < 4 {
		return e.few(e.K), true
	}
	tables := newTables(e.Space, e.K)
	team := newTeam(ctx, tables, par.Jobs(e.Jobs))
	seeds := seeds(ctx, e.Space)
	nodes := 0
	for i, seed := range seeds {
		if ctx.Err() != nil {
			break
		}
		if e.At != nil && (i == 0 || team.nodes() > nodes+reportNodes) {
			nodes = team.nodes()
			e.At(i, len(seeds))
		}
		cover, halted := team.search(seed.set[:])
		switch {
		case cover != nil:
			return cover, true
		case halted:
			return nil, false
		}
		tables.mark(seed.set)
	}
	// If ctx ended, seeds may be missing.
	return nil, ctx.Err() == nil
}

// reportNodes is the number of nodes between reports: some tenths of a second.
const reportNodes = 1 << 19

// team are the workers of one search.
type team struct {
	ctx     context.Context
	workers []*worker
	part    []context.Context // by worker: ends when the part that it is at is not wanted any more
}

func newTeam(ctx context.Context, tables *tables, jobs int) *team {
	team := &team{ctx: ctx, part: slices.Repeat([]context.Context{ctx}, jobs)}
	for i := range jobs {
		team.workers = append(team.workers, tables.worker(func() bool {
			return team.part[i].Err() != nil
		}))
	}
	return team
}

func (t *team) nodes() int {
	sum := 0
	for _, w := range t.workers {
		sum += w.nodes
	}
	return sum
}

// search is start for the whole team: the nodes with splitSize elements are parts, in the order in
// which one worker would come to them, and each is searched by one worker. The cover is the one
// that a single worker would find. If ctx ended, it may be another.
func (t *team) search(set []int) (cover []int, halted bool) {
	first := t.workers[0]
	t.part[0] = t.ctx
	if len(t.workers) == 1 {
		first.start(set)
		return first.found, first.halted
	}
	first.splitAt, first.split = splitSize, first.split[:0]
	first.start(set)
	first.splitAt = 0
	if first.halted {
		return nil, true
	}
	parts := first.split
	covers := make([][]int, len(parts)+1)
	covers[len(parts)], first.found = first.found, nil // so near the root, it comes after the parts before it
	found, err := par.First(t.ctx, len(t.workers), len(parts), func(ctx context.Context, i, part int) (bool, error) {
		w := t.workers[i]
		t.part[i], w.halted = ctx, false
		w.resume(parts[part])
		covers[part], w.found = w.found, nil
		return covers[part] != nil, nil
	})
	for _, c := range covers[found:] {
		if c != nil {
			return c, false
		}
	}
	return nil, err != nil
}
