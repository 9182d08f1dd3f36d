package construct

import (
	"context"
	"fmt"
	"slices"

	"coterie/quorum"
)

// countedLimit is the number of quorums up to which figures without a closed form are counted on
// the list of the system that they rest on.
const countedLimit = 100_000

// cartelsOf returns the families of a structure: its cartels, or its one family. It panics on a
// sharing structure.
func cartelsOf(s quorum.Structure) []quorum.Family {
	switch s := s.(type) {
	case *quorum.System:
		return []quorum.Family{s.Family()}
	case *quorum.KCoterie:
		return []quorum.Family{s.Family()}
	case *quorum.GroupSystem:
		cartels := make([]quorum.Family, s.Groups())
		for i := range cartels {
			cartels[i] = s.Cartel(i)
		}
		return cartels
	}
	panic("construct: a structure without quorums of its own")
}

// countedShape returns the figures of a listed system, without regard to sites.
func countedShape(method string, s quorum.Structure) Shape {
	shape := Shape{Method: method}
	responsibilities := make([]int, s.N())
	cartels := cartelsOf(s)
	for i, f := range cartels {
		least, greatest := f.Sizes()
		if i == 0 {
			shape.MinQuorum = least
		}
		shape.MinQuorum, shape.MaxQuorum = min(shape.MinQuorum, least), max(shape.MaxQuorum, greatest)
		for v, r := range f.Responsibilities() {
			responsibilities[v] += r
		}
	}
	shape.MinResponsibility = bigOf(slices.Min(responsibilities))
	shape.MaxResponsibility = bigOf(slices.Max(responsibilities))
	if s.Kind() == quorum.KindGroupSystem {
		shape.setDegree(leastPacking(cartels, func(int) []int { return nil }))
	}
	return shape
}

// setDegree enters a degree that was searched for.
func (s *Shape) setDegree(degree int, found bool) {
	if !found {
		s.Method += fmt.Sprintf(", the degree not found in %d steps", packingSteps)
		return
	}
	s.Degree = degree
}

// listedShape is Shape with the responsibilities counted on the listed quorums, where an assignment
// of sites may count otherwise. Sites of the families are a bijection to the quorums, unless they
// all share a single one.
func listedShape(i *Instance) (Shape, error) {
	s, err := i.Shape()
	if err != nil || s.Unknown != "" || s.Quorums.Cmp(bigOf(1)) != 0 {
		return s, err
	}
	s.MaxResponsibility, s.MinResponsibility = bigOf(1), bigOf(0)
	if s.MinQuorum == s.N {
		s.MinResponsibility = bigOf(1)
	}
	return s, nil
}

// listCartels lists the families of an instance under the limit for counting.
func listCartels(ctx context.Context, i *Instance) ([]quorum.Family, error) {
	s, err := i.list(ctx, i.Spec(), countedLimit)
	if err != nil {
		return nil, err
	}
	return cartelsOf(s), nil
}

// packingSteps bounds the exact search for a degree, about a tenth of a second.
const packingSteps = 5_000_000

// leastPacking returns the least over the families of their packing numbers, with capacity(i) for
// family i, and whether all of them were found.
func leastPacking(families []quorum.Family, capacity func(i int) []int) (least int, found bool) {
	for i, f := range families {
		p, ok := packingNumber(f, capacity(i))
		if !ok {
			return 0, false
		}
		if i == 0 || p < least {
			least = p
		}
	}
	return least, true
}

// packingNumber returns the greatest number of quorums of f, taken with repetition, such that no
// node v is in more than capacity[v] of them; a nil capacity is 1 everywhere, and the number then
// that of pairwise disjoint quorums. It is not ok if the search takes more than packingSteps.
//
// Branch and bound over the quorums in order of size: whatever is taken from the quorums j, j+1,
// ... is at most the sum of their own capacities (the least among their nodes), and at most the
// capacity left over all nodes by the size of the smallest quorum.
func packingNumber(f quorum.Family, capacity []int) (most int, ok bool) {
	if f.Len() == 0 {
		return 0, true
	}
	s := &packingSearch{left: slices.Clone(capacity), steps: packingSteps}
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
	s.search(0, 0, free)
	return s.most, s.steps > 0
}

type packingSearch struct {
	quorums [][]int32 // by size
	left    []int     // capacity left at each node
	after   []int     // after[j] bounds what can be taken of the quorums j, j+1, ...
	most    int
	steps   int
}

// fits returns how many times quorum j can be taken.
func (s *packingSearch) fits(j int) int {
	least := s.left[s.quorums[j][0]]
	for _, v := range s.quorums[j] {
		least = min(least, s.left[v])
	}
	return least
}

// search extends a choice of taken quorums by those from index from on; free is the capacity left.
func (s *packingSearch) search(from, taken, free int) {
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
		s.search(j, taken+1, free-size)
		for _, v := range s.quorums[j] {
			s.left[v]++
		}
	}
}
