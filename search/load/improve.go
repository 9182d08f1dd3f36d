package load

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"coterie/measure/loads"
	"coterie/quorum"
)

// rounds is how many times local search starts, and loadSteps how many sets it may add in one
// start.
const (
	rounds = 150
	steps  = 60
)

// improve looks for a system that is better than what was constructed, by generating columns: a
// family of sets that meet has a best strategy and node weights that prove its load L; a set S with
// a weight below L that meets all quorums which the strategy asks may join them, and those that it
// does not meet leave: the load does not grow. Where there is no such set, some quorums are taken
// away, and it starts again with random weights. It starts from parts of planes and from the best
// system so far. The sets of random choice come from the seed.
func (s *run) improve(ctx context.Context) error {
	best := asked(*s.Load)
	starts, err := s.parts(ctx)
	if err != nil {
		return err
	}
	current := best
	for round := range rounds {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if round%25 == 0 {
			s.Count("rounds of local search", round, rounds)
		}
		switch {
		case round < len(starts):
			current = starts[round]
		case round == len(starts):
			current = best
		default:
			current = shaken(s.n, best, s.rng)
		}
		before := s.Upper
		current, err := s.descend(ctx, current)
		if err != nil || s.Met() {
			return err
		}
		if s.Upper.Cmp(*before) < 0 {
			best = current
		}
	}
	return nil
}

// asked returns the quorums that a strategy asks.
func asked(load loads.Load) []uint64 {
	var sets []uint64
	for _, c := range load.Strategy {
		sets = append(sets, c.Nodes.Mask())
	}
	return sets
}

// parts are the lines of the next plane that avoid some nodes, several times, with the others
// renumbered.
func (s *run) parts(ctx context.Context) ([][]uint64, error) {
	order := 2
	for order*(order+1)+1 < s.n || !s.mayPuncture(order) {
		order++
	}
	plane, _, err := plane(ctx, order)
	if err != nil {
		return nil, err
	}
	var starts [][]uint64
	for range rounds / 3 {
		to := s.rng.Perm(plane.Family().N())
		var sets []uint64
		for _, q := range plane.Family().All() {
			set := uint64(0)
			for _, v := range q {
				set |= 1 << to[v]
			}
			if set>>s.n == 0 {
				sets = append(sets, set)
			}
		}
		if len(sets) > 0 {
			starts = append(starts, sets)
		}
	}
	return starts, nil
}

// shaken leaves out some sets, and adds the lightest ones under random weights.
func shaken(n int, sets []uint64, rng *rand.Rand) []uint64 {
	kept := slices.Clone(sets)
	rng.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	kept = kept[:max(1, len(kept)-1-rng.IntN(max(1, len(kept)/2)))]
	for range 1 + rng.IntN(3) {
		weights := make([]float64, n)
		for v := range weights {
			weights[v] = 1 + rng.Float64()
		}
		if set, _ := lightest(weights, kept, float64(2*n)); set != 0 {
			kept = joined(kept, set)
		}
	}
	return kept
}

// joined adds a set that meets all others, and keeps the minimal ones.
func joined(sets []uint64, set uint64) []uint64 {
	if slices.ContainsFunc(sets, func(other uint64) bool { return other&^set == 0 }) {
		return sets
	}
	return append(slices.DeleteFunc(slices.Clone(sets), func(other uint64) bool { return set&^other == 0 || set&other == 0 }), set)
}

// descend adds sets as long as that may lower the load, offers what it finds, and returns it.
func (s *run) descend(ctx context.Context, sets []uint64) ([]uint64, error) {
	for range steps {
		family := family(s.n, sets)
		load, err := loads.Find(ctx, family, loads.Options{Sparse: true})
		if err != nil {
			return nil, err
		}
		if err := s.keep(ctx, family, load, "local search"); err != nil {
			return nil, err
		}
		if s.Met() {
			return sets, nil
		}
		weights := make([]float64, s.n)
		for v, w := range load.NodeWeights {
			weights[v] = w.Float64()
		}
		asked := asked(load)
		const slack = 1e-9
		set, _ := lightest(weights, asked, load.Value.Float64()-slack)
		if set == 0 {
			return asked, nil
		}
		sets = joined(asked, set)
	}
	return sets, nil
}

// lightest returns a set that meets all sets and weighs less than limit, the lightest one within
// the work that it may do, and its weight; 0 if there is none. It branches over the members of a
// set that is not met yet.
func lightest(weights []float64, sets []uint64, limit float64) (best uint64, weight float64) {
	const work = 200_000
	steps := 0
	var branch func(chosen, banned uint64, sum float64)
	branch = func(chosen, banned uint64, sum float64) {
		if steps++; steps > work {
			return
		}
		open, fewest := uint64(0), 65
		for _, set := range sets {
			if set&chosen != 0 {
				continue
			}
			if left := bits.OnesCount64(set &^ banned); left < fewest {
				open, fewest = set, left
			}
		}
		if fewest == 65 {
			best, limit = chosen, sum
			return
		}
		members := quorum.SetOfMask(open &^ banned).Nodes()
		slices.SortStableFunc(members, func(a, b int) int {
			return cmp.Compare(weights[a], weights[b])
		})
		for _, v := range members {
			if sum+weights[v] >= limit {
				return // and so do the heavier ones
			}
			branch(chosen|1<<v, banned, sum+weights[v])
			banned |= 1 << v
		}
	}
	branch(0, 0, 0)
	return best, limit
}
