package load

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/measure/loads"
	"coterie/quorum"
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
	program *lp.Masks

	weights [][]int64 // of the cases, which have no better system
	better  []uint64  // a better system, if there is one: then the search has ended
	cases   int
}

const (
	// tried is how many sets are tried as the next one to split by.
	tried = 8
	// near is the distance within which two values of floating-point programs count as equal.
	near = 1e-5
)

func newTree(n int, value *big.Rat) *tree {
	return &tree{n: n, value: value, program: lp.NewMasks(n)}
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
func minimal(dst []uint64, candidates sets.Table) []uint64 {
	for i := range candidates.Bits {
		for v := range sets.Ones(candidates.MinimalWord(i)) {
			dst = append(dst, uint64(i<<6|v))
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
	columns := minimal(nil, candidates)
	limit := t.limit()
	total, ok := t.program.Solve(columns)
	if ok && total <= limit+near {
		if weights := t.round(columns); weights != nil {
			t.weights = append(t.weights, weights)
			return nil
		}
		ok = false
	}
	var asks []uint64
	var shares []float64
	if ok {
		for i, set := range t.program.Basis {
			if set != 0 && t.program.V[i] > near {
				asks, shares = append(asks, set), append(shares, t.program.V[i])
			}
		}
	}
	if !ok || meet(asks) {
		// Rounding may be to blame.
		load, err := loads.Find(ctx, family(t.n, columns), loads.Options{})
		if err != nil {
			return err
		}
		if load.Value.Rat().Cmp(t.value) >= 0 {
			weights, ok := integers(load.NodeWeights)
			if !ok {
				return quorum.Internal("node weights %v do not fit", load.NodeWeights)
			}
			t.weights = append(t.weights, weights)
			return nil
		}
		if asks = asked(load); meet(asks) {
			t.better = asks
			return nil
		}
		shares = nil
		for _, c := range load.Strategy {
			shares = append(shares, c.Weight.Float64())
		}
	}
	set := t.best(candidates, asks, shares, settled, total)
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

// limit is the total of the strategies, of node load 1, of a system with load value.
func (t *tree) limit() float64 {
	f, _ := new(big.Rat).Inv(t.value).Float64()
	return f
}

// best returns the set of a strategy, not known to be a quorum, by which a case is split so that
// the products of what the totals of both halves lose is greatest, among the tried first ones.
func (t *tree) best(candidates sets.Table, asks []uint64, shares []float64, settled []uint64, total float64) uint64 {
	var choices []int // places in asks
	share := make([]float64, len(asks))
	for i, set := range asks {
		if !slices.ContainsFunc(settled, func(q uint64) bool { return q&^set == 0 }) {
			choices = append(choices, i)
			share[i] = float64(shares[i] * float64(16-min(bits.OnesCount64(set), 15)))
		}
	}
	slices.SortStableFunc(choices, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	limit, most := t.limit(), -1.0
	var best uint64
	half, columns := sets.NewTable(t.n), []uint64(nil)
	for _, i := range choices[:min(tried, len(choices))] {
		score := 1.0
		for _, isQuorum := range []bool{true, false} {
			t.say(half, candidates, asks[i], isQuorum)
			columns = minimal(columns[:0], half)
			left, _ := t.program.Solve(columns)
			score *= total - max(left, limit) + 1e-4
		}
		if score > most {
			best, most = asks[i], score
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

// round makes whole numbers of the dual values of the program, by the first common denominator that
// almost fits and proves, in whole numbers, that no candidate is lighter than the value demands;
// nil if there is none.
func (t *tree) round(columns []uint64) []int64 {
	const denominators = 3000
	weights := make([]int64, t.n)
	if len(columns) == 0 { // all weights exclude it
		for v := range weights {
			weights[v] = 1
		}
		return weights
	}
	for d := 1; d <= denominators; d++ {
		fits := true
		for v, y := range t.program.Y {
			scaled := float64(max(0, y) * float64(d))
			whole := math.Round(scaled)
			fits = fits && math.Abs(scaled-whole) < near
			weights[v] = int64(whole)
		}
		if fits && t.heavy(columns, weights) {
			return weights
		}
	}
	for v, y := range t.program.Y {
		weights[v] = int64(math.Ceil(float64(max(0, y) * 100_000)))
	}
	if t.heavy(columns, weights) {
		return weights
	}
	return nil
}

// heavy reports whether every set weighs at least value times the sum of the weights.
func (t *tree) heavy(columns []uint64, weights []int64) bool {
	least := atMost(t.value, weights) + 1
	return !slices.ContainsFunc(columns, func(set uint64) bool {
		sum := int64(0)
		for i := range sets.Ones(set) {
			sum += weights[i]
		}
		return sum < least
	})
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
