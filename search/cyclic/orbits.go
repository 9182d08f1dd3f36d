package cyclic

import (
	"context"
	"slices"

	"coterie/gf"
)

// seed stands for an orbit of sets of four residues under the maps x -> ux+t of Z_n,
// u a unit.
type seed struct {
	set     [4]int // 0 < the others, ascending
	size    int    // how many sets {0, a, b, c} are in the orbit
	classes int    // how many classes of differences the set has
}

// units lists the units of Z_n.
func units(n int) []int {
	var units []int
	for u := 1; u < n; u++ {
		if gf.GCD(u, n) == 1 {
			units = append(units, u)
		}
	}
	return units
}

// images visits the sets {0, a, b, c} of the orbit of a set, some of them more than
// once.
func images(n int, units []int, set [4]int, visit func(a, b, c int)) {
	for _, u := range units {
		for i := range set {
			var image [3]int
			for j := range image {
				image[j] = (set[(i+j+1)%4] - set[i] + n) * u % n
			}
			visit(image[0], image[1], image[2])
		}
	}
}

// seeds returns an orbit of each kind, those with the most classes of differences
// first, then by size: they take the least time, and what they rule out saves the most.
// Cost: O(n³); if ctx ends before, some are missing.
func seeds(ctx context.Context, n int, units []int) []seed {
	seen := make([]uint64, (n*n*n+63)/64)
	at := func(a, b, c int) int { return (a*n+b)*n + c }
	var seeds []seed
	for a := 1; a < n && ctx.Err() == nil; a++ {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				if i := at(a, b, c); seen[i>>6]>>(i&63)&1 != 0 {
					continue
				}
				seed := seed{set: [4]int{0, a, b, c}}
				images(n, units, seed.set, func(x, y, z int) {
					x, y = min(x, y), max(x, y)
					y, z = min(y, z), max(y, z)
					x, y = min(x, y), max(x, y)
					if i := at(x, y, z); seen[i>>6]>>(i&63)&1 == 0 {
						seen[i>>6] |= 1 << (i & 63)
						seed.size++
					}
				})
				var classes mask
				for i, x := range seed.set {
					for _, y := range seed.set[:i] {
						m := maskOf(min(x-y, n-x+y))
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
