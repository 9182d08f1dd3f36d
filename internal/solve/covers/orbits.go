package covers

import (
	"context"
	"slices"
)

// seed represents an orbit of sets of four elements under the symmetries x -> α(x)g.
type seed struct {
	set     [4]int // 0 < the others, ascending
	size    int    // the number of sets {1, a, b, c} in the orbit
	classes int    // the number of classes of quotients of the set
}

// seeds returns an orbit of each kind, those with the most classes of quotients first, then by
// size: they take the least time, and ruling them out saves the most. Cost: O(n³) for each
// generator of the symmetries; if ctx ends before, some are missing.
func seeds(ctx context.Context, s *Space) []seed {
	seen := make([]uint64, (s.n*s.n*s.n+63)/64)
	var seeds []seed
	for a := 1; a < s.n && ctx.Err() == nil; a++ {
		for b := a + 1; b < s.n; b++ {
			for c := b + 1; c < s.n; c++ {
				if i := s.triple(a, b, c); seen[i>>6]>>(i&63)&1 != 0 {
					continue
				}
				seed := seed{set: [4]int{0, a, b, c}}
				s.orbit(seen, [3]int{a, b, c}, func(int, int, int) { seed.size++ })
				var classes mask
				for i, x := range seed.set {
					for _, y := range seed.set[:i] {
						m := s.class[x][y]
						classes.a |= m.a
						classes.b |= m.b
					}
				}
				seed.classes = classes.count()
				seeds = append(seeds, seed)
			}
		}
	}
	slices.SortStableFunc(seeds, func(p, q seed) int {
		if p.classes != q.classes {
			return q.classes - p.classes
		}
		return q.size - p.size
	})
	return seeds
}
