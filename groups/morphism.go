package groups

import (
	"iter"
	"slices"
)

// colours gives every element a number, its colour, that isomorphisms keep: an isomorphism between
// groups of the same order takes an element to one of equal colour only. It starts with the orders
// of the elements and refines the colours by the colours of the products with all others (the
// method of Weisfeiler and Leman), until no class is divided further. key sums up the classes, and
// is the same for isomorphic groups.
func (g *Group) colours() (colour []uint64, key uint64) {
	colour = make([]uint64, g.n)
	for a := range g.n {
		colour[a] = mixed(uint64(g.elementOrder(a)))
	}
	for classes := 0; ; {
		distinct := slices.Clone(colour)
		slices.Sort(distinct)
		sum := uint64(g.n)
		for _, c := range distinct {
			sum = mixed(sum ^ c)
		}
		if now := len(slices.Compact(distinct)); now == classes {
			return colour, sum
		} else {
			classes = now
		}
		next := make([]uint64, g.n)
		for a := range g.n {
			c := mixed(colour[a] + 1)
			for b := range g.n {
				c += mixed(colour[b] ^ mixed(colour[g.mul[a*g.n+b]]+2*colour[g.mul[b*g.n+a]]+3*colour[g.Conjugate(a, b)]))
			}
			next[a] = mixed(c + 3*colour[g.Mul(a, a)])
		}
		colour = next
	}
}

// mixed scatters the bits of a number (the finalizer of SplitMix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// matcher looks for isomorphisms from g to h that keep colours, generator by generator.
type matcher struct {
	g, h     *Group
	from, to []uint64 // colours
	base     []int    // generators of g
	image    []int    // by element of g; -1 where it is not determined
	used     []bool   // by element of h
	reached  []int    // elements of g with an image
	before   []int    // by generator: how many were reached before
}

// newMatcher returns a matcher with few generators of rare colours.
func newMatcher(g, h *Group, from, to []uint64) *matcher {
	m := &matcher{g: g, h: h, from: from, to: to, image: make([]int, g.n), used: make([]bool, g.n)}
	m.base = g.rareGenerators(from)
	for i := range m.image {
		m.image[i] = -1
	}
	m.image[0], m.used[0], m.reached = 0, true, []int{0}
	return m
}

// rareGenerators chooses generators. Each has the rarest colour among the elements that enlarge the
// subgroup most.
func (g *Group) rareGenerators(colour []uint64) []int {
	many := map[uint64]int{}
	for _, c := range colour {
		many[c]++
	}
	var base []int
	sub := []int{0}
	for len(sub) < g.n {
		best, bestSub := -1, []int(nil)
		in := make([]bool, g.n)
		for _, x := range sub {
			in[x] = true
		}
		tried := map[uint64]bool{}
		for x := range g.n {
			if in[x] || len(base) > 0 && tried[colour[x]] && best >= 0 && len(bestSub) == g.n {
				continue
			}
			tried[colour[x]] = true
			next := g.closure(append(slices.Clone(base), x))
			if best < 0 || len(next) > len(bestSub) || len(next) == len(bestSub) && many[colour[x]] < many[colour[best]] {
				best, bestSub = x, next
			}
		}
		base, sub = append(base, best), bestSub
	}
	return base
}

// closure returns the elements of the subgroup that gens generate, in the order of their discovery.
func (g *Group) closure(gens []int) []int {
	in := make([]bool, g.n)
	in[0] = true
	return reach(in, []int{0}, gens, g.Mul)
}

// push maps the next generator to y, with all images that follow from this. It returns false if the
// map is no injective homomorphism that keeps colours. Either way pop must undo it.
func (m *matcher) push(level, y int) bool {
	m.before = append(m.before[:level], len(m.reached))
	x := m.base[level]
	if m.image[x] >= 0 {
		return m.image[x] == y
	}
	if !m.set(x, y) {
		return false
	}
	for i := 0; i < len(m.reached); i++ {
		a := m.reached[i]
		for _, s := range m.base[:level+1] {
			if !m.set(m.g.Mul(a, s), m.h.Mul(m.image[a], m.image[s])) {
				return false
			}
		}
	}
	return true
}

func (m *matcher) set(x, y int) bool {
	switch {
	case m.image[x] >= 0:
		return m.image[x] == y
	case m.used[y] || m.from[x] != m.to[y]:
		return false
	}
	m.image[x], m.used[y] = y, true
	m.reached = append(m.reached, x)
	return true
}

func (m *matcher) pop(level int) {
	for _, x := range m.reached[m.before[level]:] {
		m.used[m.image[x]] = false
		m.image[x] = -1
	}
	m.reached = m.reached[:m.before[level]]
}

// each visits the isomorphisms that extend the images set for the generators before level; it
// returns false if visit did.
func (m *matcher) each(level int, visit func(image []int) bool) bool {
	if level == len(m.base) {
		return visit(m.image)
	}
	for y := range m.h.n {
		if m.used[y] || m.from[m.base[level]] != m.to[y] {
			continue
		}
		if m.push(level, y) && !m.each(level+1, visit) {
			return false
		}
		m.pop(level)
	}
	return true
}

// match returns an isomorphism, nil if there is none. Because of the automorphisms of h, one
// image of the first generator in each of their orbits is enough; starts represent these orbits.
func (m *matcher) match(starts []int) (image []int) {
	visit := func(found []int) bool {
		image = slices.Clone(found)
		return false
	}
	if len(m.base) == 0 {
		return []int{0}
	}
	for _, y := range starts {
		if m.from[m.base[0]] != m.to[y] {
			continue
		}
		if m.push(0, y) && !m.each(1, visit) {
			return image
		}
		m.pop(0)
	}
	return nil
}

// Automorphisms is the group of the automorphisms of a group, by a chain of stabilizers: every
// automorphism is one product of one transversal element for each level.
type Automorphisms struct {
	g    *Group
	base []int
	// levels[i] has one automorphism for each possible image of generator i where the generators
	// before it are fixed, the identity first.
	levels [][][]int
}

// Automorphisms returns the automorphisms of g.
//
// Cost: one search for an automorphism for each of at most log2 n generators and each element.
func (g *Group) Automorphisms() *Automorphisms {
	colour, _ := g.colours()
	m := newMatcher(g, g, colour, colour)
	a := &Automorphisms{g: g, base: m.base}
	for level, x := range m.base {
		// The generators before level are fixed; which y are images of x?
		var transversal [][]int
		for y := range g.n {
			if m.used[y] || colour[x] != colour[y] {
				continue
			}
			if m.push(level, y) {
				m.each(level+1, func(found []int) bool {
					transversal = append(transversal, slices.Clone(found))
					return false
				})
			}
			m.pop(level)
		}
		slices.SortStableFunc(transversal, func(p, q []int) int { return order(p[x] != x, q[x] != x) })
		a.levels = append(a.levels, transversal)
		m.push(level, x)
	}
	return a
}

func order(p, q bool) int {
	switch {
	case p == q:
		return 0
	case q:
		return -1
	}
	return 1
}

// Order returns how many automorphisms there are.
func (a *Automorphisms) Order() int {
	product := 1
	for _, l := range a.levels {
		product *= len(l)
	}
	return product
}

func image(x int, f []int) int { return f[x] }

// Generators returns automorphisms that generate all of them, each by the images of the elements.
func (a *Automorphisms) Generators() [][]int {
	var gens [][]int
	for i, transversal := range slices.Backward(a.levels) {
		// The stabilizer is generated already. Automorphisms that make the orbit of base i whole
		// are enough.
		x := a.base[i]
		in := make([]bool, a.g.n)
		in[x] = true
		orbit := []int{x}
		for _, f := range transversal {
			if in[f[x]] {
				continue
			}
			gens = append(gens, f)
			orbit = reach(in, orbit, gens, image)
		}
	}
	return gens
}

// representatives returns the least element of each orbit, ascending.
func (a *Automorphisms) representatives() []int {
	var least []int
	for _, orbit := range a.orbits() {
		least = append(least, orbit[0])
	}
	return least
}

// orbits returns the orbits of elements under the automorphisms, by their least elements, each
// ascending.
func (a *Automorphisms) orbits() [][]int {
	gens := a.Generators()
	in := make([]bool, a.g.n)
	var orbits [][]int
	for x := range a.g.n {
		if in[x] {
			continue
		}
		in[x] = true
		orbit := reach(in, []int{x}, gens, image)
		slices.Sort(orbit)
		orbits = append(orbits, orbit)
	}
	return orbits
}

// All yields the automorphisms, by the images of the elements, the identity first. The caller may
// keep the slices.
func (a *Automorphisms) All() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		identity := make([]int, a.g.n)
		for x := range identity {
			identity[x] = x
		}
		a.from(0, identity, yield)
	}
}

// from yields before∘f for the automorphisms f that fix the generators before a level.
func (a *Automorphisms) from(level int, before []int, yield func([]int) bool) bool {
	if level == len(a.levels) {
		return yield(before)
	}
	for _, f := range a.levels[level] {
		both := make([]int, a.g.n)
		for x, y := range f {
			both[x] = before[y]
		}
		if !a.from(level+1, both, yield) {
			return false
		}
	}
	return true
}
