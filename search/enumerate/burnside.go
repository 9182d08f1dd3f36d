package enumerate

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

// maxFixedNodes is the most nodes of a renaming whose fixed functions are counted.
const maxFixedNodes = 9

// CycleType is a class of renamings of n nodes: those with these cycle lengths.
type CycleType struct {
	// Cycles has the lengths, the longest first, fixed nodes as ones; they add up to n.
	Cycles []int
	// Size is how many renamings of this type there are: n!/Π_l l^a·a! where a cycles have length
	// l.
	Size *big.Int
}

// CycleTypes returns the types of the renamings of n >= 0 nodes, one for each partition of n, the
// identity first, in the lexicographic order of their cycles; their sizes add up to n!. It panics
// if n < 0.
func CycleTypes(n int) []CycleType {
	if n < 0 {
		panic("enumerate: a negative number of nodes")
	}
	var types []CycleType
	var extend func(cycles []int, left int)
	extend = func(cycles []int, left int) {
		if left == 0 {
			types = append(types, CycleType{slices.Clone(cycles), cycleTypeSize(cycles)})
			return
		}
		longest := left
		if len(cycles) > 0 {
			longest = min(left, cycles[len(cycles)-1])
		}
		for length := 1; length <= longest; length++ {
			extend(append(cycles, length), left-length)
		}
	}
	extend(nil, n)
	return types
}

// cycleTypeSize is the number of renamings with these cycles.
func cycleTypeSize(cycles []int) *big.Int {
	n, repeated := 0, map[int]int64{}
	ways := big.NewInt(1) // that write one renaming down as a list of these cycles
	for _, length := range cycles {
		n += length
		repeated[length]++
		ways.Mul(ways, big.NewInt(int64(length)*repeated[length]))
	}
	return ways.Div(factorialBig(n), ways)
}

func factorialBig(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// FixedBy returns how many nondominated coteries on n nodes a renaming of the nodes with these
// cycle lengths, which add up to n, leaves as they are: the terms of the sum that counts classes.
// cycles may be in any order. It returns a *quorum.InputError if there is no node, a cycle has no
// node, or there are more than 9 nodes. The identity of nine nodes takes up to a minute and 250 MB,
// all else seconds at most. When ctx ends the error is its cause, a fraction of a second later.
// Methods and proofs: docs/theorems/cycles-taken-apart.md.
func FixedBy(ctx context.Context, cycles []int, opts Options) (*big.Int, error) {
	n := 0
	for _, length := range cycles {
		if length < 1 || length > maxFixedNodes {
			return nil, quorum.Bad("cycles", fmt.Sprintf("a cycle of %d nodes", length), fmt.Sprintf("want lengths of 1 to %d", maxFixedNodes))
		}
		n += length
		if n > maxFixedNodes {
			break
		}
	}
	if n == 0 || n > maxFixedNodes {
		return nil, quorum.Bad("cycles", fmt.Sprintf("the cycles %v are not of 1 to %d nodes in all", cycles, maxFixedNodes), fmt.Sprintf("want lengths that add up to at most %d", maxFixedNodes))
	}
	return fixed(ctx, cycles, opts)
}

// fixedSplit is a way to count the functions that a renaming leaves as they are.
type fixedSplit struct {
	apart []int // the cycles taken apart, in descending order
	rest  int   // the most nodes that can be left
	count func(ctx context.Context, to []int, opts Options) (*big.Int, error)
}

// fixedSplits returns all ways, the best first. The order is a rule that was found by measuring
// every way for every type of 8 and 9 nodes. Four nodes apart leave the fewest others, at most
// five, so that all that is listed fits in memory. The short cycles come first: the long ones are
// left, and few functions of the rest are as they were after a renaming with long cycles, or after
// two or three times it. Types without four nodes to take apart have a cycle of five nodes or more,
// or cycles of three alone: three nodes or two apart do. In the end all is decided by backtracking,
// which takes the time of the result: it is left with the types that have a cycle of n, n-1 or n-2
// nodes, which leave the fewest functions as they are.
//
// On nine nodes the identity and one exchange take what fourSplit takes for 7581 and for 887
// functions; three circles of three go once through the 7,828,354 functions of six nodes; all
// others take less than a second.
func fixedSplits() []fixedSplit {
	return []fixedSplit{
		{[]int{1, 1, 1, 1}, 5, fixedApart1111},
		{[]int{2, 1, 1}, 5, fixedApart211},
		{[]int{2, 2}, 5, fixedApart22},
		{[]int{3, 1}, 5, fixedApart31},
		{[]int{4}, 5, fixedApart4},
		{[]int{1, 1, 1}, 6, fixedApart111},
		{[]int{2, 1}, 6, fixedApart21},
		{[]int{3}, 6, fixedApart3},
		{[]int{1, 1}, 6, fixedApart11},
		{[]int{2}, 6, fixedApart2},
		{nil, maxFixedNodes, fixedByBacktracking},
	}
}

// without takes the cycles of the split out of a list in descending order; ok tells whether all of
// them are there and few enough nodes are left.
func (s fixedSplit) without(cycles []int) (rest []int, ok bool) {
	rest = slices.Clone(cycles)
	for _, length := range s.apart {
		i := slices.Index(rest, length)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	left := 0
	for _, length := range rest {
		left += length
	}
	return rest, left <= s.rest
}

// fixed is FixedBy for legal cycles.
func fixed(ctx context.Context, cycles []int, opts Options) (*big.Int, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(cycles, func(length int) bool { return length%2 == 1 }) {
		return new(big.Int), nil // half of the nodes are taken to the other half
	}
	sorted := slices.Clone(cycles)
	slices.SortFunc(sorted, func(a, b int) int { return b - a })
	for _, s := range fixedSplits() {
		if rest, ok := s.without(sorted); ok {
			return s.count(ctx, renamingWithCycles(rest), opts)
		}
	}
	panic("enumerate: a renaming of too many nodes")
}
