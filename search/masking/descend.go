package masking

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// The most sets that are gone through for an action, the most orbits of them that are kept, and how
// many orbits few orbits are counted as, for the number of steps.
const (
	mostThrough = 200_000
	mostOrbits  = 4_000
	fewOrbits   = 480
)

// descend offers systems on n nodes that local search finds among those that an action keeps: runs
// of m of the nodes turn together, for each m; none does for m = 1. The sizes of quorums are those
// about which a mean between both bounds lies.
//
// A step keeps some of the orbits of quorums that the best strategy asks. It adds all that fit, the
// light ones first, under node weights near those that prove the load of the best. So a better
// system is near where the weights do not exclude it: each of its strategies asks a light quorum.
func (s *run) descend(ctx context.Context, n int) error {
	least, _ := s.floor(n)
	if !s.below(least) {
		return nil
	}
	low := int(math.Floor(bounds.NewFraction(least).Float64() * float64(n)))
	high := int(math.Ceil(s.Upper.Float64() * float64(n)))
	sum := int64(0)
	for k := low; k <= high; k++ {
		sum += min(binomial(n, k), mostThrough+1)
	}
	for m := 1; m <= n/2 && sum <= mostThrough; m++ {
		var list []orbit
		for k := low; k <= high; k++ {
			for at := range sets.Combinations[int32](n, k) {
				if len(list) > mostOrbits {
					break
				}
				x := sets.Mask(at)
				if all := turns(x, n, m); slices.Min(all) == x && s.fits(x, all) {
					list = append(list, orbit{sets: all})
				}
			}
		}
		if len(list) == 0 || len(list) > mostOrbits {
			continue
		}
		if err := s.among(ctx, list, n, m); err != nil {
			return err
		}
	}
	return nil
}

// orbit is sets that may only be quorums together.
type orbit struct {
	sets []uint64
	part []float64 // of each run of nodes, and of each node beyond, that is in one of them
	mass float64   // of one of them on average, and a random summand; below 0 if they are kept
	kept bool      // the best strategy asks them
}

// among takes the steps among orbits of runs of m nodes. The strategy that gives all sets of an
// orbit equal weights is as good as any, so a small linear program finds the load.
func (s *run) among(ctx context.Context, list []orbit, n, m int) error {
	var row []int32
	for i := range n/m + n%m {
		row = append(row, int32(i))
	}
	for i := range list {
		list[i].part = make([]float64, len(row))
		for v := range sets.Ones(list[i].sets[0]) {
			if v < n/m*m {
				list[i].part[v/m] += 1 / float64(m)
			} else {
				list[i].part[v-n/m*(m-1)]++
			}
		}
	}
	best, weights, program := 1.0, make([]float64, len(row)), lp.NewSmall()
	patience := (s.patience + s.patience*fewOrbits/len(list)) / m
	for left := patience; left > 0 && !s.Met() && ctx.Err() == nil; left-- {
		var light []*orbit
		for i := range list {
			o := &list[i]
			if o.mass = s.rng.Float64() / 10; o.kept && s.rng.IntN(3) > 0 {
				o.mass -= 2
			}
			for r, part := range o.part {
				o.mass += float64(part * weights[r])
			}
			if o.mass < best+.05 {
				light = append(light, o)
			}
		}
		slices.SortFunc(light, func(a, b *orbit) int { return cmp.Compare(a.mass, b.mass) })
		program.Reset(make([]lp.Sense, len(row)), slices.Repeat([]float64{1}, len(row)))
		var masks []uint64
		var chosen []*orbit
		for _, o := range light {
			if s.fits(o.sets[0], masks) {
				masks, chosen = append(masks, o.sets...), append(chosen, o)
				program.Add(-1, row, o.part)
			}
		}
		if program.Solve() != lp.Optimal || -1/program.Value > best+1e-9 { // one that ties moves the weights
			continue
		}
		if -1/program.Value < best-1e-9 {
			left = patience
		}
		best = -1 / program.Value
		for i := range list {
			list[i].kept = false
		}
		for j, o := range chosen {
			o.kept = program.X[j] > 0
		}
		for r, y := range program.Y {
			weights[r] = (weights[r] + y/program.Value) / 2
		}
		if s.Upper.Float64() <= best+1e-9 {
			continue
		}
		f, err := quorum.FamilyOfMasks(n, masks)
		if err != nil {
			return err
		}
		if err := s.offer(ctx, f, fmt.Sprintf("local search over systems that are kept if each run of %s turns", show.Count(m, "node"))+s.unused(n), Load); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}
