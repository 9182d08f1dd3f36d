package groups

import "iter"

// extensions yields the pairs (sigma, a) that make groups of order p·|H| with H as a normal
// subgroup, p a prime; every such group is isomorphic to one of these. There is one sigma for each
// class of automorphisms under conjugation by automorphisms and products with inner automorphisms,
// and a is any element that fits.
func extensions(h *Group, p int) iter.Seq2[[]int, int] {
	return func(yield func([]int, int) bool) {
		for _, sigma := range outerClasses(h) {
			power := powersOf(sigma, p)[p]
			for a := range h.n {
				if sigma[a] != a {
					continue
				}
				fits := true
				for _, x := range h.gens {
					fits = fits && power[x] == h.Conjugate(x, a)
				}
				if fits && !yield(sigma, a) {
					return
				}
			}
		}
	}
}

// outerClasses returns one automorphism of each class under conjugation by automorphisms and
// products with inner automorphisms, the first in the order of [Automorphisms.All].
//
// Cost: as many steps and words as there are automorphisms, times their generators.
func outerClasses(h *Group) [][]int {
	auts := h.Automorphisms()
	gens := auts.Generators()
	inverse := make([][]int, len(gens))
	for i, f := range gens {
		inverse[i] = make([]int, h.n)
		for x, y := range f {
			inverse[i][y] = x
		}
	}
	// An automorphism is known by the images of the generators.
	key := func(f []int) string {
		b := make([]byte, 0, 2*len(h.gens))
		for _, s := range h.gens {
			b = append(b, byte(f[s]), byte(f[s]>>8))
		}
		return string(b)
	}
	seen := make(map[string]bool, auts.Order())
	var classes [][]int
	for f := range auts.All() {
		if seen[key(f)] {
			continue
		}
		classes = append(classes, f)
		seen[key(f)] = true
		queue := [][]int{f}
		visit := func(e []int) {
			if k := key(e); !seen[k] {
				seen[k] = true
				queue = append(queue, e)
			}
		}
		for len(queue) > 0 {
			e := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for i, s := range gens {
				next := make([]int, h.n)
				for x := range next {
					next[x] = s[e[inverse[i][x]]]
				}
				visit(next)
			}
			for _, b := range h.gens {
				next := make([]int, h.n)
				for x := range next {
					next[x] = h.Conjugate(e[x], b)
				}
				visit(next)
			}
		}
	}
	return classes
}
