package search

import (
	"context"
	"slices"

	"coterie/bounds"
)

// cyclicCover answers whether Z_n has a difference cover of at most k residues, and returns
// one of exactly k if it has: ascending from 0, the same for every number of jobs. decided
// is false if ctx ended before the answer, or n > cyclicMaxN and nothing simple decides.
// It panics unless 1 <= k <= n.
func cyclicCover(ctx context.Context, n, k, jobs int) (cover []int, decided bool) {
	if k < 1 || k > n {
		panic("search: a cover of fewer than 1 or more than n residues")
	}
	switch {
	case k*(k-1)+1 < n:
		return nil, true
	case k <= 2: // n <= 3, where {0, 1} is a cover, and n = 1, where {0} is
		return []int{0, 1}[:k], true
	case n > cyclicMaxN:
		return nil, false
	}
	s := newCyclicSearch(n, k)
	s.stop = func() bool { return ctx.Err() != nil }
	s.done = make([][]int32, n)
	orbits := cyclicOrbits(n)
	slices.SortStableFunc(orbits, func(a, b cyclicOrbit) int { return len(b.pairs) - len(a.pairs) })
	for _, o := range orbits {
		if ctx.Err() != nil || s.below(s.node(o.triple[:])) {
			break
		}
		for _, p := range o.pairs {
			s.done[p[0]] = append(s.done[p[0]], int32(p[1]))
		}
	}
	if s.found == nil {
		return nil, ctx.Err() == nil
	}
	return cyclicPadded(n, k, s.found), true
}

// cyclicPadded returns a cover with the least other residues added up to k, ascending.
func cyclicPadded(n, k int, cover []int) []int {
	cover = slices.Clone(cover)
	for x := 0; len(cover) < k; x++ {
		if !slices.Contains(cover, x) {
			cover = append(cover, x)
		}
	}
	slices.Sort(cover)
	return cover
}

// cyclicLeast returns a smallest difference cover of Z_n and its size as both bounds; if
// ctx ends before, cover is nil and lower is what was proved.
func cyclicLeast(ctx context.Context, n, jobs int) (cover []int, lower int) {
	for k := bounds.MaekawaSize(n); ; k++ {
		cover, decided := cyclicCover(ctx, n, k, jobs)
		if cover != nil || !decided {
			return cover, k
		}
	}
}
