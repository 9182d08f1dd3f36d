package groups

import (
	"fmt"
	"slices"
)

// MaxOrder is the largest order of a group here.
const MaxOrder = 1024

// Group is a finite group on the elements 0..n-1; 0 is the identity. It does not change.
type Group struct {
	name string
	n    int
	mul  []uint16 // mul[a*n+b] is ab
	inv  []uint16
	gens []int
}

// made returns the group with a product that a function gives, with values in 0..n-1. It checks the
// group, and panics if 0 is no identity, if there is no inverse, or if it is not associative.
//
// Cost: O(n²·r) for r generators, at most log2 n of them (Light's test of associativity).
func made(name string, n int, product func(a, b int) int) *Group {
	g := &Group{name: name, n: n, mul: make([]uint16, n*n), inv: make([]uint16, n)}
	for a := range n {
		for b := range n {
			g.mul[a*n+b] = uint16(product(a, b))
		}
	}
	for a := range n {
		b := slices.Index(g.mul[a*n:(a+1)*n], 0)
		if b < 0 || g.Mul(b, a) != 0 || g.Mul(0, a) != a || g.Mul(a, 0) != a {
			panic(fmt.Sprintf("groups: %s is no group: no inverse of %d, or no identity", name, a))
		}
		g.inv[a] = uint16(b)
	}
	g.gens = g.generators()
	// The elements a with (xa)y = x(ay) for all x and y are closed under products, so generators
	// are enough.
	for _, a := range g.gens {
		for x := range n {
			for y := range n {
				if g.Mul(g.Mul(x, a), y) != g.Mul(x, g.Mul(a, y)) {
					panic(fmt.Sprintf("groups: %s is no group: not associative at %d, %d, %d", name, x, a, y))
				}
			}
		}
	}
	return g
}

// generators returns the least elements such that each is no product of those before it.
func (g *Group) generators() (gens []int) {
	reached := []int{0}
	for x := range g.n {
		if !slices.Contains(reached, x) {
			gens = append(gens, x)
			reached = g.closure(gens)
		}
	}
	return gens
}

// reach appends to reached the elements that follow from it by steps, in the order of discovery; in
// says which elements are in it.
func reach[S any](in []bool, reached []int, steps []S, follow func(x int, s S) int) []int {
	for i := 0; i < len(reached); i++ {
		for _, s := range steps {
			if y := follow(reached[i], s); !in[y] {
				in[y] = true
				reached = append(reached, y)
			}
		}
	}
	return reached
}

// Name returns the name from which [Parse] makes the group.
func (g *Group) Name() string { return g.name }

// Order returns the number of elements.
func (g *Group) Order() int { return g.n }

// Mul returns the product ab.
func (g *Group) Mul(a, b int) int { return int(g.mul[a*g.n+b]) }

// Inv returns the inverse of a.
func (g *Group) Inv(a int) int { return int(g.inv[a]) }

// Conjugate returns b⁻¹ab.
func (g *Group) Conjugate(a, b int) int { return g.Mul(g.Mul(g.Inv(b), a), b) }

// Generators returns elements that generate the group, ascending: each is the least element outside
// the subgroup that the ones before it generate.
func (g *Group) Generators() []int { return slices.Clone(g.gens) }

// elementOrder returns the least k >= 1 with a^k = 0.
func (g *Group) elementOrder(a int) int {
	k := 1
	for x := a; x != 0; x = g.Mul(x, a) {
		k++
	}
	return k
}

// Abelian reports whether ab = ba for all a and b.
func (g *Group) Abelian() bool {
	for _, a := range g.gens {
		for _, b := range g.gens {
			if g.Mul(a, b) != g.Mul(b, a) {
				return false
			}
		}
	}
	return true
}

// center returns the elements that commute with all elements, ascending.
func (g *Group) center() []int {
	var center []int
	for a := range g.n {
		if !slices.ContainsFunc(g.gens, func(s int) bool { return g.Mul(a, s) != g.Mul(s, a) }) {
			center = append(center, a)
		}
	}
	return center
}
