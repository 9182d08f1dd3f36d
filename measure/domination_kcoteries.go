package measure

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/solve/dominating"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// noDominatingKCoterie is the proof of DominatingKCoterie that there is none.
const noDominatingKCoterie = "no model of: another k-coterie that dominates it (gini)"

// DominatingKCoterie looks for a k-coterie on the nodes of c that dominates it: another one, each
// quorum of c containing one of its quorums. It returns nil if there is none, so that c is
// nondominated among k-coteries.
//
// Cost: that of a SAT solver; tenths of a second for n = 8, k = 2. The error is a
// *quorum.InputError if c is no k-coterie, and a *quorum.LimitError beyond 12 nodes or 3 million
// clauses, and where the solver reaches its limit or ctx ends.
//
// Proof: docs/theorems/k-coterie-domination.md.
func DominatingKCoterie(ctx context.Context, c *quorum.KCoterie, opts DominationOptions) (*quorum.KCoterie, error) {
	f, err := dominating.New(ctx, c)
	if err != nil {
		return nil, err
	}
	s := sat.NewSolver(f.CNF, sat.Options{Seed: opts.Seed, Limit: opts.withDefaults().SATRounds})
	switch verdict, err := s.Solve(ctx); {
	case verdict == sat.Unsat:
		return nil, nil
	case verdict == sat.Sat:
		return f.Decode(ctx, s.Model())
	case errors.Is(err, sat.ErrLimit):
		return nil, &quorum.LimitError{What: "rounds of the SAT solver", Limit: opts.withDefaults().SATRounds}
	default:
		return nil, fmt.Errorf("sat: %w", err)
	}
}

// semicoterieGap returns a set of nodes that can be added to c so that still no k+1 quorums are
// pairwise disjoint: it contains no quorum, and its complement no k disjoint ones. There is none
// iff c is nondominated among k-semicoteries (Harada and Yamashita). c has at most 12 nodes.
func semicoterieGap(c *quorum.KCoterie) (gap quorum.Set, found bool) {
	n := c.N()
	live := sets.Up(n, c.Family().All())
	quorums := sets.AppendMinimal[uint32](nil, live)
	packed := live // the sets that contain so many disjoint quorums
	for range c.K() - 1 {
		more := sets.NewTable(n)
		for set := range 1 << n {
			for _, q := range quorums {
				if int(q)&^set == 0 && packed.Bits.Has(set&^int(q)) {
					more.Bits.Add(set)
					break
				}
			}
		}
		packed = more
	}
	full := 1<<n - 1
	for set := 1; set <= full; set++ {
		if !live.Bits.Has(set) && !packed.Bits.Has(full&^set) {
			return quorum.SetOfMask(set), true
		}
	}
	return gap, false
}
