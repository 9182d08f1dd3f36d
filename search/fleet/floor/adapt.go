package floor

import (
	"context"
	"math/big"

	"coterie/fleet"
)

// adapting bounds what strategies can do that may be other ones at each share of reads, in two
// ways, of which the better counts. The means of what reads and writes ask over all shares are as
// if all were one share, the mean one: the mean over the shares of the busiest node's load is no
// less than the greatest mean of a node. And at each share the system does no better than the best
// one for that share alone; figures are means over the shares, and so are these bounds. Of the
// requirements only those that hold at each share are kept for them: what limits a mean is compared
// with the bound of the mean.
//
// Proof: docs/theorems/meeting-products.md (3).
func adapting(ctx context.Context, f *fleet.Fleet, goal fleet.Goal) (*Bound, error) {
	r := f.Require
	b, err := Find(ctx, alone(f, f.Workload.MeanReads()), goal)
	if err != nil || b.Absent {
		return b, err
	}
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
			g := alone(f, share.Reads)
			g.Require.Capacity, g.Require.Latency, g.Require.Network = nil, nil, nil
			at, err := Find(ctx, g, limited.goal)
			if err != nil || at.Absent {
				return at, err
			}
			mean.Add(mean, product(share.Weight, at.Value))
		}
		const by = "the best system of each share of reads"
		if limited.limit != nil && mean.Cmp(limited.limit) > 0 {
			return &Bound{Absent: true, By: by}, nil
		}
		if wanted && (b.Value == nil || mean.Cmp(b.Value) > 0) {
			b = &Bound{Unit: one, Value: mean, By: by}
		}
	}
	return b, nil
}

// alone returns f at one share of reads.
func alone(f *fleet.Fleet, reads *big.Rat) *fleet.Fleet {
	g := *f
	g.Workload.Adapts, g.Workload.Shares = false, []fleet.Share{{Reads: reads, Weight: one}}
	return &g
}

func inverse(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Inv(x)
}
