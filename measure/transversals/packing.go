package transversals

import (
	"context"
	"fmt"

	"coterie/internal/solve/given"
	"coterie/internal/solve/transversal"
	"coterie/quorum"
)

// DefaultPackingNodes is how many nodes of its search tree MaxDisjoint visits at most unless it is
// told otherwise; for large families it visits fewer, as with DefaultNodes.
const DefaultPackingNodes = 1_000_000

// PackingOptions are the settings of MaxDisjoint; the zero value stands for the defaults.
type PackingOptions struct {
	// MaxNodes limits the nodes of the search tree; 0 means DefaultPackingNodes, and fewer for
	// large families.
	MaxNodes int64
}

// MaxDisjoint finds as many pairwise disjoint quorums of f as there can be, with a proof that there
// are no more. For a cartel of a group quorum system their number is its degree (Joung 2003,
// Definition 3.2). Quorums may be repeated and may contain each other. A family without quorums has
// the empty list.
//
// The result is exact (Packing.Exact) unless the search was stopped by the context or by
// opts.MaxNodes; then Quorums and Upper are the best known, and the error is a *quorum.LimitError.
// UpperBy is one of
//
//	sizes         the Upper+1 smallest distinct minimal quorums have more nodes than there are
//	              nodes in quorums; with equal sizes c that is ⌊n/c⌋
//	weights       ⌊Σ 1/s(v)⌋ over the nodes v, s(v) being the size of the smallest quorum that
//	              holds v: every quorum Q has s(v) <= |Q| at its |Q| nodes, so it takes at least 1
//	              of the sum, and disjoint quorums take it from different nodes
//	transversal   Transversal has Upper nodes and meets every quorum: one node for each of the
//	              disjoint quorums
//	intersection  every two quorums meet, as was checked pair by pair: Upper is 1
//	search        a longer list was excluded by exhaustive search
//	none          nothing is known but that there are no more than quorums
//
// Method: the greedy list of small quorums against these bounds; then an exact search: take the
// node that is in the fewest quorums left, try each of these quorums, and then try to leave the
// node out. The weights are a bound at every step. A memo holds the answer for each set of nodes
// left, on which alone the answer depends; sets that differ by interchangeable nodes (such as nodes
// of equal votes) count as one. The search is deterministic.
//
// Cost: exponential in the worst case. The memo bounds it by 2^n sets for families on few nodes,
// and by Π (c+1) for classes of c interchangeable nodes, however many quorums there are; the
// cartels of grids, nets and staircases are closed by the bounds. The check whether a large family
// intersects takes O(m²/64) word operations and more, for m quorums: a second or so for 10^5.
// opts.MaxNodes does not limit this check; the context does.
//
// It panics if opts.MaxNodes is negative.
//
// Proof: docs/theorems/packing-bounds.md.
func MaxDisjoint(ctx context.Context, q quorum.Quorums, opts PackingOptions) (Packing, error) {
	if opts.MaxNodes < 0 {
		panic(fmt.Sprintf("transversals: MaxDisjoint: negative MaxNodes %d", opts.MaxNodes))
	}
	f, ok := q.List()
	if !ok {
		return formulaDisjoint(ctx, q)
	}
	if given.HasClosedForms(q) {
		if p, err := formulaDisjoint(ctx, q); err == nil && p.numbered(f) {
			return p, nil
		}
	}
	if f.Len() == 0 {
		return Packing{UpperBy: "none"}, nil
	}
	p := transversal.Disjoint(ctx, f, transversal.Options{MaxNodes: opts.MaxNodes, Most: DefaultPackingNodes})
	return Packing{Quorums: p.Quorums, Upper: p.Upper, UpperBy: p.UpperBy, Transversal: p.Transversal},
		between("greatest number of disjoint quorums", len(p.Quorums), p.Upper, p.Stopped)
}
