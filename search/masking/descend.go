package masking

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/measure/loads"
	"coterie/quorum"
)

// The most sets that are gone through for an action, the most orbits of them that are kept, and the
// steps after the last that led to a smaller load: so many for all orbits together, besides 250.
const (
	mostThrough = 200_000
	mostOrbits  = 4_000
	descent     = 120_000
)

// descend offers systems that local search finds among those that an action keeps: runs of m of the
// nodes turn together, for each m; none does for m = 1. The sizes of quorums are those about which
// a mean between both bounds lies.
//
// A step keeps some of the orbits of quorums that the best strategy asks. It adds all that fit, the
// light ones first, under node weights near those that prove the load of the best. So a better
// system is near where the weights do not exclude it: each of its strategies asks a light quorum.
func (s *run) descend(ctx context.Context) error {
	low := int(math.Floor(s.Lower.Float64() * float64(s.n)))
	high := int(math.Ceil(s.Upper.Float64() * float64(s.n)))
	sum := int64(0)
	for k := low; k <= high; k++ {
		sum += min(binomial(s.n, k), mostThrough+1)
	}
	for m := 1; m <= s.n/2 && sum <= mostThrough; m++ {
		var list []orbit
		for k := low; k <= high; k++ {
			for at := range sets.Combinations[int32](s.n, k) {
				x := sets.Mask(at)
				all := turns(x, s.n, m)
				if len(list) <= mostOrbits && slices.Min(all) == x && s.fits(x, all) {
					list = append(list, orbit{sets: all})
				}
			}
		}
		if len(list) == 0 || len(list) > mostOrbits {
			continue
		}
		if err := s.among(ctx, list, m); err != nil {
			return err
		}
	}
	return nil
}

// orbit is sets that may only be quorums together.
type orbit struct {
	sets []uint64
	mass float64 // of one of them on average, and a random summand; below 0 if they are kept
}

// among takes the steps among orbits of runs of m nodes.
func (s *run) among(ctx context.Context, list []orbit, m int) error {
	best, asked, weights := 1.0, []uint64(nil), make([]float64, s.n)
	for left := (250 + descent/len(list)) / m; left > 0 && !s.Met() && ctx.Err() == nil; left-- {
		for i := range list {
			o := &list[i]
			if o.mass = s.rng.Float64() / 10; slices.Contains(asked, o.sets[0]) && s.rng.IntN(3) > 0 {
				o.mass -= 2
			}
			for _, x := range o.sets {
				for v := range sets.Ones(x) {
					o.mass += weights[v] / float64(len(o.sets))
				}
			}
		}
		slices.SortFunc(list, func(a, b orbit) int { return cmp.Compare(a.mass, b.mass) })
		var masks []uint64
		for _, o := range list {
			if (masks == nil || o.mass < best+.05) && s.fits(o.sets[0], masks) {
				masks = append(masks, o.sets...)
			}
		}
		f, err := quorum.FamilyOfMasks(s.n, masks)
		if err != nil {
			return err
		}
		load, err := loads.Find(ctx, f, loads.Options{})
		if err != nil {
			return err
		}
		if load.Value.Float64() > best { // one that ties moves the weights
			continue
		}
		if load.Value.Float64() < best {
			left = (250 + descent/len(list)) / m
		}
		best, asked = load.Value.Float64(), nil
		for _, q := range load.Strategy {
			asked = append(asked, q.Nodes.Mask())
		}
		for v, w := range load.NodeWeights {
			weights[v] = (weights[v] + w.Float64()) / 2
		}
		if s.Upper.Cmp(load.Value) <= 0 {
			continue
		}
		if err := s.offer(ctx, f, fmt.Sprintf("local search over systems that are kept if each run of %s turns", show.Count(m, "node")), Load); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}
