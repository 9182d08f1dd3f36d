package gf

import (
	"iter"
	"slices"
)

// MaxCubicBase is the greatest order of a field that [NewCubic] extends.
const MaxCubicBase = 1 << 13

// Cubic is the cubic extension GF(q³) of a field GF(q): GF(q)[x] modulo a primitive polynomial of degree 3. Its elements
// are triples: [3]uint32{a0, a1, a2} is a0 + a1·x + a2·x² with codes a0, a1, a2 of GF(q). There are no tables beside
// those of GF(q), so it takes O(1) memory of its own. A Cubic does not change after NewCubic and may be used by several
// goroutines at once.
type Cubic struct {
	field *Field
	// reduction holds -c0, -c1, -c2 of the modulus x³ + c2·x² + c1·x + c0: the coefficients of x³.
	reduction [3]uint32
	order     uint64        // q³
	factors   []PrimeFactor // of q³-1

	conjugates [2][3]uint32 // x^q and x^(2q): what the Frobenius map makes of x and x²
	basisTrace [3]uint32    // the traces of 1, x and x²
}

// NewCubic returns the cubic extension of f. The modulus is the lexicographically first primitive polynomial of degree 3
// over f: the triple of codes (c2, c1, c0) of x³ + c2·x² + c1·x + c0 is the least possible. If the order of f is above
// [MaxCubicBase], the error is an [*OrderError].
//
// Cost: a fraction of a millisecond for most q, some tens of milliseconds at worst (q = 2187).
func NewCubic(f *Field) (*Cubic, error) {
	if f.Order() > MaxCubicBase {
		return nil, &OrderError{Order: f.Order(), Limit: MaxCubicBase, Reason: TooLarge}
	}
	q := uint64(f.order)
	c := &Cubic{field: f, order: q * q * q}
	c.factors = mergeFactors(Factor(q-1), Factor(q*q+q+1))
	c.findModulus()

	x := [3]uint32{0, 1, 0}
	c.conjugates[0] = c.pow(x, q)
	c.conjugates[1] = c.mul(c.conjugates[0], c.conjugates[0])

	// Newton's identities for the power sums of the three roots.
	trace1 := c.reduction[2]
	trace2 := f.Add(f.Mul(trace1, trace1), f.Add(c.reduction[1], c.reduction[1]))
	three := f.Add(1, f.Add(1, 1))
	c.basisTrace = [3]uint32{three, trace1, trace2}
	return c, nil
}

// mergeFactors multiplies two factorisations.
func mergeFactors(a, b []PrimeFactor) []PrimeFactor {
	product := slices.Clone(a)
	for _, factor := range b {
		same := func(other PrimeFactor) bool { return other.Prime == factor.Prime }
		if i := slices.IndexFunc(product, same); i >= 0 {
			product[i].Exponent += factor.Exponent
		} else {
			product = append(product, factor)
		}
	}
	slices.SortFunc(product, func(x, y PrimeFactor) int {
		if x.Prime < y.Prime {
			return -1
		}
		return 1
	})
	return product
}

// findModulus sets the reduction to that of the first primitive polynomial. A candidate is primitive iff x has order
// q³-1 modulo it; as over GF(p), irreducibility follows from that.
func (c *Cubic) findModulus() {
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
func (c *Cubic) hasFullOrder(a [3]uint32) bool {
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

// Field returns the field GF(q) that is extended.
func (c *Cubic) Field() *Field { return c.field }

// Order returns q³, the number of elements.
func (c *Cubic) Order() uint64 { return c.order }

// GroupFactors returns the factorisation of q³-1, the order of the multiplicative group. The slice is the caller's own.
func (c *Cubic) GroupFactors() []PrimeFactor { return slices.Clone(c.factors) }

// Modulus returns the codes c0, c1, c2, 1 of the coefficients of the primitive polynomial x³ + c2·x² + c1·x + c0.
func (c *Cubic) Modulus() [4]uint32 {
	f, r := c.field, c.reduction
	return [4]uint32{f.Neg(r[0]), f.Neg(r[1]), f.Neg(r[2]), 1}
}

// Primitive returns a generator of the multiplicative group, always the same: the root x of Modulus, {0, 1, 0}.
func (c *Cubic) Primitive() [3]uint32 { return [3]uint32{0, 1, 0} }

func (c *Cubic) check(a [3]uint32) {
	c.field.check(max(a[0], a[1], a[2]))
}

func (c *Cubic) zeroHasNo(operation string) {
	panic(&ZeroError{Operation: operation, Order: c.order})
}

// Add returns a + b. Like all methods on triples it panics with a [*CodeError] if an entry is not a code of GF(q).
func (c *Cubic) Add(a, b [3]uint32) [3]uint32 {
	c.check(a)
	c.check(b)
	return c.add(a, b)
}

func (c *Cubic) add(a, b [3]uint32) [3]uint32 {
	f := c.field
	return [3]uint32{f.Add(a[0], b[0]), f.Add(a[1], b[1]), f.Add(a[2], b[2])}
}

// Neg returns -a.
func (c *Cubic) Neg(a [3]uint32) [3]uint32 {
	c.check(a)
	f := c.field
	return [3]uint32{f.Neg(a[0]), f.Neg(a[1]), f.Neg(a[2])}
}

// Sub returns a - b.
func (c *Cubic) Sub(a, b [3]uint32) [3]uint32 {
	c.check(a)
	return c.add(a, c.Neg(b))
}

// Scale returns s·a for an element s of GF(q).
func (c *Cubic) Scale(s uint32, a [3]uint32) [3]uint32 {
	c.check(a)
	c.field.check(s)
	return c.scale(s, a)
}

func (c *Cubic) scale(s uint32, a [3]uint32) [3]uint32 {
	f := c.field
	return [3]uint32{f.Mul(s, a[0]), f.Mul(s, a[1]), f.Mul(s, a[2])}
}

// scaleAdd returns s·a + b.
func (c *Cubic) scaleAdd(s uint32, a, b [3]uint32) [3]uint32 {
	f := c.field
	return [3]uint32{f.mulAdd(s, a[0], b[0]), f.mulAdd(s, a[1], b[1]), f.mulAdd(s, a[2], b[2])}
}

// Mul returns a·b, in 15 multiplications of GF(q).
func (c *Cubic) Mul(a, b [3]uint32) [3]uint32 {
	c.check(a)
	c.check(b)
	return c.mul(a, b)
}

// mul is Mul without the check: by Horner's rule (a2·b·x + a1·b)·x + a0·b.
func (c *Cubic) mul(a, b [3]uint32) [3]uint32 {
	product := c.timesX(c.scale(a[2], b))
	product = c.timesX(c.scaleAdd(a[1], b, product))
	return c.scaleAdd(a[0], b, product)
}

// timesX returns a·x: the coefficients move up, and a2·x³ is folded back.
func (c *Cubic) timesX(a [3]uint32) [3]uint32 {
	f, r := c.field, c.reduction
	return [3]uint32{f.Mul(a[2], r[0]), f.mulAdd(a[2], r[1], a[0]), f.mulAdd(a[2], r[2], a[1])}
}

// Pow returns a^e; a^0 is 1, also for a = 0.
func (c *Cubic) Pow(a [3]uint32, e uint64) [3]uint32 {
	c.check(a)
	return c.pow(a, e)
}

func (c *Cubic) pow(a [3]uint32, e uint64) [3]uint32 {
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

// IsPrimitive reports whether a generates the multiplicative group: a is not 0, and a^((q³-1)/l) is not 1 for any prime
// factor l of q³-1. Cost: one power per such prime.
func (c *Cubic) IsPrimitive(a [3]uint32) bool {
	c.check(a)
	return c.hasFullOrder(a)
}

// Frobenius returns a^q, by six multiplications: the map is linear over GF(q) and fixes exactly GF(q). Applied three
// times it is the identity.
func (c *Cubic) Frobenius(a [3]uint32) [3]uint32 {
	c.check(a)
	return c.frobenius(a)
}

func (c *Cubic) frobenius(a [3]uint32) [3]uint32 {
	image := c.add(c.scale(a[1], c.conjugates[0]), c.scale(a[2], c.conjugates[1]))
	image[0] = c.field.Add(image[0], a[0])
	return image
}

// Trace returns the trace a + a^q + a^(q²) to GF(q), as a code of GF(q). It is linear over GF(q) and takes each value q²
// times. Cost: three multiplications.
func (c *Cubic) Trace(a [3]uint32) uint32 {
	c.check(a)
	return c.trace(a)
}

func (c *Cubic) trace(a [3]uint32) uint32 {
	return c.dot(a, c.basisTrace)
}

// dot returns a0·b0 + a1·b1 + a2·b2.
func (c *Cubic) dot(a, b [3]uint32) uint32 {
	f := c.field
	if f.prime {
		return f.reduce(uint64(a[0])*uint64(b[0]) + uint64(a[1])*uint64(b[1]) + uint64(a[2])*uint64(b[2]))
	}
	return f.Add(f.Mul(a[0], b[0]), f.Add(f.Mul(a[1], b[1]), f.Mul(a[2], b[2])))
}

// Norm returns the norm a·a^q·a^(q²) to GF(q), as a code of GF(q). It is multiplicative and onto.
func (c *Cubic) Norm(a [3]uint32) uint32 {
	c.check(a)
	norm, _ := c.normAndCofactor(a)
	return norm
}

// normAndCofactor returns the norm of a and the product a^q·a^(q²) of its other conjugates.
func (c *Cubic) normAndCofactor(a [3]uint32) (norm uint32, cofactor [3]uint32) {
	conjugate := c.frobenius(a)
	cofactor = c.mul(conjugate, c.frobenius(conjugate))
	// The norm lies in GF(q): the other two coefficients of the product are 0.
	return c.mul(a, cofactor)[0], cofactor
}

// Inv returns 1/a = a^q·a^(q²)/Norm(a). It panics with a [*ZeroError] if a is 0.
func (c *Cubic) Inv(a [3]uint32) [3]uint32 {
	c.check(a)
	if a == ([3]uint32{}) {
		c.zeroHasNo("inverse")
	}
	norm, cofactor := c.normAndCofactor(a)
	return c.scale(c.field.Inv(norm), cofactor)
}

// Powers returns the pairs k, w^k for the primitive element w = [Cubic.Primitive] and k = 0, 1, ..., q²+q. These q²+q+1
// powers represent each one-dimensional subspace of GF(q³) over GF(q), the points of PG(2,q), exactly once: w^k and w^j
// are multiples of each other over GF(q) iff k ≡ j modulo q²+q+1. Cost: three multiplications each, O(1) memory.
func (c *Cubic) Powers() iter.Seq2[int, [3]uint32] {
	return func(yield func(int, [3]uint32) bool) {
		q := int(c.field.order)
		power := [3]uint32{1, 0, 0}
		for k := range q*q + q + 1 {
			if !yield(k, power) {
				return
			}
			power = c.timesX(power)
		}
	}
}

// ZeroTraces returns, ascending, the exponents k from 0 to q²+q for which w^k has trace 0, w = [Cubic.Primitive]. The
// elements of trace 0 are a two-dimensional subspace over GF(q), a line of PG(2,q), so there are q+1 of them, and they
// are a perfect difference set modulo q²+q+1 (Singer 1938, "A theorem in finite projective geometry and some applications to
// number theory"). Cost: q²+q+1 steps of two or three multiplications, since the traces satisfy the recurrence of
// Modulus, about a second for q = 2¹³; O(1) memory.
func (c *Cubic) ZeroTraces() iter.Seq[int] {
	return func(yield func(int) bool) {
		f, r := c.field, c.reduction
		q := int(f.order)
		s := c.basisTrace // the traces of w^k, w^(k+1), w^(k+2)
		for k := range q*q + q + 1 {
			if s[0] == 0 && !yield(k) {
				return
			}
			next := f.mulAdd(r[0], s[0], f.Mul(r[1], s[1]))
			if r[2] != 0 { // it is 0 for nearly all q
				next = f.Add(next, f.Mul(r[2], s[2]))
			}
			s = [3]uint32{s[1], s[2], next}
		}
	}
}
