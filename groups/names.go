package groups

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/gf"
	"coterie/internal/words/show"
)

// Forms shows the forms of names.
const Forms = "Z12, Z2xZ8, D5, Q8, Dic3, SD16, M16, S4, A5, SL2-3, GL2-3, H27, Z7:Z3, Z8:Z2@5, GF9:Z4, D4oQ8, products such as D4xZ3, and G32.17 of the catalogue"

// Parse returns the group that a name stands for (see the documentation of the package). The error
// says why the name is not that of a group here ([Forms]). Z12 and C12 are the same name; a group
// of the catalogue gets its first name.
//
// Cost: O(n²).
func Parse(name string) (*Group, error) {
	if len(name) > 100 {
		return nil, fmt.Errorf("group %s: too long", show.Value(name[:100]))
	}
	p := &parser{name: name}
	g := p.product(name)
	if p.err != nil {
		return nil, p.err
	}
	return g, nil
}

type parser struct {
	name string
	err  error
}

func (p *parser) fail(format string, args ...any) *Group {
	if p.err == nil {
		p.err = fmt.Errorf("group %s: %s", show.Value(p.name), fmt.Sprintf(format, args...))
	}
	return nil
}

func (p *parser) product(text string) *Group {
	var product *Group
	for factor := range strings.SplitSeq(text, "x") {
		g := p.central(factor)
		switch {
		case g == nil:
			return nil
		case product == nil:
			product = g
		case product.n*g.n > MaxOrder:
			return p.fail("its order is over %d", MaxOrder)
		default:
			product = direct(product, g)
		}
	}
	return product
}

// central parses AoB.
func (p *parser) central(text string) *Group {
	one, other, two := strings.Cut(text, "o")
	a := p.semidirect(one)
	if a == nil || !two {
		return a
	}
	b := p.semidirect(other)
	if b == nil {
		return nil
	}
	x, y := a.centralInvolution(), b.centralInvolution()
	switch {
	case x < 0:
		return p.fail("%s has not one central involution", one)
	case y < 0:
		return p.fail("%s has not one central involution", other)
	case a.n*b.n > MaxOrder:
		return p.fail("its order is over %d", MaxOrder)
	}
	both := direct(a, b)
	g := both.quotient([]int{0, y*a.n + x})
	g.name = a.name + "o" + b.name
	return g
}

// centralInvolution returns the only element of order 2 in the centre; -1 if there is none or more
// than one.
func (g *Group) centralInvolution() int {
	found := -1
	for _, a := range g.center() {
		if a != 0 && g.Mul(a, a) == 0 {
			if found >= 0 {
				return -1
			}
			found = a
		}
	}
	return found
}

// semidirect parses Zm:Zk, Zm:Zk@r, GFq:Zd, and atoms.
func (p *parser) semidirect(text string) *Group {
	normal, rest, two := strings.Cut(text, ":")
	if !two {
		return p.atom(text)
	}
	acts, multiplier, given := strings.Cut(rest, "@")
	k, ok := cyclicOrder(acts)
	if !ok {
		return p.fail("after a colon stands a cyclic group, as in Z7:Z3")
	}
	if q, ok := number(normal, "GF"); ok {
		if given {
			return p.fail("a field's group acts in one way alone, without @")
		}
		return p.affine(q, k)
	}
	m, ok := cyclicOrder(normal)
	if !ok {
		return p.fail("before a colon stands a cyclic group or a field, as in Z7:Z3 and GF9:Z4")
	}
	if m*k > MaxOrder {
		return p.fail("its order is over %d", MaxOrder)
	}
	r, best := 0, 1
	if given {
		r, ok = plainNumber(multiplier)
		if !ok || r >= m || orderOf(r, m) == 0 || k%orderOf(r, m) != 0 {
			return p.fail("the multiplier has to be one whose power %d is 1 modulo %d", k, m)
		}
	} else {
		for s := 1; s < m; s++ {
			if o := orderOf(s, m); o > best && k%o == 0 {
				r, best = s, o
			}
		}
		if r == 0 {
			return p.fail("the generator of Z%d acts on Z%d in no way but x -> x", k, m)
		}
	}
	name := fmt.Sprintf("Z%d:Z%d", m, k)
	if given {
		name += fmt.Sprintf("@%d", r)
	}
	return extend(name, cyclic(m), k, multiplication(m, r), 0)
}

// affine returns the maps x -> ax+b of GF(q), a in the group of the d-th roots of unity.
func (p *parser) affine(q, d int) *Group {
	if q*d > MaxOrder || q > MaxOrder {
		return p.fail("its order is over %d", MaxOrder)
	}
	f, err := gf.New(q)
	if err != nil {
		return p.fail("there is no field of %d elements", q)
	}
	if d < 1 || (q-1)%d != 0 {
		return p.fail("GF(%d) has no root of unity of order %d", q, d)
	}
	additive := made("", q, func(a, b int) int { return int(f.Add(uint32(a), uint32(b))) })
	root := f.Exp((q - 1) / d)
	sigma := make([]int, q)
	for x := range sigma {
		sigma[x] = int(f.Mul(uint32(x), root))
	}
	return extend(fmt.Sprintf("GF%d:Z%d", q, d), additive, d, sigma, 0)
}

// atom parses a name that has neither factors nor an action.
func (p *parser) atom(text string) *Group {
	if order, index, ok := catalogueNumber(text); ok {
		g, err := member(order, index)
		if err != nil {
			return p.fail("%v", err)
		}
		return g
	}
	for _, family := range families {
		if v, ok := number(text, family.prefix); ok {
			if v > MaxOrder {
				return p.fail("its order is over %d", MaxOrder)
			}
			g, why := family.build(v)
			if g == nil {
				return p.fail("%s", why)
			}
			return g
		}
	}
	return p.fail("there is no such name")
}

const tooLarge = "its order is over 1024"

// families are the kinds of names: a prefix and a number.
var families = []struct {
	prefix string
	build  func(v int) (g *Group, why string)
}{
	{"Z", func(v int) (*Group, string) {
		if v < 1 {
			return nil, "a cyclic group has an order of at least 1"
		}
		return cyclic(v), ""
	}},
	{"C", func(v int) (*Group, string) {
		if v < 1 {
			return nil, "a cyclic group has an order of at least 1"
		}
		return cyclic(v), ""
	}},
	{"D", func(v int) (*Group, string) {
		if v < 3 || 2*v > MaxOrder {
			return nil, "a dihedral group is that of a polygon of 3 to 512 corners"
		}
		return extend(fmt.Sprintf("D%d", v), cyclic(v), 2, multiplication(v, v-1), 0), ""
	}},
	{"Dic", func(v int) (*Group, string) {
		if v < 2 || 4*v > MaxOrder {
			return nil, "a dicyclic group is four times as large as its number, 2 to 256"
		}
		return extend(fmt.Sprintf("Dic%d", v), cyclic(2*v), 2, multiplication(2*v, 2*v-1), v), ""
	}},
	{"Q", func(v int) (*Group, string) {
		if v < 8 || v&(v-1) != 0 {
			return nil, "a generalized quaternion group has as its order a power of two, 8 or more"
		}
		return extend(fmt.Sprintf("Q%d", v), cyclic(v/2), 2, multiplication(v/2, v/2-1), v/4), ""
	}},
	{"SD", func(v int) (*Group, string) {
		if v < 16 || v&(v-1) != 0 {
			return nil, "a semidihedral group has as its order a power of two, 16 or more"
		}
		return extend(fmt.Sprintf("SD%d", v), cyclic(v/2), 2, multiplication(v/2, v/4-1), 0), ""
	}},
	{"M", func(v int) (*Group, string) {
		p, e, ok := gf.PrimePower(v)
		if !ok || e < 3 || v == 8 {
			return nil, "a modular group has as its order a power of a prime, the third at least, and not 8"
		}
		return extend(fmt.Sprintf("M%d", v), cyclic(v/p), p, multiplication(v/p, v/p/p+1), 0), ""
	}},
	{"S", func(v int) (*Group, string) {
		if v < 3 || v > 6 {
			return nil, "here are the symmetric groups of 3 to 6 things"
		}
		return symmetric(v, false), ""
	}},
	{"A", func(v int) (*Group, string) {
		if v < 4 || v > 6 {
			return nil, "here are the alternating groups of 4 to 6 things"
		}
		return symmetric(v, true), ""
	}},
	{"SL2-", func(v int) (*Group, string) { return linear(v, true) }},
	{"GL2-", func(v int) (*Group, string) { return linear(v, false) }},
	{"H", heisenberg},
}

// number parses a prefix and a number in decimals without leading zeros.
func number(text, prefix string) (v int, ok bool) {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return 0, false
	}
	return plainNumber(digits)
}

func plainNumber(digits string) (v int, ok bool) {
	v, err := strconv.Atoi(digits)
	return v, err == nil && v >= 0 && strconv.Itoa(v) == digits && v < 1<<20
}

func cyclicOrder(text string) (n int, ok bool) {
	n, ok = number(text, "Z")
	if !ok {
		n, ok = number(text, "C")
	}
	return n, ok && 1 <= n && n <= MaxOrder
}

// catalogueNumber parses G32.17.
func catalogueNumber(text string) (order, index int, ok bool) {
	text, ok = strings.CutPrefix(text, "G")
	if !ok {
		return 0, 0, false
	}
	one, other, ok := strings.Cut(text, ".")
	if !ok {
		return 0, 0, false
	}
	order, ok1 := plainNumber(one)
	index, ok2 := plainNumber(other)
	return order, index, ok1 && ok2
}

// orderOf returns the least k >= 1 with r^k = 1 modulo m; 0 if there is none.
func orderOf(r, m int) int {
	if gf.GCD(r, m) != 1 {
		return 0
	}
	k := 1
	for x := r % m; x != 1%m; x = x * r % m {
		k++
	}
	return k
}

func multiplication(m, r int) []int {
	sigma := make([]int, m)
	for x := range sigma {
		sigma[x] = x * r % m
	}
	return sigma
}

func cyclic(n int) *Group {
	return made(fmt.Sprintf("Z%d", n), n, func(a, b int) int { return (a + b) % n })
}

// direct returns the direct product: the pair of a and b has the number b·|A|+a. It panics if its
// order is over MaxOrder.
func direct(one, other *Group) *Group {
	return made(one.name+"x"+other.name, one.n*other.n, func(x, y int) int {
		return other.Mul(x/one.n, y/one.n)*one.n + one.Mul(x%one.n, y%one.n)
	})
}

// symmetric returns the permutations of v things, or the even ones, in lexicographic order; ab is b
// after a.
func symmetric(v int, even bool) *Group {
	var list [][]int
	var extend func(p []int)
	extend = func(p []int) {
		if len(p) == v {
			inversions := 0
			for i, x := range p {
				for _, y := range p[:i] {
					if y > x {
						inversions++
					}
				}
			}
			if !even || inversions%2 == 0 {
				list = append(list, slices.Clone(p))
			}
			return
		}
		for x := range v {
			if !slices.Contains(p, x) {
				extend(append(p, x))
			}
		}
	}
	extend(nil)
	name := fmt.Sprintf("S%d", v)
	if even {
		name = fmt.Sprintf("A%d", v)
	}
	return byMaps(name, list, func(a, b []int) []int {
		c := make([]int, v)
		for i, x := range a {
			c[i] = b[x]
		}
		return c
	})
}

// byMaps returns the group of a list of maps, each given by its numbers, the identity first.
func byMaps(name string, list [][]int, product func(a, b []int) []int) *Group {
	at := make(map[string]int, len(list))
	for i, x := range list {
		at[fmt.Sprint(x)] = i
	}
	return made(name, len(list), func(a, b int) int { return at[fmt.Sprint(product(list[a], list[b]))] })
}

// linear returns the invertible 2×2 matrices over GF(q), or those of determinant 1: the identity,
// then in lexicographic order of the entries' codes.
func linear(q int, special bool) (*Group, string) {
	f, err := gf.New(q)
	if err != nil {
		return nil, fmt.Sprintf("there is no field of %d elements", q)
	}
	size, name := q*(q*q-1), fmt.Sprintf("SL2-%d", q)
	if !special {
		size, name = size*(q-1), fmt.Sprintf("GL2-%d", q)
	}
	if q > MaxOrder/q || size > MaxOrder {
		return nil, tooLarge
	}
	list := [][]int{{1, 0, 0, 1}}
	for code := range q * q * q * q {
		m := []int{code / (q * q * q), code / (q * q) % q, code / q % q, code % q}
		det := f.Sub(f.Mul(uint32(m[0]), uint32(m[3])), f.Mul(uint32(m[1]), uint32(m[2])))
		if det != 0 && (!special || det == 1) && !slices.Equal(m, list[0]) {
			list = append(list, m)
		}
	}
	return byMaps(name, list, func(a, b []int) []int {
		c := make([]int, 4)
		for i := range 2 {
			for j := range 2 {
				c[2*i+j] = int(f.Add(f.Mul(uint32(a[2*i]), uint32(b[j])), f.Mul(uint32(a[2*i+1]), uint32(b[2+j]))))
			}
		}
		return c
	}), ""
}

// heisenberg returns the upper triangular 3×3 matrices with ones on the diagonal over GF(q), for
// the order q³: (a, b, c) has the number (c·q+b)·q+a, where c is the corner.
func heisenberg(order int) (*Group, string) {
	p, e, ok := gf.PrimePower(order)
	if !ok || e%3 != 0 {
		return nil, "a Heisenberg group has as its order the third power of a field's"
	}
	q := 1
	for range e / 3 {
		q *= p
	}
	f, err := gf.New(q)
	if err != nil {
		return nil, err.Error()
	}
	return made(fmt.Sprintf("H%d", order), order, func(x, y int) int {
		a, b, c := x%q, x/q%q, x/q/q
		d, e, g := y%q, y/q%q, y/q/q
		corner := f.Add(f.Add(uint32(c), uint32(g)), f.Mul(uint32(a), uint32(e)))
		return (int(corner)*q+int(f.Add(uint32(b), uint32(e))))*q + int(f.Add(uint32(a), uint32(d)))
	}), ""
}
