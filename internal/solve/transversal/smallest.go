package transversal

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Options are the limits on the work of the searches, and bounds that are known before.
type Options struct {
	// Lower, if it is given, returns a size that no transversal is below, by the load.
	Lower func() int
	// Jobs is the number of workers; 0 means one for each core. The result does not depend on it.
	Jobs int
	// MaxNodes limits the nodes of the search tree; 0 means Most, and fewer for large families.
	MaxNodes, Most int64
}

func (o Options) withDefaults(h *hitting) Options {
	o.Jobs = par.Jobs(o.Jobs)
	if o.MaxNodes == 0 {
		o.MaxNodes = h.defaultNodes(o.Most)
	}
	return o
}

// Cover is a transversal, with a lower bound on the size of a smallest one.
type Cover struct {
	Set     quorum.Set
	Lower   int // no transversal is smaller
	By      string
	Packing []quorum.Index // Lower disjoint quorums where By is "packing"
	Stopped error          // why Set may not be a smallest one; nil where it is
}

// Smallest finds a smallest transversal of a family that has quorums; see
// transversals.Smallest.
func Smallest(ctx context.Context, f quorum.Family, opts Options) Cover {
	quick := forBounds(ctx, f)
	h, err := newHitting(quick, f)
	if err != nil { // so many nodes that the others are too few for a quorum
		least, _ := f.Sizes()
		c := Cover{Set: quorum.FullSet(f.N() - least + 1), Lower: 1, By: byNothing.String()}
		if c.Set.Len() > 1 {
			c.Stopped = err
		}
		return c
	}
	opts = opts.withDefaults(h)
	best := h.bounded(quick)
	if opts.Lower != nil && best.stopped == nil && best.lower < len(best.columns) {
		if b := opts.Lower(); b > best.lower {
			best.lower, best.by = b, byLoad
		}
	}
	if best.stopped == nil && best.lower < len(best.columns) {
		best = h.solved(ctx, best, opts)
	}
	c := Cover{Set: h.named(best.columns), Lower: best.lower, By: best.by.String(), Stopped: best.stopped}
	if best.by == byPacking {
		for _, i := range best.packing {
			c.Packing = append(c.Packing, h.index[i])
		}
		slices.Sort(c.Packing)
	}
	return c
}

// fullWork is the greatest number of words of columns for which a search has the full default
// number of nodes.
const fullWork = 512

// defaultNodes scales the default number of nodes of a search to the family.
func (h *hitting) defaultNodes(most int64) int64 {
	if words := int64(len(h.nodes)) * int64(sets.Words(len(h.index))); words > fullWork {
		most = max(1, most*fullWork/words)
	}
	return most
}

// hitReason is an argument for a lower bound. If two are needed together, the greater one
// represents both.
type hitReason int

const (
	byNothing hitReason = iota
	byPacking
	byDegrees
	byLoad
	byParts
	byTable
	bySearch
)

func (r hitReason) String() string {
	return [...]string{"none", "packing", "degrees", "load", "parts", "table", "search"}[r]
}

// hitBest holds the known bounds on the smallest transversals of an instance.
type hitBest struct {
	columns []int32 // a transversal, ascending
	lower   int
	by      hitReason
	packing []int // rows, disjoint; lower of them where by is byPacking
	stopped error // the reason why columns and lower differ; nil if they agree
}

// bounded returns the result of the bounds, as far as they were found before ctx ended. They go
// over the lists only a few times, so they are found even for systems that are too large for a
// search.
func (h *hitting) bounded(ctx context.Context) (best hitBest) {
	best.columns, best.stopped = h.greedyTransversal(ctx)
	if best.stopped != nil { // so many nodes that the others are too few for a quorum
		best.columns = nil
		for v := range len(h.nodes) - h.sizes[0] + 1 {
			best.columns = append(best.columns, int32(v))
		}
	}
	packing, err := h.greedyPacking(ctx)
	best.lower, best.by, best.packing = len(packing), byPacking, packing
	if best.stopped = cmp.Or(best.stopped, err); best.stopped == nil && best.lower < len(best.columns) {
		var b int
		if b, best.stopped = h.fractionalBound(ctx); b > best.lower {
			best.lower, best.by = b, byDegrees
		}
	}
	if best.lower == len(best.columns) {
		best.stopped = nil
	}
	return best
}

// solved continues from the bounds, part by part.
func (h *hitting) solved(ctx context.Context, best hitBest, opts Options) hitBest {
	parts, err := h.components(ctx)
	if err != nil {
		best.stopped = err
		return best
	}
	if len(parts) == 1 {
		best, _ = h.searched(ctx, best, opts, opts.MaxNodes)
		return best
	}
	sum := hitBest{by: byParts}
	column := make(map[int]int32, len(h.nodes)) // of the nodes of the family
	for v, node := range h.nodes {
		column[node] = int32(v)
	}
	left := opts.MaxNodes
	for _, part := range parts {
		b := part.bounded(ctx)
		if b.stopped == nil && b.lower < len(b.columns) {
			var visited int64
			b, visited = part.searched(ctx, b, opts, left)
			left -= visited
		}
		for _, v := range b.columns {
			sum.columns = append(sum.columns, column[part.nodes[v]])
		}
		sum.lower += b.lower
		sum.by = max(sum.by, b.by)
		if sum.stopped == nil {
			sum.stopped = b.stopped
		}
	}
	slices.Sort(sum.columns)
	if len(sum.columns) > len(best.columns) { // possible only where a part was stopped
		sum.columns = best.columns
	}
	if best.lower > sum.lower {
		sum.lower, sum.by, sum.packing = best.lower, best.by, best.packing
	}
	if sum.lower == len(sum.columns) {
		sum.stopped = nil
	}
	return sum
}

func overWork(nodes int64) error {
	return fmt.Errorf("more than %d nodes of the search tree", nodes)
}

// searched closes the gap of a connected instance with at most left nodes of the search tree, the
// rest of opts.MaxNodes, and returns the number of nodes that it took.
func (h *hitting) searched(ctx context.Context, best hitBest, opts Options, left int64) (hitBest, int64) {
	if best.stopped = h.withBits(ctx); best.stopped != nil {
		return best, 0
	}
	most, sweep := h.sweepOver(left)
	var visited int64
	for most > 0 && best.lower < len(best.columns) {
		chosen, nodes, err := decideHitting(ctx, h, best.lower, opts.Jobs, most-visited)
		visited += nodes
		switch {
		case err == errTooManyNodes:
			err = overWork(opts.MaxNodes)
		case err == nil && chosen == nil:
			best.lower, best.by = best.lower+1, bySearch
		case err == nil:
			slices.Sort(chosen)
			best.columns = chosen
		}
		if best.stopped = err; err != nil {
			// The search from below has seen no transversal, so look for a smaller one than the
			// greedy one.
			best.columns = h.improved(best.columns, best.lower)
			if best.lower == len(best.columns) {
				best.stopped = nil
			}
			break
		}
	}
	if sweep && best.lower < len(best.columns) && ctx.Err() == nil {
		var columns []int32
		if columns, best.stopped = h.tableTransversal(ctx, opts.Jobs); best.stopped == nil {
			if best.columns = columns; best.lower < len(columns) {
				best.lower, best.by = len(columns), byTable
			}
		}
	}
	return best, visited
}
