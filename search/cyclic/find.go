package cyclic

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"coterie/bounds"
	"coterie/internal/par"
)

// Cover answers whether Z_n has a difference cover of at most k residues, and returns
// one of exactly k if it has: ascending from 0, the same for every number of jobs. decided
// is false if ctx ended before the answer, or if n > MaxNodes and neither counting nor a
// construction decides. It panics unless 1 <= k <= n.
func Cover(ctx context.Context, n, k, jobs int) (cover []int, decided bool) {
	if k < 1 || k > n {
		panic("search: a cover of fewer than 1 or more than n residues")
	}
	if bounds.MaekawaNodes(k) < n {
		return nil, true
	}
	if cover, _ := Constructed(n); len(cover) <= k {
		return padded(n, k, cover), true
	}
	if n > MaxNodes {
		return nil, false
	}
	cover, decided = exhaustion{n: n, k: k, jobs: jobs}.run(ctx)
	if cover != nil {
		cover = padded(n, k, cover)
	}
	return cover, decided
}

// padded returns a cover with the least other residues added up to k, ascending.
func padded(n, k int, cover []int) []int {
	cover = slices.Clone(cover)
	for x := 0; len(cover) < k; x++ {
		if !slices.Contains(cover, x) {
			cover = append(cover, x)
		}
	}
	slices.Sort(cover)
	return cover
}

// splitSize is how many elements the sets have that workers share out.
const splitSize = 6

// exhaustion decides whether Z_n has a cover of at most k residues, 4 <= k <= n <=
// MaxNodes, by the search that Find describes.
type exhaustion struct {
	n, k, jobs int
	at         func(done, of int) // told how many cases are done, and of how many; or nil
	aside      func() bool        // done now and then by one worker, ends the search if true; or nil
}

// run returns the cover that comes first in the order of the search, whatever jobs is, and
// whether there is an answer. Only if ctx ends the cover may be another one.
func (e exhaustion) run(ctx context.Context) (cover []int, decided bool) {
	units := units(e.n)
	tables := newTables(e.n, e.k)
	team := newTeam(ctx, tables, par.Jobs(e.jobs), e.aside)
	seeds := seeds(ctx, e.n, units)
	nodes := 0
	for i, seed := range seeds {
		if ctx.Err() != nil {
			break
		}
		if e.at != nil && (i == 0 || team.nodes() > nodes+reportNodes) {
			nodes = team.nodes()
			e.at(i, len(seeds))
		}
		cover, halted := team.search(seed.set[:])
		switch {
		case cover != nil:
			return cover, true
		case halted:
			return nil, false
		}
		tables.mark(units, seed.set)
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
	ended   atomic.Bool       // what was done aside ends the whole search
}

var errEnded = errors.New("what was done aside ended the search")

func newTeam(ctx context.Context, tables *tables, jobs int, aside func() bool) *team {
	team := &team{ctx: ctx, part: slices.Repeat([]context.Context{ctx}, jobs)}
	for i := range jobs {
		team.workers = append(team.workers, tables.worker(func() bool {
			if i == 0 && aside != nil && aside() {
				team.ended.Store(true)
			}
			return team.ended.Load() || team.part[i].Err() != nil
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
// which one worker would come to them, and each is searched by one worker. The cover is that which
// one worker would find, unless ctx ended: then it may be another.
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
		if covers[part] == nil && t.ended.Load() {
			return false, errEnded
		}
		return covers[part] != nil, nil
	})
	for _, c := range covers[found:] {
		if c != nil {
			return c, false
		}
	}
	return nil, err != nil
}
