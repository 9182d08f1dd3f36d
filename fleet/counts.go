package fleet

import (
	"cmp"
	"math"
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
		nodes = slices.DeleteFunc(nodes, func(v int) bool { return !of.Has(v) })
		inside, base := living(nodes, slices.Repeat([]int{1}, len(nodes)), crash, down)
		alive = product(alive, inside)
		whole.Mul(whole, base)
	}
	sum := new(big.Int)
	for _, x := range alive[min(k, len(alive)):] {
		sum.Add(sum, x)
	}
	return new(big.Rat).SetFrac(sum, whole)
}

// living returns with which probability nodes of a zone are alive, where each goes down on its own
// with its probability of crash, and all at once with that of down. A living node adds its step, of
// at most one more than the sum of the steps before; the sum is s with the probability
// weights[s]/whole.
func living(nodes, steps []int, crash []*big.Rat, down *big.Rat) (weights []*big.Int, whole *big.Int) {
	weights, whole = []*big.Int{big.NewInt(1)}, big.NewInt(1)
	for i, v := range nodes {
		dead, lives := crash[v].Num(), new(big.Int).Sub(crash[v].Denom(), crash[v].Num())
		next := make([]*big.Int, len(weights)+steps[i])
		for s := range next {
			next[s] = new(big.Int)
			if s >= steps[i] {
				next[s].Mul(weights[s-steps[i]], lives)
			}
			if s < len(weights) {
				next[s].Add(next[s], new(big.Int).Mul(weights[s], dead))
			}
		}
		weights = next
		whole.Mul(whole, crash[v].Denom())
	}
	up := new(big.Int).Sub(down.Denom(), down.Num())
	for _, x := range weights {
		x.Mul(x, up)
	}
	weights[0].Add(weights[0], new(big.Int).Mul(whole, down.Num()))
	return weights, whole.Mul(whole, down.Denom())
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

// spread returns sets of the nodes that together share the work as the best strategy of counts
// does, up to rounding: of any k[0] nodes for a read and any k[1] for a write, where asking node i
// with the probabilities a and b keeps it busy for a·busy[0][i]+b·busy[1][i].
//
// Which probabilities sets of k nodes can have is known: at most 1 each, and k in all. So for a
// load L, nodes are asked for writes as much as they can bear, and then give them up for reads
// where a read gains most; L is found by bisection. The sets are those of systematic sampling (W.
// G. Madow, 1949): with the probabilities one after the other on a line, the nodes at u, u+1, u+2,
// ..., for the u at which the set changes.
func spread(k [2]int, busy [2][]float64) (sets [2][][]int32) {
	n := len(busy[0])
	order, gain := make([]int, n), make([]float64, n)
	high := 0.0
	for i := range order {
		order[i], gain[i] = i, busy[1][i]/max(busy[0][i], 1e-300)
		high = max(high, busy[0][i]+busy[1][i])
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(gain[j], gain[i]) })
	part := func(room, busy float64) float64 { return min(1, max(0, room)/max(busy, 1e-300)) }
	within := func(load float64) (p [2][]float64, ok bool) {
		p = [2][]float64{make([]float64, n), make([]float64, n)}
		left, need := -float64(k[1]), float64(k[0])
		for i := range n {
			p[1][i] = part(load, busy[1][i])
			p[0][i] = part(load-float64(busy[1][i]*p[1][i]), busy[0][i])
			left, need = left+p[1][i], need-p[0][i]
		}
		for _, i := range order {
			more := min(part(load, busy[0][i])-p[0][i], left*gain[i])
			if left <= 0 || need <= 0 || more <= 0 {
				continue
			}
			p[0][i] += more
			p[1][i] = min(p[1][i], part(load-float64(busy[0][i]*p[0][i]), busy[1][i]))
			left, need = left-more/max(gain[i], 1e-300), need-more
		}
		return p, left >= 0 && need <= 0
	}
	low := 0.0
	for range 100 {
		if middle := (low + high) / 2; func() bool { _, ok := within(middle); return ok }() {
			high = middle
		} else {
			low = middle
		}
	}
	p, _ := within(high)
	for o := range p {
		sets[o] = sampled(p[o], k[o])
	}
	return sets
}

// sampled returns the sets of k nodes of a systematic sampling with these probabilities.
func sampled(p []float64, k int) (sets [][]int32) {
	total := 0.0
	for _, x := range p {
		total += x
	}
	ends, cuts, sum := make([]float64, len(p)), []float64{0, 1}, 0.0
	for i, x := range p {
		sum += x * float64(k) / total
		ends[i] = sum
		cuts = append(cuts, sum-math.Floor(sum))
	}
	slices.Sort(cuts)
	for c, cut := range cuts[1:] {
		if cut-cuts[c] < 1e-9 {
			continue
		}
		var set []int32
		at := (cut + cuts[c]) / 2
		for i, end := range ends {
			if at < end {
				set = append(set, int32(i))
				at++
			}
		}
		if len(set) == k {
			sets = append(sets, set)
		}
	}
	return sets
}
