package measure

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"coterie/internal/sets"
	"coterie/quorum"
)

// DefaultTransversalNodes is how many nodes of its search tree SmallestTransversal visits unless
// it is told otherwise, in small families: some ten seconds. The work at a node grows with the
// product of nodes and quorums of the family; where that is above 32,768 the search
// visits fewer in proportion, so that it ends as soon.
const DefaultTransversalNodes = 10_000_000

// fullWork is how many words of columns a family may have for the default number of nodes of a search.
const fullWork = 512

// defaultNodes scales the default number of nodes of a search to the family.
func (h *hitting) defaultNodes(most int64) int64 {
	if words := int64(len(h.nodes)) * int64(h.cols.Words); words > fullWork {
		most = max(1, most*fullWork/words)
	}
	return most
}

// TransversalOptions are the settings of SmallestTransversal; the zero value stands for the
// defaults.
type TransversalOptions struct {
	// Load, if it is given, is the load of the same family: its strategy gives the lower bound
	// ⌈1/load⌉. The strategy is not trusted but evaluated; one with unlisted quorums is ignored.
	Load *Load
	// Jobs is the number of workers; 0 means one for each core. The result does not depend on it.
	Jobs int
	// MaxNodes limits the nodes of the search tree; 0 means DefaultTransversalNodes, and fewer for
	// large families.
	MaxNodes int64
}

// SmallestTransversal finds a smallest set of nodes that meets every quorum of f, with a proof that
// none is smaller. One less is the resilience of f: the most crashes that always leave a whole
// quorum. The quorums need not meet each other, may be repeated and may contain each other. A
// family without quorums has the empty transversal.
//
// The result is exact (Transversal.Exact) unless the search was stopped by the context or by
// opts.MaxNodes; then Size and Lower are the best known, and Stopped says why. LowerBy is one of
//
//	packing   the quorums Packing are pairwise disjoint, Lower in number
//	load      ⌈1/L⌉ for the load L of opts.Load: a transversal is asked at least once for
//	          every quorum drawn, each of its nodes with probability at most L
//	degrees   ⌈Σ 1/d(Q)⌉ over the distinct minimal quorums Q (over all distinct ones of a family
//	          too large to minimise), d(Q) being the greatest number of them that one node of Q
//	          is in: a node accounts for at most 1 of the sum; at least quorums/responsibility
//	parts     the sum over connected parts (no two of which share a node) of the bounds above
//	table     all sets of at most 24 nodes were tabulated, in one part at least
//	search    a branch and bound excluded every smaller set, in one part at least
//	none      nothing is known but that a quorum needs a node
//
// Method: bounds; connected parts one by one; a table of all sets for at most 24 nodes; above, for
// sizes from the lower bound upwards, a branch and bound over the smallest unmet quorum (see
// hitSearch). The upper bound is greedy with local search. The result depends on f, opts.Load and
// opts.MaxNodes alone, as long as the context lives.
//
// Cost: exponential in the gap between the bounds; none where they meet, as for planes (by degrees)
// and for the cartels of nets (by packing). The package documentation has a table of sizes and
// where the method stops.
//
// It panics if opts.Jobs or opts.MaxNodes is negative.
//
// Proof: docs/theorems/packing-bounds.md.
func SmallestTransversal(ctx context.Context, f quorum.Family, opts TransversalOptions) Transversal {
	if opts.Jobs < 0 || opts.MaxNodes < 0 {
		panic(fmt.Sprintf("measure: SmallestTransversal: negative Jobs %d or MaxNodes %d", opts.Jobs, opts.MaxNodes))
	}
	if opts.Jobs == 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	if f.Len() == 0 {
		return Transversal{LowerBy: "none"}
	}
	h := newHitting(f)
	if opts.MaxNodes == 0 {
		opts.MaxNodes = h.defaultNodes(DefaultTransversalNodes)
	}
	best := h.bounded()
	if opts.Load != nil && best.lower < len(best.columns) {
		if b := loadBound(f, opts.Load.Strategy); b > best.lower {
			best.lower, best.by = b, byLoad
		}
	}
	if best.lower < len(best.columns) {
		best = h.solved(ctx, best, opts)
	}
	t := Transversal{Set: h.named(best.columns), Size: len(best.columns), Lower: best.lower, LowerBy: best.by.String(), Stopped: best.stopped}
	if best.by == byPacking {
		for _, i := range best.packing {
			t.Packing = append(t.Packing, h.index[i])
		}
		slices.Sort(t.Packing)
	}
	return t
}

// hitReason is an argument for a lower bound; of two that are needed together the greater one
// stands for both.
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

// hitBest is what is known of the smallest transversals of an instance.
type hitBest struct {
	columns []int32 // a transversal, ascending
	lower   int
	by      hitReason
	packing []int // rows, disjoint; lower of them where by is byPacking
	stopped string
}

// bounded returns what the bounds give.
func (h *hitting) bounded() hitBest {
	best := hitBest{columns: h.greedyTransversal(), packing: h.greedyPacking()}
	best.lower, best.by = len(best.packing), byPacking
	if best.lower == len(best.columns) {
		return best
	}
	alive := sets.Full(len(h.index))
	order := byDegree(nil, h.cols, alive, sets.Full(len(h.nodes)))
	if b := fractionalBound(order, h.cols, alive, sets.New(len(h.index))); b > best.lower {
		best.lower, best.by = b, byDegrees
	}
	return best
}

// solved continues from the bounds, part by part.
func (h *hitting) solved(ctx context.Context, best hitBest, opts TransversalOptions) hitBest {
	parts := h.components()
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
		b := part.bounded()
		if b.lower < len(b.columns) {
			var visited int64
			b, visited = part.searched(ctx, b, opts, left)
			left -= visited
		}
		for _, v := range b.columns {
			sum.columns = append(sum.columns, column[part.nodes[v]])
		}
		sum.lower += b.lower
		sum.by = max(sum.by, b.by)
		if sum.stopped == "" {
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
		sum.stopped = ""
	}
	return sum
}

func overWork(nodes int64) string {
	return fmt.Sprintf("more than %d nodes of the search tree", nodes)
}

// searched closes the gap of a connected instance with at most left nodes of the search tree,
// what opts.MaxNodes has left, and returns how many it took.
func (h *hitting) searched(ctx context.Context, best hitBest, opts TransversalOptions, left int64) (hitBest, int64) {
	if len(h.nodes) <= tableNodes {
		best.columns = h.tableTransversal()
		if best.lower < len(best.columns) {
			best.lower, best.by = len(best.columns), byTable
		}
		return best, 0
	}
	var visited int64
	for best.lower < len(best.columns) {
		answer, chosen, nodes := decideHitting(ctx, h, best.lower, opts.Jobs, left-visited)
		visited += nodes
		switch answer {
		case hitFound:
			slices.Sort(chosen)
			best.columns = chosen
		case hitNone:
			best.lower, best.by = best.lower+1, bySearch
		case hitOverWork:
			best.stopped = overWork(opts.MaxNodes)
		case hitEnded:
			best.stopped = "stopped: " + context.Cause(ctx).Error()
		}
		if best.stopped != "" {
			// Levels from below never saw a transversal: look for a smaller one than the greedy.
			best.columns = h.improved(best.columns, best.lower)
			if best.lower == len(best.columns) {
				best.stopped = ""
			}
			break
		}
	}
	return best, visited
}
