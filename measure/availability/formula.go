package availability

import (
	"context"
	"math/big"
	"slices"

	"coterie/internal/solve/given"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// formulaLive is CountLive by a formula.
func formulaLive(ctx context.Context, q quorum.Quorums) (LiveSets, error) {
	f, err := given.Formula(q)
	if err != nil {
		return LiveSets{}, err
	}
	counts, err := readonce.Live(ctx, f)
	if err != nil {
		return LiveSets{}, given.Limited(err)
	}
	return LiveSets{Counts: counts, Method: readonce.Method}, nil
}

// closedAvailability is At by a closed form of the family, or else by a formula. The error says
// that there is neither, or that it takes too long.
func closedAvailability(ctx context.Context, q quorum.Quorums, p []*big.Rat) (*big.Rat, error) {
	if len(p) == 1 {
		if terms := survival(q, maxClosedNodes); terms != nil {
			return survivalAt(terms, p[0]), nil
		}
	}
	return formulaAvailability(ctx, q, p)
}

// formulaAvailability is At by a formula.
func formulaAvailability(ctx context.Context, q quorum.Quorums, p []*big.Rat) (*big.Rat, error) {
	f, err := given.Formula(q)
	if err != nil {
		return nil, err
	}
	if len(p) == 1 {
		p = slices.Repeat(p, f.N())
	}
	value, err := readonce.Availability(ctx, f, p)
	return value, given.Limited(err)
}
