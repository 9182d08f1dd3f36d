package packing

import (
	"context"
	"math"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Number returns the greatest number of quorums of f, taken with repetition, such that no
// node v is in more than capacity[v] of them; a nil capacity means 1 everywhere, so that the
// quorums are pairwise disjoint. ok is false if the search takes more than the given steps.
func Number(f quorum.Family, capacity []int, steps int) (most int, ok bool) {
	if capacity == nil {
		capacity = slices.Repeat([]int{1}, f.N())
	}
	var quorums [][]int32
	for _, q := range f.All() {
		quorums = append(quorums, q)
	}
	list, ok := Most(context.Background(), quorums, capacity, func(int32) int { return 1 }, steps)
	return len(list), ok
}

// Most returns a longest list of sets, with repetition, such that no x is in more than capacity[x]
// of them. The weights, which are positive, bound the search. ok is false if it takes more than the
// given steps, or ctx ends.
//
// Branch and bound over the sets in order of size: the number taken from the sets j, j+1, ... is at
// most the sum of their own capacities (the least among their members), and at most the weight left
// on all members divided by the least weight of a set.
func Most[T ~int | ~int32](ctx context.Context, list [][]T, capacity []int, weight func(T) int, steps int) (most [][]T, ok bool) {
	n := len(list)
	s := &search[T]{ctx: ctx, list: slices.Clone(list), left: slices.Clone(capacity), steps: steps,
		weight: make([]int, n), after: make([]int, n+1), least: make([]int, n+1)}
	slices.SortStableFunc(s.list, func(a, b []T) int { return len(a) - len(b) })
	s.least[n] = math.MaxInt
	of := make([]int, len(capacity)) // the weight of each that occurs
	for j := n - 1; j >= 0; j-- {
		for _, x := range s.list[j] {
			of[x] = weight(x)
			s.weight[j] += of[x]
		}
		s.after[j] = s.after[j+1] + s.fits(j)
		s.least[j] = min(s.least[j+1], s.weight[j])
	}
	free := 0
	for x, w := range of {
		free += w * capacity[x]
	}
	s.extend(0, free)
	return s.most, n == 0 || s.steps > 0
}

type search[T ~int | ~int32] struct {
	ctx          context.Context
	list         [][]T // by size
	weight       []int // of each set
	left         []int // capacity left of each member
	after        []int // after[j] bounds the number that can be taken of the sets j, j+1, ...
	least        []int // least[j] is the least weight of these
	chosen, most [][]T
	steps        int
}

// fits returns how many times set j can be taken.
func (s *search[T]) fits(j int) int {
	least := math.MaxInt
	for _, x := range s.list[j] {
		least = min(least, s.left[x])
	}
	return least
}

// extend extends a choice of sets by those from index from on; free is the weight left.
func (s *search[T]) extend(from, free int) {
	if len(s.chosen) > len(s.most) {
		s.most = slices.Clone(s.chosen)
	}
	for j := from; j < len(s.list); j++ {
		if len(s.chosen)+min(s.after[j], free/s.least[j]) <= len(s.most) {
			return
		}
		if s.steps--; s.steps&0x3ff == 0 && par.Ended(s.ctx) != nil {
			s.steps = 0
		}
		if s.steps <= 0 {
			return
		}
		if s.fits(j) == 0 {
			continue
		}
		s.take(j, 1)
		s.chosen = append(s.chosen, s.list[j])
		s.extend(j, free-s.weight[j])
		s.chosen = s.chosen[:len(s.chosen)-1]
		s.take(j, -1)
	}
}

func (s *search[T]) take(j, times int) {
	for _, x := range s.list[j] {
		s.left[x] -= times
	}
}
