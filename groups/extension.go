package groups

import (
	"fmt"
	"iter"
	"slices"
)

// Extend returns the group of the elements t^i·h, h in H and 0 <= i < p, with t⁻¹ht = sigma(h) and
// t^p = a: element t^i·h has the number i·|H|+h. The error is a *TableError unless sigma is an
// automorphism of H that fixes a, and its p-th power is x -> a⁻¹xa.
//
// Proof: docs/theorems/cyclic-extensions.md.
func Extend(name string, h *Group, p int, sigma []int, a int) (*Group, error) {
	n := h.n * p
	if p < 1 || n > MaxOrder || len(sigma) != h.n || a < 0 || a >= h.n {
		return nil, &TableError{fmt.Sprintf("an extension of order %d by %d images and %d", n, len(sigma), a)}
	}
	for _, y := range sigma {
		if y < 0 || y >= h.n {
			return nil, &TableError{fmt.Sprintf("%d is no element", y)}
		}
	}
	powers := powersOf(sigma, p)
	if sigma[a] != a {
		return nil, &TableError{fmt.Sprintf("the automorphism does not fix %d", a)}
	}
	for x := range h.n {
		if powers[p][x] != h.Conjugate(x, a) {
			return nil, &TableError{fmt.Sprintf("power %d of the automorphism is not conjugation by %d", p, a)}
		}
	}
	return made(name, n, func(x, y int) int {
		i, j := x/h.n, y/h.n
		product := h.Mul(powers[j][x%h.n], y%h.n)
		if i += j; i >= p {
			i -= p
			product = h.Mul(a, product)
		}
		return i*h.n + product
	})
}

// powersOf returns the powers 0..p of a permutation.
func powersOf(sigma []int, p int) [][]int {
	powers := make([][]int, p+1)
	powers[0] = make([]int, len(sigma))
	for x := range sigma {
		powers[0][x] = x
	}
	for j := range p {
		powers[j+1] = make([]int, len(sigma))
		for x := range sigma {
			powers[j+1][x] = sigma[powers[j][x]]
		}
	}
	return powers
}

// extensions yields the pairs (sigma, a) that make groups of order p·|H| with H as a normal
// subgroup, p a prime; every such group is isomorphic to one of these. sigma is one of each class
// of automorphisms under conjugation by automorphisms and products with inner ones, and a is any
// element that fits.
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

// class is a list of groups of one order, no two of them isomorphic.
type classes struct {
	groups []*Group
	colour [][]uint64
	starts [][]int // the orbits' representatives under automorphisms; nil until they are wanted
	byKey  map[uint64][]int
}

// find returns the place of the group that g is isomorphic to; -1 if there is none.
func (c *classes) find(g *Group) int {
	colour, key := g.colours()
	return c.findColoured(g, colour, key)
}

func (c *classes) findColoured(g *Group, colour []uint64, key uint64) int {
	for _, i := range c.byKey[key] {
		if c.starts[i] == nil {
			c.starts[i] = c.groups[i].Automorphisms().representatives()
		}
		if newMatcher(g, c.groups[i], colour, c.colour[i]).match(c.starts[i]) != nil {
			return i
		}
	}
	return -1
}

// add takes g, unless it is isomorphic to one that is there; it returns the place.
func (c *classes) add(g *Group) (place int, fresh bool) {
	colour, key := g.colours()
	if i := c.findColoured(g, colour, key); i >= 0 {
		return i, false
	}
	if c.byKey == nil {
		c.byKey = map[uint64][]int{}
	}
	c.byKey[key] = append(c.byKey[key], len(c.groups))
	c.groups, c.colour = append(c.groups, g), append(c.colour, colour)
	c.starts = append(c.starts, nil)
	return len(c.groups) - 1, true
}

// primesOf returns the primes that divide n, ascending.
func primesOf(n int) []int {
	var primes []int
	for p := 2; p*p <= n; p++ {
		if n%p == 0 {
			primes = append(primes, p)
			for n%p == 0 {
				n /= p
			}
		}
	}
	if n > 1 {
		primes = append(primes, n)
	}
	return slices.Clip(primes)
}
