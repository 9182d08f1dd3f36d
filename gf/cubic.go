package gf

import (
	"fmt"
)

// MaxCubicBase is the greatest order of a field for [FirstPrimitiveCubic].
const MaxCubicBase = 1 << 13

// FirstPrimitiveCubic returns the codes c0, c1, c2, 1 of the lexicographically first primitive
// polynomial x³ + c2·x² + c1·x + c0 over f: the triple (c2, c1, c0) is the least possible. Its root
// w generates the multiplicative group of GF(q³); any linear function s of the powers of w, such as
// the coefficient of x² in w^k, satisfies s(k+3) + c2·s(k+2) + c1·s(k+1) + c0·s(k) = 0. It is an
// error if the order of f is above [MaxCubicBase].
//
// Cost: a fraction of a millisecond for most q, some tens of milliseconds at worst (q = 2187).
func FirstPrimitiveCubic(f *Field) ([4]uint32, error) {
	c, err := newCubic(f)
	if err != nil {
		return [4]uint32{}, err
	}
	return c.modulus(), nil
}

// cubic is the cubic extension GF(q³) of a field GF(q): GF(q)[x] modulo a primitive polynomial of
// degree 3. Its elements are triples: [3]uint32{a0, a1, a2} is a0 + a1·x + a2·x² with codes a0, a1,
// a2 of GF(q).
type cubic struct {
	field *Field
	// reduction holds -c0, -c1, -c2 of the modulus x³ + c2·x² + c1·x + c0: the coefficients of x³.
	reduction [3]uint32
	order     uint64        // q³
	factors   []PrimeFactor // of q³-1
}

func newCubic(f *Field) (*cubic, error) {
	if f.Order() > MaxCubicBase {
		return nil, fmt.Errorf("gf: order %d is above the limit %d", f.Order(), MaxCubicBase)
	}
	q := uint64(f.order)
	c := &cubic{field: f, order: q * q * q}
	c.factors = Factor(c.order - 1)
	c.findModulus()
	return c, nil
}

// findModulus sets the reduction of the first primitive polynomial. A candidate is primitive iff x
// has order q³-1 modulo it; as over GF(p), this implies irreducibility.
func (c *cubic) findModulus() {
	f := c.field
	q := f.order
	x := [3]uint32{0, 1, 0}
	for c2 := range q {
		for c1 := range q {
			if c2 == 0 && c1 == 0 {
				continue // x³ would lie in GF(q), and the order of x be at most 3(q-1)
			}
			for c0 := uint32(1); c0 < q; c0++ {
				// The norm of x is -c0, and the norm of a generator of GF(q³)* generates GF(q)*.
				norm := f.Neg(c0)
				if GCD(uint64(f.log[norm]), uint64(f.groupSize)) != 1 {
					continue
				}
				c.reduction = [3]uint32{norm, f.Neg(c1), f.Neg(c2)}
				if c.hasFullOrder(x) {
					return
				}
			}
		}
	}
	panic("gf: no primitive cubic polynomial") // not reachable: GF(q³)* is cyclic
}

// hasFullOrder reports whether the order of a is q³-1 in the ring modulo the present modulus.
func (c *cubic) hasFullOrder(a [3]uint32) bool {
	one := [3]uint32{1, 0, 0}
	if c.pow(a, c.order-1) != one {
		return false
	}
	for _, l := range c.factors {
		if c.pow(a, (c.order-1)/l.Prime) == one {
			return false
		}
	}
	return true
}

func (c *cubic) modulus() [4]uint32 {
	f, r := c.field, c.reduction
	return [4]uint32{f.Neg(r[0]), f.Neg(r[1]), f.Neg(r[2]), 1}
}

func (c *cubic) scale(s uint32, a [3]uint32) [3]uint32 {
	f := c.field
	return [3]uint32{f.Mul(s, a[0]), f.Mul(s, a[1]), f.Mul(s, a[2])}
}

// scaleAdd returns s·a + b.
func (c *cubic) scaleAdd(s uint32, a, b [3]uint32) [3]uint32 {
	f := c.field
	return [3]uint32{f.mulAdd(s, a[0], b[0]), f.mulAdd(s, a[1], b[1]), f.mulAdd(s, a[2], b[2])}
}

// mul returns a·b, in 15 multiplications of GF(q), by Horner's rule (a2·b·x + a1·b)·x + a0·b.
func (c *cubic) mul(a, b [3]uint32) [3]uint32 {
	product := c.timesX(c.scale(a[2], b))
	product = c.timesX(c.scaleAdd(a[1], b, product))
	return c.scaleAdd(a[0], b, product)
}

// timesX returns a·x: the coefficients move up, and a2·x³ is folded back.
func (c *cubic) timesX(a [3]uint32) [3]uint32 {
	f, r := c.field, c.reduction
	return [3]uint32{f.Mul(a[2], r[0]), f.mulAdd(a[2], r[1], a[0]), f.mulAdd(a[2], r[2], a[1])}
}

func (c *cubic) pow(a [3]uint32, e uint64) [3]uint32 {
	result := [3]uint32{1, 0, 0}
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = c.mul(result, a)
		}
		if e > 1 {
			a = c.mul(a, a)
		}
	}
	return result
}
