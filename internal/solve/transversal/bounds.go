package transversal

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// roundingSlack is far above the rounding error of the few hundred additions in fractionalBound
// and far below the difference that matters; it can only lower a lower bound.
const roundingSlack = 1e-6

// byDegree sets dst to the allowed nodes, those in most of the alive rows first, as
// degree<<32 | (^node & 0xffffffff), so that equal degrees come in ascending order of nodes. Nodes
// in no alive row are left out.
func byDegree(dst []uint64, cols sets.Matrix, alive, allowed sets.Bits) []uint64 {
	dst = dst[:0]
	for v := range allowed.All() {
		if d := alive.Common(cols.Row(v)); d > 0 {
			dst = append(dst, degreeKey(d, v))
		}
	}
	slices.Sort(dst)
	slices.Reverse(dst)
	return dst
}

func degreeKey(degree, v int) uint64 { return uint64(degree)<<32 | uint64(^uint32(v)) }

func degreeOf(key uint64) int { return int(key >> 32) }
func nodeOf(key uint64) int   { return int(^uint32(key)) }

// topDegreesBound returns the least number of nodes whose degrees add up to the number of rows: no
// fewer can meet them all. It is len(order)+1 if even all degrees do not suffice.
func topDegreesBound(order []uint64, rows int) int {
	for i, key := range order {
		rows -= degreeOf(key)
		if rows <= 0 {
			return i + 1
		}
	}
	return len(order) + 1
}

// fractionalBound returns ⌈Σ_Q 1/d(Q)⌉ over the alive rows Q, where d(Q) is the greatest degree of
// an allowed node in Q. No transversal has fewer nodes: a node v of degree d is in d rows, each
// of which has d(Q) >= d, so that the terms of its rows sum to at most 1; and a transversal has
// some node in every row. (The terms are a fractional packing, a feasible solution of the dual of
// the linear relaxation.) rest is scratch of the length of alive.
func fractionalBound(order []uint64, cols sets.Matrix, alive, rest sets.Bits) int {
	copy(rest, alive)
	left := rest.Len()
	sum := 0.0
	for _, key := range order {
		if left == 0 {
			break
		}
		v := nodeOf(key)
		fresh := 0
		for w, x := range cols.Row(v) {
			fresh += bits.OnesCount64(x & rest[w])
			rest[w] &^= x
		}
		sum += float64(fresh) / float64(degreeOf(key))
		left -= fresh
	}
	return int(math.Ceil(sum - roundingSlack))
}

// degrees returns the degree keys of all columns. byDegree does so for the allowed ones.
func (h *hitting) degrees() []uint64 {
	keys := make([]uint64, len(h.nodes))
	for v := range keys {
		keys[v] = degreeKey(len(h.ofCol.Of(v)), v)
	}
	return keys
}

// fractionalBound computes the bound of the function of this name for all rows and nodes, from the
// lists.
func (h *hitting) fractionalBound(ctx context.Context) (int, error) {
	poll := par.NewPoll(ctx)
	order := h.degrees()
	slices.Sort(order)
	met := make([]bool, len(h.index))
	left := len(h.index)
	sum := 0.0
	for _, key := range slices.Backward(order) {
		if left == 0 {
			break
		}
		through := h.ofCol.Of(nodeOf(key))
		if poll.Work(len(through)) != nil {
			return 0, par.Ended(ctx)
		}
		fresh := 0
		for _, i := range through {
			if !met[i] {
				met[i] = true
				fresh++
			}
		}
		sum += float64(fresh) / float64(degreeOf(key))
		left -= fresh
	}
	return int(math.Ceil(sum - roundingSlack)), nil
}

// greedyPacking returns rows that are pairwise disjoint: the first row, the first one that is
// disjoint from it, and so on; rows are sorted by size. If ctx ends, it returns those found so far.
func (h *hitting) greedyPacking(ctx context.Context) ([]int, error) {
	poll := par.NewPoll(ctx)
	taken := make([]bool, len(h.nodes))
	var packing []int
	for i := range h.index {
		row := h.inRow.Of(i)
		if i > 0 && poll.Work(len(row)) != nil {
			return packing, par.Ended(ctx)
		}
		if slices.ContainsFunc(row, func(v int32) bool { return taken[v] }) {
			continue
		}
		for _, v := range row {
			taken[v] = true
		}
		packing = append(packing, i)
	}
	return packing, nil
}
