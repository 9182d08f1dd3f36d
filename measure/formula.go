package measure

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// listOf returns the quorums, for a figure that needs their list.
func listOf(q quorum.Quorums) (quorum.Family, error) {
	f, ok := q.List()
	if !ok {
		return f, badInput("the quorums of one family are needed, in a list")
	}
	return f, nil
}

// listsOf is listOf for several cartels.
func listsOf[Q quorum.Quorums](cartels []Q) ([]quorum.Family, error) {
	families := make([]quorum.Family, len(cartels))
	for i, c := range cartels {
		var err error
		if families[i], err = listOf(c); err != nil {
			return nil, err
		}
	}
	return families, nil
}

// readOnce returns the formula of quorums that are not listed, for its closed forms.
func readOnce(q quorum.Quorums) (quorum.Formula, error) {
	f, ok := q.Formula()
	if !ok {
		return f, badInput("the quorums of one family are needed, in a list or by a formula")
	}
	return f, limited(readonce.Check(f))
}

// hasClosedForms reports whether the closed forms of read-once formulas are for these quorums: then
// they are asked first, listed or not, so that a small system takes no longer than a large one.
func hasClosedForms(q quorum.Quorums) bool {
	f, ok := q.Formula()
	return ok && f.ReadOnce()
}

// NeedsNoList reports whether every figure of a family is found by closed forms of its formula, so
// that a list of its quorums serves to number them alone.
func NeedsNoList(f quorum.Formula) bool { return readonce.Whole(f) }

// numbered returns the places of the quorums of a list, from 1, by their nodes; 0 is for none.
func numbered(f quorum.Family) map[string]quorum.Index {
	places := make(map[string]quorum.Index, f.Len())
	for i := range f.Len() {
		if key := f.Set(i).String(); places[key] == 0 {
			places[key] = quorum.Index(i) + 1
		}
	}
	return places
}

// numbered gives the quorums of the strategy their places in the list, in ascending order; false if
// one of them is not there.
func (l *Load) numbered(f quorum.Family) bool {
	places := numbered(f)
	for i, c := range l.Strategy {
		at := places[c.Nodes.String()]
		if at == 0 {
			return false
		}
		l.Strategy[i].Quorum = at - 1
	}
	slices.SortFunc(l.Strategy, func(a, b Chosen) int { return cmp.Compare(a.Quorum, b.Quorum) })
	return true
}

// numbered is the same for disjoint quorums.
func (p *Packing) numbered(f quorum.Family) bool {
	places := numbered(f)
	var list []quorum.Index
	for _, s := range p.Sets {
		at := places[s.String()]
		if at == 0 {
			return false
		}
		list = append(list, at-1)
	}
	slices.Sort(list)
	p.Quorums, p.Sets = list, nil
	return true
}

// formulaLoad is FindLoad for quorums that are not listed.
func formulaLoad(ctx context.Context, q quorum.Quorums, opts LoadOptions) (Load, error) {
	f, err := readOnce(q)
	if err != nil {
		return Load{}, err
	}
	if opts.Capacities != nil {
		return Load{}, loadInputError("capacities are for listed quorums")
	}
	s, err := readonce.Load(ctx, f)
	if err != nil {
		return Load{}, limited(err)
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

// formulaLive is CountLive by a formula.
func formulaLive(ctx context.Context, q quorum.Quorums) (LiveSets, error) {
	f, err := readOnce(q)
	if err != nil {
		return LiveSets{}, err
	}
	counts, err := readonce.Live(ctx, f)
	if err != nil {
		return LiveSets{}, limited(err)
	}
	return LiveSets{Counts: counts, Method: readonce.Method}, nil
}

// formulaAvailability is AvailabilityAt for quorums that are not listed.
func formulaAvailability(ctx context.Context, q quorum.Quorums, p []*big.Rat) (*big.Rat, error) {
	f, err := readOnce(q)
	if err != nil {
		return nil, err
	}
	if len(p) == 1 {
		p = slices.Repeat(p, f.N())
	}
	value, err := readonce.Availability(ctx, f, p)
	return value, limited(err)
}

// formulaTransversal is SmallestTransversal for quorums that are not listed: it is the smallest
// quorum of the dual.
func formulaTransversal(ctx context.Context, q quorum.Quorums) (Transversal, error) {
	f, err := readOnce(q)
	if err != nil {
		return Transversal{}, err
	}
	t, err := f.Dual().Smallest(ctx)
	if err != nil && ctx.Err() != nil {
		return Transversal{}, ended(ctx)
	}
	if err != nil {
		return Transversal{}, limited(err)
	}
	return Transversal{Set: t, Size: t.Len(), Lower: t.Len(), LowerBy: readonce.Method}, nil
}

// formulaDisjoint is MaxDisjoint for quorums that are not listed.
func formulaDisjoint(ctx context.Context, q quorum.Quorums) (Packing, error) {
	f, err := readOnce(q)
	if err != nil {
		return Packing{}, err
	}
	list, err := readonce.Disjoint(ctx, f)
	if err != nil {
		return Packing{}, limited(err)
	}
	return Packing{Sets: list, Upper: len(list), UpperBy: readonce.Method}, nil
}

// formulaDomination is JudgeDomination for cartels that are not listed.
func formulaDomination[Q quorum.Quorums](ctx context.Context, cartels []Q) (Domination, error) {
	var formulas []quorum.Formula
	for _, c := range cartels {
		f, err := readOnce(c)
		if err != nil {
			return Domination{}, err
		}
		formulas = append(formulas, f)
	}
	switch j := readonce.Domination(ctx, formulas...); {
	case j.Meet == quorum.Fails:
		return Domination{}, &quorum.InputError{Why: j.Reason, Sets: []quorum.Set{j.Split}}
	case j.Nondominated == quorum.Unknown && ctx.Err() != nil:
		return Domination{}, ended(ctx)
	case j.Nondominated == quorum.Unknown:
		return Domination{}, limited(errors.New(j.Reason))
	default:
		return Domination{Witness: j.Witness, Method: readonce.Method}, nil
	}
}
