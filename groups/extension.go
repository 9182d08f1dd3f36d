package groups

// extend returns the group of the elements t^i·h, h in H and 0 <= i < p, with t⁻¹ht = sigma(h) and
// t^p = a: element t^i·h has the number i·|H|+h. It panics unless sigma is an automorphism of H
// that fixes a, and its p-th power is x -> a⁻¹xa: otherwise this is no group.
//
// Proof: docs/theorems/cyclic-extensions.md.
func extend(name string, h *Group, p int, sigma []int, a int) *Group {
	powers := powersOf(sigma, p)
	return made(name, h.n*p, func(x, y int) int {
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

// classes is a list of groups of one order, no two of them isomorphic.
type classes struct {
	groups []*Group
	colour [][]uint64
	starts [][]int // the orbits' representatives under automorphisms; nil until they are wanted
	byKey  map[uint64][]int
}

// find returns the index of the group that is isomorphic to g; -1 if there is none.
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

// add appends g, unless the list has an isomorphic group; it returns the index of that group or of
// g.
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
