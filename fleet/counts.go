package fleet

import (
	"math/big"
	"slices"

	"coterie/quorum"
)

// countOf returns k and the nodes where the quorums are any k of the nodes.
func countOf(q quorum.Quorums) (k int, nodes quorum.Set, ok bool) {
	formula, ok := q.Formula()
	if !ok || !formula.UnitVotes() || !formula.ReadOnce() {
		return 0, quorum.Set{}, false
	}
	var of []int
	for i := range formula.Len() {
		v, leaf := formula.Part(i).Leaf()
		if !leaf {
			return 0, quorum.Set{}, false
		}
		of = append(of, v)
	}
	k, _ = formula.Quota()
	return k, quorum.SetOf(of...), true
}

// enough returns the probability that at least k of the nodes are alive. The nodes of each zone
// that may fail are counted together, so that any number of zones may: the numbers of living nodes
// of different zones are independent.
func (f *Fleet) enough(k int, of quorum.Set) *big.Rat {
	crash, zones := f.crashes()
	alive, whole := []*big.Int{big.NewInt(1)}, big.NewInt(1) // alive[j]/whole: exactly j are alive
	for nodes, down := range f.together(zones) {
		inside, base := []*big.Int{big.NewInt(1)}, big.NewInt(1)
		for _, v := range nodes {
			if of.Has(v) {
				inside = product(inside, []*big.Int{crash[v].Num(), new(big.Int).Sub(crash[v].Denom(), crash[v].Num())})
				base.Mul(base, crash[v].Denom())
			}
		}
		up := new(big.Int).Sub(down.Denom(), down.Num())
		for _, x := range inside {
			x.Mul(x, up)
		}
		inside[0].Add(inside[0], new(big.Int).Mul(base, down.Num()))
		whole.Mul(whole, base).Mul(whole, down.Denom())
		alive = product(alive, inside)
	}
	sum := new(big.Int)
	for _, x := range alive[min(k, len(alive)):] {
		sum.Add(sum, x)
	}
	return new(big.Rat).SetFrac(sum, whole)
}

// product multiplies two polynomials.
func product(a, b []*big.Int) []*big.Int {
	out, part := make([]*big.Int, len(a)+len(b)-1), new(big.Int)
	for i := range out {
		out[i] = new(big.Int)
	}
	for i, x := range a {
		for j, y := range b {
			out[i+j].Add(out[i+j], part.Mul(x, y))
		}
	}
	return out
}

// largest returns so many of the zones, those with the most nodes, ascending.
func (f *Fleet) largest(zones []int, count int) []int {
	bySize := slices.Clone(zones)
	size := func(z int) int { return f.inZones([]int{z}).Len() }
	slices.SortStableFunc(bySize, func(a, b int) int { return size(b) - size(a) })
	out := bySize[:min(count, len(bySize))]
	slices.Sort(out)
	return out
}
