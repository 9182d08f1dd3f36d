package search

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"coterie/search/enumerate"
)

// This file stands in for enumerate.List, so that the least load compiles and tests without it. The merger deletes it,
// writes enumerate.List for seamList, and puts "const loadListNodes = 7" into load.go.

// seamNodes is the most nodes of the plain lister.
const seamNodes = 6

// loadListNodes is the most nodes for which Load goes through all classes: 7 with enumerate.List.
const loadListNodes = seamNodes

// seamList yields the nondominated coteries on q.Nodes nodes, labelled or one of each class.
func seamList(_ context.Context, q enumerate.Query, _ enumerate.Options) iter.Seq2[enumerate.Item, error] {
	return func(yield func(enumerate.Item, error) bool) {
		if q.Nodes > seamNodes {
			yield(enumerate.Item{}, &InputError{Option: "n", Why: "too many nodes for the plain lister"})
			return
		}
		seen := map[uint64]bool{}
		for _, f := range loadSelfDual(q.Nodes) {
			if seen[f] {
				continue
			}
			if q.Classes {
				for _, order := range loadSeamOrders(q.Nodes) {
					image := uint64(0)
					for rest := f; rest != 0; rest &= rest - 1 {
						set := 0
						for x := uint(bits.TrailingZeros64(rest)); x != 0; x &= x - 1 {
							set |= 1 << order[bits.TrailingZeros(x)]
						}
						image |= 1 << set
					}
					seen[image] = true
				}
			}
			var sets []uint64
			for rest := f; rest != 0; rest &= rest - 1 {
				sets = append(sets, uint64(bits.TrailingZeros64(rest)))
			}
			g, err := enumerate.FunctionOf(loadFamily(q.Nodes, sets))
			if !yield(enumerate.Item{Cartels: []enumerate.Function{g}}, err) {
				return
			}
		}
	}
}

// loadSelfDual lists the self-dual monotone functions of n <= 6 variables as truth tables, by deciding for
// each pair of complementary sets which is live.
func loadSelfDual(n int) (out []uint64) {
	full := 1<<n - 1
	var decide func(set int, live uint64)
	decide = func(set int, live uint64) {
		if set > full/2 {
			out = append(out, live)
			return
		}
		for _, x := range []int{set, full &^ set} {
			// What is live so far is one of each pair below; x fits if it meets all of it.
			fits := x != 0
			for rest := live; rest != 0 && fits; rest &= rest - 1 {
				fits = bits.TrailingZeros64(rest)&x != 0
			}
			if fits {
				decide(set+1, live|1<<x)
			}
		}
	}
	decide(0, 0)
	return out
}

// loadSeamOrders lists all orders of n nodes.
func loadSeamOrders(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var orders [][]int
	for _, order := range loadSeamOrders(n - 1) {
		for at := range n {
			orders = append(orders, slices.Insert(slices.Clone(order), at, n-1))
		}
	}
	return orders
}
