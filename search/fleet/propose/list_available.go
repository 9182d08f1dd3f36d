package propose

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"coterie/fleet"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// judgedExactly is how many systems on many nodes have their availability found.
const judgedExactly = 24

// byAvailability gives lists that are not available enough further quorums, and puts those last
// that still are not; where the availability is the goal it sorts by that.
func (v *view) byAvailability(ctx context.Context, all []draft, opts Options) ([]draft, error) {
	aim := v.goal == fleet.Availability
	if !aim && v.least == 0 {
		return all, nil
	}
	all = all[:min(judgedExactly, len(all))]
	count := par.Progress(opts.Progress).Count("availabilities", len(all))
	err := par.For(ctx, opts.Jobs, len(all), func(ctx context.Context, _, i int) error {
		defer count(1)
		w := &all[i]
		w.down = v.down(ctx, *w)
		if w.formula == nil && (aim || w.down > 1-v.least) {
			more := *w
			more.lists = v.reinforced(w.lists, rand.New(rand.NewPCG(opts.Seed, 3000+uint64(i))))
			if more.down = v.down(ctx, more); more.down < w.down {
				*w = more
			}
		}
		return par.Ended(ctx)
	})
	slices.SortStableFunc(all, func(a, b draft) int {
		x, y := a.excess, b.excess
		if v.least > 0 {
			x += math.Max(0, a.down-(1-v.least))
			y += math.Max(0, b.down-(1-v.least))
		}
		if c := cmp.Compare(x, y); c != 0 || !aim {
			return c
		}
		return cmp.Compare(a.down, b.down)
	})
	return all, err
}

// down is the greater of the probabilities that no read and that no write quorum lives; 1 where
// that is out of reach.
func (v *view) down(ctx context.Context, w draft) float64 {
	a, err := fleet.FindAvailability(ctx, v.f, v.system(w))
	if err != nil {
		return 1
	}
	return 1 - number(a.Least())
}

// reinforced adds quorums for failures that leave none, as chance brings them: of an operation that
// then has none, the least part of what is left that meets all quorums of the other one.
func (v *view) reinforced(lists [2][]uint64, rng *rand.Rand) [2][]uint64 {
	const (
		most   = 400 // of each operation
		trials = 300_000
	)
	crash, zone := make([]float64, v.n), make([]float64, len(v.f.Zones))
	members := make([]uint64, len(zone))
	for z := range zone {
		zone[z] = number(v.f.Zones[z].Crash)
	}
	for i, node := range v.f.Nodes {
		crash[i] = number(node.Crash)
		if node.Zone != fleet.NoZone {
			members[node.Zone] |= 1 << i
		}
	}
	for _, op := range []int{writes, reads} {
		own, other := slices.Clone(lists[op]), lists[1-op]
		if v.meeting && op == writes {
			other = slices.Concat(other, own)
		}
		for trial := 0; trial < trials && len(own) < len(lists[op])+most; trial++ {
			dead := uint64(0)
			for z, p := range zone {
				if rng.Float64() < p {
					dead |= members[z]
				}
			}
			for i, p := range crash {
				if rng.Float64() < p {
					dead |= 1 << i
				}
			}
			left := v.all &^ dead
			if slices.ContainsFunc(own, func(q uint64) bool { return q&dead == 0 }) || !meetsAll(left, other) {
				continue
			}
			own = append(own, leastPart(left, other, crash))
			if v.meeting && op == writes {
				other = append(other, own[len(own)-1])
			}
		}
		lists[op] = minimal(own)
	}
	return lists
}

// leastPart takes nodes out of a set that meets all of a family as long as it does, those first
// that are likeliest to be down.
func leastPart(set uint64, family []uint64, crash []float64) uint64 {
	for {
		drop, worst := -1, -1.0
		for i := range sets.Ones(set) {
			if crash[i] > worst && meetsAll(set&^(1<<i), family) {
				drop, worst = i, crash[i]
			}
		}
		if drop < 0 {
			return set
		}
		set &^= 1 << drop
	}
}
