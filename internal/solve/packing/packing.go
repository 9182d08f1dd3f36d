package packing

import (
	"slices"

	"coterie/quorum"
)

// Number returns the greatest number of quorums of f, taken with repetition, such that no
// node v is in more than capacity[v] of them; a nil capacity means 1 everywhere, so that the
// quorums are pairwise disjoint. ok is false if the search takes more than the given steps.
//
// Branch and bound over the quorums in order of size: the number taken from the quorums j, j+1, ...
// is at most the sum of their own capacities (the least among their nodes), and at most the
// capacity left on all nodes divided by the size of the smallest quorum.
func Number(f quorum.Family, capacity []int, steps int) (most int, ok bool) {
	if f.Len() == 0 {
		return 0, true
	}
	s := &search{left: slices.Clone(capacity), steps: steps}
	if capacity == nil {
		s.left = slices.Repeat([]int{1}, f.N())
	}
	occurs := make([]bool, f.N())
	for _, q := range f.All() {
		s.quorums = append(s.quorums, q)
		for _, v := range q {
			occurs[v] = true
		}
	}
	slices.SortStableFunc(s.quorums, func(a, b []int32) int { return len(a) - len(b) })
	s.after = make([]int, len(s.quorums)+1)
	for j := len(s.quorums) - 1; j >= 0; j-- {
		s.after[j] = s.after[j+1] + s.fits(j)
	}
	free := 0
	for v, is := range occurs {
		if is {
			free += s.left[v]
		}
	}
	s.extend(0, 0, free)
	return s.most, s.steps > 0
}

type search struct {
	quorums [][]int32 // by size
	left    []int     // capacity left at each node
	after   []int     // after[j] bounds the number that can be taken of the quorums j, j+1, ...
	most    int
	steps   int
}

// fits returns how many times quorum j can be taken.
func (s *search) fits(j int) int {
	least := s.left[s.quorums[j][0]]
	for _, v := range s.quorums[j] {
		least = min(least, s.left[v])
	}
	return least
}

// extend extends a choice of taken quorums by those from index from on; free is the capacity left.
func (s *search) extend(from, taken, free int) {
	s.most = max(s.most, taken)
	for j := from; j < len(s.quorums); j++ {
		size := len(s.quorums[j])
		if taken+min(s.after[j], free/size) <= s.most {
			return
		}
		if s.steps--; s.steps <= 0 {
			return
		}
		if s.fits(j) == 0 {
			continue
		}
		for _, v := range s.quorums[j] {
			s.left[v]--
		}
		s.extend(j, taken+1, free-size)
		for _, v := range s.quorums[j] {
			s.left[v]++
		}
	}
}
