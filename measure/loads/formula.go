package loads

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// formulaLoad is Find for quorums that are not listed.
func formulaLoad(ctx context.Context, q quorum.Quorums) (Load, error) {
	f, err := given.Formula(q)
	if err != nil {
		return Load{}, err
	}
	s, err := readonce.Load(ctx, f)
	if err != nil {
		return Load{}, given.Limited(err)
	}
	l := Load{Value: bounds.NewFraction(s.Value), Method: readonce.Method}
	for i, nodes := range s.Quorums {
		l.Strategy = append(l.Strategy, Chosen{Quorum: -1, Nodes: nodes, Weight: bounds.NewFraction(s.Shares[i])})
	}
	for _, w := range s.NodeWeights {
		l.NodeWeights = append(l.NodeWeights, bounds.NewFraction(w))
	}
	return l, nil
}

// Value returns the load of quorums with a read-once formula, and the mean size of the quorums
// under the strategy of Find, where there are too many nodes for that strategy to be written out.
// The error is a *quorum.InputError without such a formula, or a *quorum.LimitError.
func Value(ctx context.Context, q quorum.Quorums) (load bounds.Fraction, size *big.Rat, err error) {
	f, err := given.Formula(q)
	if err != nil {
		return load, nil, err
	}
	value, size, err := readonce.Value(ctx, f)
	if err != nil {
		return load, nil, given.Limited(err)
	}
	return bounds.NewFraction(value), size, nil
}

// numbered gives the quorums of the strategy their indices in the list, in ascending order; false
// if the list lacks one of them.
func (l *Load) numbered(f quorum.Family) bool {
	var sets []quorum.Set
	for _, c := range l.Strategy {
		sets = append(sets, c.Nodes)
	}
	places, ok := given.Places(f, sets)
	for i, place := range places {
		l.Strategy[i].Quorum = place
	}
	slices.SortFunc(l.Strategy, func(a, b Chosen) int { return cmp.Compare(a.Quorum, b.Quorum) })
	return ok
}
