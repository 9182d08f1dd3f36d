package transversals

import (
	"context"
	"slices"

	"coterie/internal/solve/given"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// formulaTransversal is Smallest for quorums that are not listed: it is the smallest
// quorum of the dual.
func formulaTransversal(ctx context.Context, q quorum.Quorums) (Transversal, error) {
	f, err := given.Formula(q)
	if err != nil {
		return Transversal{}, err
	}
	t, err := f.Dual().Smallest(ctx)
	if err != nil && ctx.Err() != nil {
		return Transversal{}, given.Ended(ctx)
	}
	if err != nil {
		return Transversal{}, given.Limited(err)
	}
	return Transversal{Set: t, Size: t.Len(), Lower: t.Len(), LowerBy: readonce.Method}, nil
}

// formulaDisjoint is MaxDisjoint for quorums that are not listed.
func formulaDisjoint(ctx context.Context, q quorum.Quorums) (Packing, error) {
	f, err := given.Formula(q)
	if err != nil {
		return Packing{}, err
	}
	list, err := readonce.Disjoint(ctx, f)
	if err != nil {
		return Packing{}, given.Limited(err)
	}
	return Packing{Sets: list, Upper: len(list), UpperBy: readonce.Method}, nil
}

// numbered gives disjoint quorums their indices in the list; false if the list lacks one of them.
func (p *Packing) numbered(f quorum.Family) (ok bool) {
	p.Quorums, ok = given.Places(f, p.Sets)
	slices.Sort(p.Quorums)
	p.Sets = nil
	return ok
}
