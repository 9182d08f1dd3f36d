package measure

import (
	"cmp"
	"slices"
)

// gravityRounds are enough for the order to settle, or nearly so.
const gravityRounds = 15

// byGravity returns the nodes in the order of the method FORCE (Aloul, Markov and Sakallah,
// "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003): again
// and again every set moves to the middle of its nodes, and every node to the middle of its
// sets, so that nodes of one set come close to each other, however they are numbered. Cost
// O(Σ |Q| + n log n) for each round.
func (q *dominationQuestion) byGravity() []int {
	n := len(q.nodes)
	order := make([]int, n)
	place := make([]float64, n)
	for v := range order {
		order[v] = v
		place[v] = float64(v)
	}
	sum := make([]float64, n)
	count := make([]float64, n)
	families := []flatSets{q.own, q.others}
	if q.selfDual {
		families = families[:1]
	}
	for range gravityRounds {
		clear(sum)
		clear(count)
		for _, f := range families {
			for i := range f.len() {
				middle := 0.0
				for _, v := range f.set(i) {
					middle += place[v]
				}
				middle /= float64(len(f.set(i)))
				for _, v := range f.set(i) {
					sum[v] += middle
					count[v]++
				}
			}
		}
		before := slices.Clone(order)
		slices.SortStableFunc(order, func(v, w int) int { return cmp.Compare(sum[v]/count[v], sum[w]/count[w]) })
		if slices.Equal(before, order) {
			break
		}
		for i, v := range order {
			place[v] = float64(i)
		}
	}
	return order
}

// reordered returns the same question with the nodes in another order.
func (q *dominationQuestion) reordered(order []int) *dominationQuestion {
	r := &dominationQuestion{cartel: q.cartel, n: q.n, selfDual: q.selfDual, nodes: make([]int32, len(q.nodes))}
	to := make([]int32, len(q.nodes))
	for i, v := range order {
		r.nodes[i] = q.nodes[v]
		to[v] = int32(i)
	}
	renamed := func(f flatSets) flatSets {
		g := flatSets{f.ends, make([]int32, len(f.nodes))}
		for i, v := range f.nodes {
			g.nodes[i] = to[v]
		}
		for i := range g.len() {
			slices.Sort(g.set(i))
		}
		return g
	}
	r.own = renamed(q.own)
	r.others = r.own
	if !q.selfDual {
		r.others = renamed(q.others)
	}
	return r
}
