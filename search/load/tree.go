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
// Where nodes may change their names, one case of each orbit is enough. That a set is a quorum
// removes the sets that do not meet it, that it is none removes it; as it is a minimal candidate,
// what contains a candidate stays one, so that the cases are the same whether quorums or live sets
// are meant. See docs/theorems/least-load-search.md.
type tree struct {
	n             int
	value         *big.Rat
	least, shared int // no two quorums of least nodes share more than shared
	program       lp.Whole
	floats        *floats // where there are too many nodes for program

	weights [][]int64 // of the cases, which have no better system
	better  []uint64  // a better system, if there is one: then the search has ended
	cases   int
}

// part is one case: the candidates, the sets that are known to contain a quorum, and the classes of
// nodes that are in the same of these, if nodes may change their names; nil: they may not.
type part struct {
	candidates sets.Table
	settled    []uint64
	alike      []uint64
}

// tried is how many sets are tried as the next one to split by.
const tried = 8

func newTree(n int, value *big.Rat, least, shared int) *tree {
	t := &tree{n: n, value: value, least: least, shared: shared}
	if n > lp.WholeRows {
		t.floats = newFloats(n, value)
	}
	return t
}

// begin returns the case of the systems of which the given sets are quorums, and that have none
// with less than t.least nodes.
func (t *tree) begin(quorums, alike []uint64) part {
	p := part{candidates: sets.NewTable(t.n), alike: alike}
	for set := range 1 << t.n {
		if bits.OnesCount(uint(set)) >= t.least {
			p.candidates.Add(set)
		}
	}
	for _, q := range quorums {
		p = t.say(p, q, true)
	}
	return p
}

// search goes through cases, and all within them. With breadth it goes level by level, and returns
// the cases that are left as soon as they are enough for the workers. The error is ctx's, or an
// internal one.
func (t *tree) search(ctx context.Context, breadth bool, open ...part) ([]part, error) {
	for len(open) > 0 && t.better == nil && !(breadth && len(open) >= enoughParts) {
		if ctx.Err() != nil { // a case takes milliseconds
			return nil, context.Cause(ctx)
		}
		halves, err := t.split(open[0])
		if err != nil {
			return nil, err
		}
		if breadth {
			open = append(open[1:], halves...)
		} else {
			open = append(halves, open[1:]...)
		}
	}
	return open, nil
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

// say returns the case in which a minimal candidate contains a quorum, or in which it contains
// none, nor does any set of its orbit.
func (t *tree) say(p part, set uint64, isLive bool) part {
	next := part{p.candidates.Clone(), p.settled, p.alike}
	if !isLive {
		for _, other := range minimal(nil, p.candidates) {
			if p.sameOrbit(set, uint64(other)) {
				next.candidates.Remove(int(other))
			}
		}
		return next
	}
	t.without(next.candidates, t.rest(set))
	next.settled = append(slices.Clone(p.settled), set)
	next.alike = nil
	for _, class := range p.alike {
		next.alike = append(next.alike, class&set, class&^set)
	}
	if t.shared < t.least && bits.OnesCount64(set) == t.least {
		for _, other := range minimal(nil, next.candidates) {
			if common := bits.OnesCount64(uint64(other) & set); common > t.shared && common < t.least && bits.OnesCount16(other) == t.least {
				next.candidates.Remove(int(other))
			}
		}
	}
	return next
}

// sameOrbit reports whether a change of names makes one set of the other.
func (p part) sameOrbit(a, b uint64) bool {
	return a == b || p.alike != nil && !slices.ContainsFunc(p.alike, func(class uint64) bool { return bits.OnesCount64(a&class) != bits.OnesCount64(b&class) })
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

// split returns the two halves of a case, none if it is excluded or has a better system.
func (t *tree) split(p part) ([]part, error) {
	t.cases++
	total, share, weights, err := t.solve(p.candidates)
	if err != nil {
		return nil, err
	}
	if share == nil {
		t.weights = append(t.weights, weights)
		return nil, nil
	}
	asks := slices.Sorted(maps.Keys(share))
	if meet(asks) {
		t.better = asks
		return nil, nil
	}
	inverse, _ := new(big.Rat).Inv(t.value).Float64()
	most := -1.0
	var best []part
	var known []uint64 // one set of each orbit
	for _, set := range unsettled(asks, share, p.settled) {
		if len(known) == tried {
			break
		}
		if slices.ContainsFunc(known, func(other uint64) bool { return p.sameOrbit(set, other) }) {
			continue
		}
		known = append(known, set)
		score, halves := 1.0, []part{t.say(p, set, true), t.say(p, set, false)}
		for _, half := range halves {
			left, _, _, err := t.solve(half.candidates)
			if err != nil {
				return nil, err
			}
			score *= total - max(left, inverse) + 1e-4
		}
		if score > most {
			best, most = halves, score
		}
	}
	return best, nil
}

// solve finds the best strategy over the minimal candidates, with the greatest total that no node
// has more than 1 of: the total, and the shares of the sets. If node weights exclude the case there
// are no shares, and solve returns these weights.
func (t *tree) solve(candidates sets.Table) (total float64, share map[uint64]float64, weights []int64, err error) {
	if t.floats != nil {
		return t.floats.solve(candidates)
	}
	columns := minimal(nil, candidates)
	t.program.Solve(t.n, columns)
	sum := int64(0)
	for _, w := range t.program.Dual {
		sum += int64(w)
	}
	scale := int64(t.program.Scale)
	total = float64(sum) / float64(scale)
	if new(big.Rat).Mul(t.value, big.NewRat(sum, scale)).Cmp(big.NewRat(1, 1)) <= 0 {
		dual := t.program.Dual.Reduced()
		for _, w := range dual[:t.n] {
			if len(columns) == 0 { // all weights exclude it
				w = 1
			}
			weights = append(weights, int64(w))
		}
		return total, nil, weights, nil
	}
	share = map[uint64]float64{}
	for i, q := range t.program.Basis[:t.n] {
		if q >= 0 && t.program.Value[i] > 0 {
			share[uint64(columns[q])] = float64(t.program.Value[i])
		}
	}
	return total, share, nil, nil
}

// unsettled returns those of the asked sets that contain no settled one, small sets with a great
// share first.
func unsettled(asks []uint64, share map[uint64]float64, settled []uint64) []uint64 {
	choices := slices.DeleteFunc(asks, func(set uint64) bool {
		return slices.ContainsFunc(settled, func(q uint64) bool { return q&^set == 0 })
	})
	first := func(set uint64) float64 { return share[set] * float64(16-bits.OnesCount64(set)) }
	slices.SortStableFunc(choices, func(a, b uint64) int { return cmp.Compare(first(b), first(a)) })
	return choices
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
