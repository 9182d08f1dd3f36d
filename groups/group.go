package groups

import (
	"fmt"
	"slices"

	"coterie/gf"
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

// TableError says why a table is that of no group.
type TableError struct{ Why string }

func (e *TableError) Error() string { return "no group: " + e.Why }

// New returns the group with a multiplication table: product[a][b] is ab. It is judged: closed,
// with the identity 0, inverses, and associative, else the error is a *TableError.
//
// Cost: O(n²·r) for r generators, at most log2 n of them (Light's test of associativity).
func New(name string, product [][]int) (*Group, error) {
	n := len(product)
	if n < 1 || n > MaxOrder {
		return nil, &TableError{fmt.Sprintf("%d elements; want 1 to %d", n, MaxOrder)}
	}
	for a, row := range product {
		if len(row) != n {
			return nil, &TableError{fmt.Sprintf("row %d has %d products, not %d", a, len(row), n)}
		}
		for b, c := range row {
			if c < 0 || c >= n {
				return nil, &TableError{fmt.Sprintf("%d times %d is %d, which is no element", a, b, c)}
			}
		}
	}
	return made(name, n, func(a, b int) int { return product[a][b] })
}

// made is New for a product that a function gives, with values in 0..n-1.
func made(name string, n int, product func(a, b int) int) (*Group, error) {
	g := &Group{name: name, n: n, mul: make([]uint16, n*n), inv: make([]uint16, n)}
	for a := range n {
		for b := range n {
			g.mul[a*n+b] = uint16(product(a, b))
		}
	}
	for a := range n {
		if g.Mul(0, a) != a || g.Mul(a, 0) != a {
			return nil, &TableError{fmt.Sprintf("0 is no identity: it changes %d", a)}
		}
		b := slices.Index(g.mul[a*n:(a+1)*n], 0)
		if b < 0 || g.Mul(b, a) != 0 {
			return nil, &TableError{fmt.Sprintf("%d has no inverse", a)}
		}
		g.inv[a] = uint16(b)
	}
	g.gens = g.generators()
	// The a with (xa)y = x(ay) for all x and y are closed under products: so generators are enough.
	for _, a := range g.gens {
		for x := range n {
			for y := range n {
				if g.Mul(g.Mul(x, a), y) != g.Mul(x, g.Mul(a, y)) {
					return nil, &TableError{fmt.Sprintf("not associative at %d, %d, %d", x, a, y)}
				}
			}
		}
	}
	return g, nil
}

// must is for tables that are right by construction.
func must(g *Group, err error) *Group {
	if err != nil {
		panic(err)
	}
	return g
}

// generators returns the least elements, each of which is no product of those before.
func (g *Group) generators() []int {
	var gens []int
	in := make([]bool, g.n)
	in[0] = true
	reached := []int{0}
	for x := range g.n {
		if in[x] {
			continue
		}
		gens = append(gens, x)
		for i := 0; i < len(reached); i++ {
			for _, s := range gens {
				if y := g.Mul(reached[i], s); !in[y] {
					in[y] = true
					reached = append(reached, y)
				}
			}
		}
	}
	return gens
}

// Name is what [Parse] makes the group from.
func (g *Group) Name() string { return g.name }

// Order is the number of elements.
func (g *Group) Order() int { return g.n }

// Mul returns the product ab.
func (g *Group) Mul(a, b int) int { return int(g.mul[a*g.n+b]) }

// Inv returns the inverse of a.
func (g *Group) Inv(a int) int { return int(g.inv[a]) }

// Conjugate returns b⁻¹ab.
func (g *Group) Conjugate(a, b int) int { return g.Mul(g.Mul(g.Inv(b), a), b) }

// Power returns a^k, k of any sign.
func (g *Group) Power(a, k int) int {
	if k < 0 {
		a, k = g.Inv(a), -k
	}
	p := 0
	for k %= g.n; k > 0; k-- {
		p = g.Mul(p, a)
	}
	return p
}

// Generators returns elements that generate the group, ascending: each is the least that those
// before do not generate.
func (g *Group) Generators() []int { return slices.Clone(g.gens) }

// ElementOrder returns the least k >= 1 with a^k = 0.
func (g *Group) ElementOrder(a int) int {
	k := 1
	for x := a; x != 0; x = g.Mul(x, a) {
		k++
	}
	return k
}

// Exponent returns the least common multiple of the orders of the elements.
func (g *Group) Exponent() int {
	e := 1
	for a := range g.n {
		if o := g.ElementOrder(a); e%o != 0 {
			e *= o / gf.GCD(e, o)
		}
	}
	return e
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

// Center returns the elements that commute with all, ascending.
func (g *Group) Center() []int {
	var center []int
	for a := range g.n {
		if !slices.ContainsFunc(g.gens, func(s int) bool { return g.Mul(a, s) != g.Mul(s, a) }) {
			center = append(center, a)
		}
	}
	return center
}

// Invariants returns the orders of the cyclic factors of an abelian group, each a divisor of the
// next; none for the trivial group. It panics if the group is not abelian.
func (g *Group) Invariants() []int {
	if !g.Abelian() {
		panic("groups: invariants of a group that is not abelian")
	}
	// In a product of cyclic groups of orders d, p^k divides as many of these as the elements of
	// order dividing p^k are p-fold those of order dividing p^(k-1).
	factors := []int{}
	for p, rest := 2, g.n; rest > 1; p++ {
		if rest%p != 0 {
			continue
		}
		for q, before := p, 1; rest%p == 0; q *= p {
			count := countOf(g, q)
			all := count
			for i := 0; count > before; i++ {
				if i == len(factors) {
					factors = append(factors, 1)
				}
				factors[i] *= p
				rest /= p
				count /= p
			}
			before = all
		}
	}
	slices.Reverse(factors)
	return factors
}

// countOf returns how many elements have an order that divides q.
func countOf(g *Group, q int) int {
	count := 0
	for a := range g.n {
		if q%g.ElementOrder(a) == 0 {
			count++
		}
	}
	return count
}
