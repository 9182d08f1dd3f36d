package total

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"coterie/construct"
	"coterie/construct/degenerate"
	"coterie/gf"
	"coterie/internal/solve/sets"
	"coterie/planes"
	"coterie/quorum"
)

// candidates yields coverings of the pairs of n sites by at most n blocks of at most r,
// from constructions, each without what it does not need, with the words that say where it comes
// from; there may be none.
//
//   - The star, r = n: one block of all sites. S_i = {1, i}, the total is 2n-1.
//   - Planes with weights. The sites are spread over the points of a projective plane
//     of order q, w_p of them on point p; a block is all that is on a line. Two sites on
//     different points are on the line of these points, two on one point on each line through
//     it. Order 1 is the triangle, three blocks of two thirds of the sites: its total is
//     3n-3, the least for r < n. Points of weight 0 truncate the plane.
//   - Families of site assignments (degenerate planes and the grid), if no responsibility is
//     beyond r.
func candidates(ctx context.Context, n, r int, seed uint64) iter.Seq2[cover, string] {
	return func(yield func(cover, string) bool) {
		if r >= n {
			if !yield(cover{n, [][]int{sets.Identity(n)}}, "the star, S_i = {1, i}") {
				return
			}
		}
		give := func(c cover, by string) bool {
			c = c.pruned()
			return !c.covers(r) || yield(c, by)
		}
		for q := 1; q*q < 2*n && q <= 32; q++ { // with more points most have no site
			if ctx.Err() != nil {
				return
			}
			if _, _, ok := gf.PrimePower(q); q > 1 && !ok {
				continue
			}
			plane, err := planes.NewProjective(ctx, q)
			if err != nil {
				continue
			}
			if !give(weighted(plane, n, r, seed), fmt.Sprintf("a plane of order %d, sites spread over its points", q)) {
				return
			}
		}
		for _, family := range []struct {
			name  string
			build func() (*quorum.System, error)
		}{
			{"degenerate-fpp", func() (*quorum.System, error) {
				d, err := degenerate.Search(ctx, n, 0)
				if err != nil {
					return nil, err
				}
				return d.System(ctx, "")
			}},
			{"grid", func() (*quorum.System, error) { return quorum.As[*quorum.System](construct.Grid(n)) }},
		} {
			if ctx.Err() != nil {
				return
			}
			s, err := family.build()
			if err != nil {
				continue // n is beyond the family, or the context ended
			}
			sets := make([][]int, n)
			for i := range sets {
				for _, v := range s.SiteFamily().Quorum(i) {
					sets[i] = append(sets[i], int(v))
				}
			}
			if !give(blocks(sets), fmt.Sprintf("%s:n=%d, without what is not needed", family.name, n)) {
				return
			}
		}
	}
}

// weighted spreads n sites over the points of a plane so that no line has more than r, if
// it can, and the total is small: a local search of a number of steps that depends on the
// plane and n alone.
func weighted(plane *planes.Plane, n, r int, seed uint64) cover {
	random := rand.New(rand.NewPCG(seed, uint64(plane.Order())))
	at := make([]int, n) // the point of each site
	on := make([]int, plane.Lines())
	for i := range at {
		at[i] = i % plane.Points()
		for _, l := range plane.LinesThrough(at[i]) {
			on[l]++
		}
	}
	// A line with k sites costs k-1; beyond r each site costs more than any cover.
	price := func(sites int) int { return max(sites-1, 0) + 4*n*max(sites-r, 0) }
	for range 200 * n {
		i, to := random.IntN(n), random.IntN(plane.Points())
		if to == at[i] {
			continue
		}
		change := 0
		for _, l := range plane.LinesThrough(at[i]) {
			change += price(on[l]-1) - price(on[l])
			on[l]--
		}
		for _, l := range plane.LinesThrough(to) {
			change += price(on[l]+1) - price(on[l])
			on[l]++
		}
		if change <= 0 {
			at[i] = to
			continue
		}
		for _, l := range plane.LinesThrough(to) {
			on[l]--
		}
		for _, l := range plane.LinesThrough(at[i]) {
			on[l]++
		}
	}
	c := cover{n: n}
	for l := range plane.Lines() {
		var block []int
		for i, p := range at {
			if slices.Contains(plane.LinesThrough(p), int32(l)) {
				block = append(block, i)
			}
		}
		if len(block) > 1 {
			c.blocks = append(c.blocks, block)
		}
	}
	return c
}
