package transversals

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/internal/solve/transversal"
	"coterie/measure/loads"
	"coterie/quorum"
)

// DefaultNodes is how many nodes of its search tree Smallest visits unless it is told otherwise, in
// small families: it takes some ten seconds. The work at a node grows with the product of nodes and
// quorums of the family; where that is above 32,768 the search visits fewer in proportion, so that
// it takes about as long.
const DefaultNodes = 10_000_000

// Options are the settings of Smallest; the zero value stands for the
// defaults.
type Options struct {
	// Load, if it is given, is the load of the same family: its strategy gives the lower bound
	// ⌈1/load⌉. The strategy is not trusted but evaluated; a strategy with unlisted quorums is
	// ignored.
	Load *loads.Load
	// Jobs is the number of workers; 0 means one for each core. The result does not depend on it.
	Jobs int
	// MaxNodes limits the nodes of the search tree; 0 means DefaultNodes, and fewer for
	// large families.
	MaxNodes int64
}

// Smallest finds a smallest set of nodes that meets every quorum of f, with a proof that none is
// smaller. Its size less one is the resilience of f: the most crashes that always leave a whole
// quorum. The quorums need not meet each other, may be repeated and may contain each other. A
// family without quorums has the empty transversal.
//
// The result is exact (Transversal.Exact) unless the search was stopped by the context or by
// opts.MaxNodes; then Size and Lower are the best known, and the error is a *quorum.LimitError.
// LowerBy is one of
//
//	packing   the quorums Packing are pairwise disjoint, Lower in number
//	load      ⌈1/L⌉ for the load L of opts.Load: a transversal is asked at least once for
//	          every quorum drawn, each of its nodes with probability at most L
//	degrees   ⌈Σ 1/d(Q)⌉ over the distinct minimal quorums Q (over all distinct ones of a family
//	          too large to minimise), where d(Q) is the greatest number of these quorums that
//	          one node of Q is in: a node accounts for at most 1 of the sum; the bound is at
//	          least quorums/responsibility
//	parts     the sum over connected parts (no two of which share a node) of the bounds above
//	table     all sets of nodes were gone over, in one part at least
//	search    a branch and bound excluded every smaller set, in one part at least
//	none      nothing is known but that a quorum needs a node
//
// Method: bounds; connected parts one by one; all sets of at most 24 nodes; for more nodes a branch
// and bound over the smallest unmet quorum, for sizes from the lower bound upwards (see hitSearch);
// for up to 36 nodes all sets, if the search takes longer than these. The upper bound is greedy
// with local search. The result depends on f, opts.Load and opts.MaxNodes alone, as long as the
// context lives.
//
// Cost: exponential in the gap between the bounds; none where they meet, as for planes (by degrees)
// and for the cartels of nets (by packing). The package documentation has a table of sizes and
// where the method stops.
//
// It panics if opts.Jobs or opts.MaxNodes is negative.
//
// Proof: docs/theorems/packing-bounds.md.
func Smallest(ctx context.Context, q quorum.Quorums, opts Options) (Transversal, error) {
	if opts.Jobs < 0 || opts.MaxNodes < 0 {
		panic(fmt.Sprintf("transversals: Smallest: negative Jobs %d or MaxNodes %d", opts.Jobs, opts.MaxNodes))
	}
	f, ok := q.List()
	if !ok {
		return formulaTransversal(ctx, q)
	}
	if given.HasClosedForms(q) {
		if t, err := formulaTransversal(ctx, q); err == nil {
			return t, nil
		}
	}
	if f.Len() == 0 {
		return Transversal{LowerBy: "none"}, nil
	}
	search := transversal.Options{Jobs: opts.Jobs, MaxNodes: opts.MaxNodes, Most: DefaultNodes}
	if opts.Load != nil {
		search.Lower = func() int { return loadBound(f, opts.Load.Strategy) }
	}
	b := transversal.Smallest(ctx, f, search)
	t := Transversal{Set: b.Set, Size: b.Set.Len(), Lower: b.Lower, LowerBy: b.By, Packing: b.Packing}
	return t, between("size of a smallest transversal", t.Lower, t.Size, b.Stopped)
}

// between is limited for a whole number with the known bounds lower and upper.
func between(figure string, lower, upper int, cause error) error {
	if cause == nil {
		return nil
	}
	return &quorum.LimitError{Figure: figure, Lower: big.NewRat(int64(lower), 1), Upper: big.NewRat(int64(upper), 1), Cause: cause}
}

// loadBound returns ⌈1/L⌉ where L is the probability with which the strategy asks its busiest
// node, computed here in exact arithmetic; 0 if the strategy does not fit f.
//
// No transversal T has fewer nodes: every quorum drawn has a node in T, so that the probabilities
// with which the nodes of T are asked sum to at least 1, and none of them exceeds L. This holds for
// every strategy, and for families that do not intersect. An optimal strategy gives the best bound,
// ⌈1/load⌉.
func loadBound(f quorum.Family, strategy []loads.Chosen) int {
	asked := make([]*big.Rat, f.N())
	total := new(big.Rat)
	for _, c := range strategy {
		if c.Quorum < 0 || int(c.Quorum) >= f.Len() || c.Weight.Rat().Sign() < 0 {
			return 0
		}
		weight := c.Weight.Rat()
		total.Add(total, weight)
		for _, v := range f.Quorum(int(c.Quorum)) {
			if asked[v] == nil {
				asked[v] = new(big.Rat)
			}
			asked[v].Add(asked[v], weight)
		}
	}
	if total.Cmp(big.NewRat(1, 1)) != 0 {
		return 0
	}
	busiest := new(big.Rat)
	for _, p := range asked {
		if p != nil && p.Cmp(busiest) > 0 {
			busiest = p
		}
	}
	return bounds.ResilienceFromLoad(busiest) + 1
}
