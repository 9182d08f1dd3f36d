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

// formulaAvailability is At for quorums that are not listed.
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
