package billiard

import (
	"slices"

	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// conflictsOf returns the graph on the sets whose edges join disjoint ones. Sets that can be added
// together are independent in it.
func conflictsOf(list []quorum.Set) sets.Matrix {
	g := sets.NewMatrix(len(list), len(list))
	for b, y := range list {
		for a, x := range list[:b] {
			if !x.Intersects(y) {
				g.Row(a).Add(b)
				g.Row(b).Add(a)
			}
		}
	}
	return g
}

// maximalIndependent lists the maximal independent sets of a graph on n vertices. Each is a union
// of maximal independent sets, one of every component.
func maximalIndependent(g sets.Matrix, n int) []sets.Bits {
	list := []sets.Bits{sets.New(n)}
	for left := sets.Full(n); !left.Empty(); {
		component := sets.New(n)
		component.Add(left.First())
		for todo := []int{left.First()}; len(todo) > 0; todo = todo[1:] {
			for v := range g.Row(todo[0]).All() {
				if !component.Has(v) {
					component.Add(v)
					todo = append(todo, v)
				}
			}
		}
		left.Subtract(component)
		var next []sets.Bits
		for _, part := range independentWithin(g, component) {
			for _, before := range list {
				whole := slices.Clone(before)
				whole.Unite(part)
				next = append(next, whole)
			}
		}
		list = next
	}
	return list
}

// independentWithin lists the maximal independent sets of a component: the maximal cliques of the
// complement, by the algorithm of Bron and Kerbosch (1973) with the pivot of Tomita, Tanaka and
// Takahashi (2006). A maximal set has the pivot or one of its neighbours; each branch ends in a
// maximal set, or in none.
func independentWithin(g sets.Matrix, component sets.Bits) []sets.Bits {
	var found []sets.Bits
	chosen := make(sets.Bits, len(component))
	var search func(candidates, excluded sets.Bits)
	search = func(candidates, excluded sets.Bits) {
		var branches sets.Bits
		fewest := -1
		for _, pivots := range []sets.Bits{candidates, excluded} {
			for u := range pivots.All() {
				if size := candidates.Common(g.Row(u)) + oneIf(candidates.Has(u)); fewest < 0 || size < fewest {
					fewest, branches = size, slices.Clone(g.Row(u))
					branches.Add(u)
				}
			}
		}
		if fewest < 0 {
			found = append(found, slices.Clone(chosen))
			return
		}
		branches.Intersect(candidates)
		for v := range branches.All() {
			c, x := slices.Clone(candidates), slices.Clone(excluded)
			c.Subtract(g.Row(v))
			c.Remove(v)
			x.Subtract(g.Row(v))
			chosen.Add(v)
			search(c, x)
			chosen.Remove(v)
			candidates.Remove(v)
			excluded.Add(v)
		}
	}
	search(slices.Clone(component), make(sets.Bits, len(component)))
	return found
}
