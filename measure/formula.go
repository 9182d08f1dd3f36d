package measure

import (
	"context"
	"errors"
	"slices"

	"coterie/internal/solve/given"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// NeedsNoList reports whether every figure of a family is found by closed forms of its formula.
// Then a list of its quorums only serves to number them.
func NeedsNoList(f quorum.Formula) bool { return readonce.Whole(f) }

// ProvedThroughout reports whether theorems and counts of its family give the figures of an
// ordinary system without a list. They need not give a load with a strategy, so that it must not be
// among the figures of only.
func ProvedThroughout(s quorum.Known, only []Figure) bool {
	p := s.Proved
	return s.Kind == quorum.KindSystem && s.Origin != nil && s.Origin.Live() != nil && !slices.Contains(only, LoadFigure) &&
		p.Meet == quorum.Holds && p.Nondominated != quorum.Unknown && !p.Transversal.Empty() && !p.Sharing[0].Empty()
}

// formulaDomination is JudgeDomination for cartels that are not listed.
func formulaDomination[Q quorum.Quorums](ctx context.Context, cartels []Q) (Domination, error) {
	var formulas []quorum.Formula
	for _, c := range cartels {
		f, err := given.Formula(c)
		if err != nil {
			return Domination{}, err
		}
		formulas = append(formulas, f)
	}
	switch j := readonce.Domination(ctx, formulas...); {
	case j.Meet == quorum.Fails:
		return Domination{}, &quorum.InputError{Why: j.Reason, Sets: []quorum.Set{j.Split}}
	case j.Nondominated == quorum.Unknown && ctx.Err() != nil:
		return Domination{}, given.Ended(ctx)
	case j.Nondominated == quorum.Unknown:
		return Domination{}, given.Limited(errors.New(j.Reason))
	default:
		return Domination{Witness: j.Witness, Method: readonce.Method}, nil
	}
}
