package floor

import (
	"context"
	"math/big"

	"coterie/fleet"
)

// adapting bounds what strategies can do that may be other ones at each share of reads. At each
// share the system does no better than the best one for that share alone; figures are means over
// the shares, and so are these bounds. Of the requirements only those that hold at each share are
// kept for them: what limits a mean is compared with the bound of the mean.
func adapting(ctx context.Context, f *fleet.Fleet, goal fleet.Goal) (*Bound, error) {
	r := f.Require
	b := &Bound{Unit: one}
	for _, limited := range []struct {
		goal  fleet.Goal
		limit *big.Rat
	}{{fleet.Load, inverse(r.Capacity)}, {fleet.LatencyGoal, r.Latency}, {fleet.Network, r.Network}} {
		wanted := goal == limited.goal || goal == fleet.Capacity && limited.goal == fleet.Load
		if !wanted && limited.limit == nil {
			continue
		}
		mean := new(big.Rat)
		for _, share := range f.Workload.Shares {
			alone := *f
			alone.Workload.Adapts = false
			alone.Workload.Shares = []fleet.Share{{Reads: share.Reads, Weight: one}}
			alone.Require.Capacity, alone.Require.Latency, alone.Require.Network = nil, nil, nil
			at, err := Find(ctx, &alone, limited.goal)
			if err != nil || at.Absent {
				return at, err
			}
			mean.Add(mean, product(share.Weight, at.Value))
		}
		const by = "the best system of each share of reads"
		if limited.limit != nil && mean.Cmp(limited.limit) > 0 {
			return &Bound{Absent: true, By: by}, nil
		}
		if wanted {
			b.Value, b.By = mean, by
		}
	}
	return b, nil
}

func inverse(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Inv(x)
}
