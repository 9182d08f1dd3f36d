package load

import (
	"cmp"
	"context"
	"maps"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
)

// tree goes through the systems with a load below value by cases, and finds for each case node
// weights that exclude it. The candidates of a case are the sets that may still be quorums; if,
// whatever quorums may be disjoint, no strategy over them has a load below value, then a linear
// program has node weights that say so, and they exclude the case: all that is light enough is no
// candidate. Else the best strategy has a set of which is not known whether it is a quorum: it is
// one, or it is not. If all sets of the strategy meet, they are a better system.
//
// That a set is a quorum removes the sets that do not meet it, that it is none removes it; as it is
// a minimal candidate, what contains a candidate stays one, so that the cases are the same whether
// quorums or live sets are meant. See docs/theorems/least-load-search.md.
type tree struct {
	n       int
	value   *big.Rat
	program lp.Whole

	weights [][]int64 // of the cases, which have no better system
	better  []uint64  // a better system, if there is one: then the search has ended
	cases   int
}

// tried is how many sets are tried as the next one to split by.
const tried = 8

func newTree(n int, value *big.Rat) *tree {
	return &tree{n: n, value: value}
}

// search begins with the systems of which the given sets are quorums, and that have none with less
// than least nodes. The error is ctx's, or that weights are too long fractions.
func (t *tree) search(ctx context.Context, quorums []uint64, least int) error {
	candidates := sets.NewTable(t.n)
	for set := range 1 << t.n {
		if bits.OnesCount(uint(set)) >= least {
			candidates.Add(set)
		}
	}
	for _, q := range quorums {
		t.without(candidates, t.rest(q))
	}
	return t.split(ctx, candidates, quorums)
}

// rest is the complement of a set.
func (t *tree) rest(set uint64) uint64 { return 1<<t.n - 1 - set }

// without removes the subsets of a set.
func (t *tree) without(candidates sets.Table, set uint64) {
	keep := uint64(0)
	for v := range min(6, t.n) {
		if set>>v&1 == 0 {
			keep |= sets.With[v]
		}
	}
	for i := range candidates.Bits {
		if uint64(i)<<6&^set == 0 {
			candidates.Bits[i] &= keep
		}
	}
}

// say copies the candidates that are left when a minimal one is a quorum, or is none.
func (t *tree) say(dst, candidates sets.Table, set uint64, isQuorum bool) {
	copy(dst.Bits, candidates.Bits)
	if isQuorum {
		t.without(dst, t.rest(set))
	} else {
		dst.Remove(int(set))
	}
}

// minimal appends the minimal candidates to dst.
func minimal(dst []uint16, candidates sets.Table) []uint16 {
	for i := range candidates.Bits {
		for v := range sets.Ones(candidates.MinimalWord(i)) {
			dst = append(dst, uint16(i<<6|v))
		}
	}
	return dst
}

// split deals with one case; settled are the sets that are quorums.
func (t *tree) split(ctx context.Context, candidates sets.Table, settled []uint64) error {
	if ctx.Err() != nil { // a case takes milliseconds
		return context.Cause(ctx)
	}
	t.cases++
	columns, total, excluded := t.solve(nil, candidates)
	if excluded {
		weights, dual := make([]int64, t.n), t.program.Dual.Reduced()
		for v := range weights {
			if weights[v] = int64(dual[v]); len(columns) == 0 { // all weights exclude it
				weights[v] = 1
			}
		}
		t.weights = append(t.weights, weights)
		return nil
	}
	share := map[uint64]float64{} // of the sets of the strategy
	for i, q := range t.program.Basis[:t.n] {
		if q >= 0 && t.program.Value[i] > 0 {
			share[uint64(columns[q])] = float64(t.program.Value[i])
		}
	}
	asks := slices.Sorted(maps.Keys(share))
	if meet(asks) {
		t.better = asks
		return nil
	}
	set := t.best(candidates, asks, share, settled, total)
	next := sets.NewTable(t.n)
	for _, isQuorum := range []bool{true, false} {
		t.say(next, candidates, set, isQuorum)
		known := settled[:len(settled):len(settled)]
		if isQuorum {
			known = append(known, set)
		}
		if err := t.split(ctx, next, known); err != nil || t.better != nil {
			return err
		}
	}
	return nil
}

// solve finds the best strategy over the minimal candidates, which it appends to dst, with the
// greatest total that no node has more than 1 of. It reports whether the dual values exclude all.
func (t *tree) solve(dst []uint16, candidates sets.Table) (columns []uint16, total float64, excluded bool) {
	columns = minimal(dst, candidates)
	t.program.Solve(t.n, columns)
	sum := int64(0)
	for _, w := range t.program.Dual {
		sum += int64(w)
	}
	scale := int64(t.program.Scale)
	load := new(big.Rat).Mul(t.value, big.NewRat(sum, scale))
	return columns, float64(sum) / float64(scale), load.Cmp(big.NewRat(1, 1)) <= 0
}

// best returns the set of a strategy, not known to be a quorum, by which a case is split so that
// the products of what the totals of both halves lose is greatest, among the tried first ones.
func (t *tree) best(candidates sets.Table, asks []uint64, share map[uint64]float64, settled []uint64, total float64) uint64 {
	choices := slices.DeleteFunc(asks, func(set uint64) bool {
		return slices.ContainsFunc(settled, func(q uint64) bool { return q&^set == 0 })
	})
	first := func(set uint64) float64 { return share[set] * float64(16-bits.OnesCount64(set)) }
	slices.SortStableFunc(choices, func(a, b uint64) int { return cmp.Compare(first(b), first(a)) })
	inverse, _ := new(big.Rat).Inv(t.value).Float64()
	most := -1.0
	var best uint64
	half, columns := sets.NewTable(t.n), []uint16(nil)
	for _, set := range choices[:min(tried, len(choices))] {
		score := 1.0
		for _, isQuorum := range []bool{true, false} {
			t.say(half, candidates, set, isQuorum)
			var left float64
			columns, left, _ = t.solve(columns[:0], half)
			score *= total - max(left, inverse) + 1e-4
		}
		if score > most {
			best, most = set, score
		}
	}
	return best
}

// meet reports whether every two of the sets meet.
func meet(sets []uint64) bool {
	for i, a := range sets {
		if slices.ContainsFunc(sets[:i], func(b uint64) bool { return a&b == 0 }) {
			return false
		}
	}
	return true
}

// atMost is the greatest whole number below value times the sum of the weights.
func atMost(value *big.Rat, weights []int64) int64 {
	total := int64(0)
	for _, w := range weights {
		total += w
	}
	limit := new(big.Rat).Mul(value, new(big.Rat).SetInt64(total))
	return new(big.Int).Quo(new(big.Int).Sub(limit.Num(), big.NewInt(1)), limit.Denom()).Int64()
}
