package gf

import (
	"fmt"
	"slices"
)

// MaxOrder is the greatest order of a field that [New] makes.
const MaxOrder = 1 << 20

// Field is the finite field GF(q), q = p^m. Its elements are codes: numbers from 0 to q-1, see the
// package comment. A Field does not change after New and may be used by several goroutines at once.
type Field struct {
	order   uint32 // q
	char    uint32 // p
	degree  int    // m
	prime   bool   // m = 1
	modulus []int  // the primitive polynomial, lowest degree first, m+1 coefficients

	exp       []uint32 // exp[k] is the k-th power of the generator, 0 <= k < q-1; for m >= 2, up to 2(q-1)
	log       []uint32 // the inverse of exp; log[0] is unused
	groupSize uint32   // q-1
	xorOrder  uint32   // q if Add is exclusive or, that is for p = 2; otherwise 0

	addition   addition // how codes are added
	reciprocal uint64   // ⌈2⁶⁴/p⌉, for products modulo p
	digit      divider  // by p: splits off one digit
	block      divider  // by blockSize: splits off one block of digits
	blocks     int      // how many blocks a code has
	blockAdd   []uint8  // the sum of blocks a and b at a·blockSize + b
	blockNeg   []uint8  // the negative of each block
}

// New returns GF(q) for a prime power q from 2 to [MaxOrder]. For any other q the error is an
// [*OrderError], whose Nearest method names the prime powers beside q.
//
// Two fields of the same order made by two calls have the same codes and are interchangeable.
//
// Time and memory: O(q), 12 bytes per element (8 for m = 1); some tens of milliseconds and 12 MiB
// for q = 2²⁰.
func New(q int) (*Field, error) {
	if err := checkOrder(q, MaxOrder); err != nil {
		return nil, err
	}
	p, m, _ := PrimePower(q)
	modulus, err := FirstPrimitive(p, m)
	if err != nil {
		// Not reachable: p is prime and p^m = q is small.
		return nil, fmt.Errorf("gf: order %d: %w", q, err)
	}
	f := &Field{
		order:     uint32(q),
		char:      uint32(p),
		degree:    m,
		modulus:   modulus,
		groupSize: uint32(q - 1),
		digit:     newDivider(uint32(p)),
	}
	f.prepareAddition()
	f.fillTables()
	return f, nil
}

// checkOrder returns nil, or the *OrderError that says why there is no field of order q here.
func checkOrder(q, limit int) error {
	if q < 2 {
		return &OrderError{Order: q, Limit: limit, Reason: TooSmall}
	}
	if _, _, ok := PrimePower(q); !ok {
		primes := Factor(uint64(q))
		return &OrderError{Order: q, Limit: limit, Reason: NotPrimePower,
			Factors: [2]int{int(primes[0].Prime), int(primes[1].Prime)}}
	}
	if q > limit {
		return &OrderError{Order: q, Limit: limit, Reason: TooLarge}
	}
	return nil
}

// fillTables lists the powers of the generator, which for m >= 2 is x: each is x times the one
// before, that is its digits moved up by one place, where the top digit t leaves and comes back as
// t·x^m.
func (f *Field) fillTables() {
	length := f.groupSize
	if f.degree > 1 {
		length *= 2 // the sum of two logarithms needs no reduction
	}
	f.exp = make([]uint32, length)
	f.log = make([]uint32, f.order)
	power := uint32(1)
	next := f.multiplierByGenerator()
	for k := range f.groupSize {
		f.exp[k] = power
		f.log[power] = k
		power = next(power)
	}
	copy(f.exp[f.groupSize:], f.exp)
}

// multiplierByGenerator returns a -> a·Generator() without the tables that it serves to fill.
func (f *Field) multiplierByGenerator() func(uint32) uint32 {
	p := f.char
	if f.degree == 1 {
		g := uint64(p) - uint64(f.modulus[0])
		return func(a uint32) uint32 { return f.reduce(uint64(a) * g) }
	}
	// wrapped[t] is t·x^m = -t·(c_{m-1} x^{m-1} + ... + c_0).
	wrapped := make([]uint32, p)
	for t := range p {
		for i := f.degree - 1; i >= 0; i-- {
			wrapped[t] = wrapped[t]*p + (p-t)*uint32(f.modulus[i])%p
		}
	}
	top := newDivider(f.order / p)
	return func(a uint32) uint32 {
		t, rest := top.divide(a)
		return f.Add(rest*p, wrapped[t])
	}
}

// Order returns q, the number of elements.
func (f *Field) Order() int { return int(f.order) }

// Char returns the characteristic p, a prime: the order is a power of it, and p times any element
// is 0.
func (f *Field) Char() int { return int(f.char) }

// Degree returns m, where the order is p^m: the dimension of the field as a vector space over
// GF(p).
func (f *Field) Degree() int { return f.degree }

// Modulus returns the coefficients, lowest degree first, of the primitive polynomial that defines
// the field: [FirstPrimitive] of its characteristic and degree, whose last coefficient is 1. For m
// = 1 it is x + c with the least c for which the root p-c of x + c is a primitive root modulo p;
// arithmetic is then that of the integers modulo p whatever c is, and the polynomial only names the
// generator. The slice is the caller's own.
func (f *Field) Modulus() []int { return slices.Clone(f.modulus) }

// String returns the field's name and definition, like "GF(8) = GF(2)[a]/(a^3+a+1)", or "GF(7)" for
// a prime field.
func (f *Field) String() string {
	if f.degree == 1 {
		return fmt.Sprintf("GF(%d)", f.order)
	}
	return fmt.Sprintf("GF(%d) = GF(%d)[a]/(%s)", f.order, f.char, FormatPolynomial(f.modulus, "a"))
}

// Generator returns the generator of the multiplicative group that [Field.Exp] and [Field.Log]
// refer to: the root of Modulus. For m >= 2 that is the class of x, with code p. For m = 1 it is
// the greatest primitive root modulo p (1 for p = 2), not the least.
func (f *Field) Generator() uint32 {
	return f.exp[1%f.groupSize]
}

// Coefficients returns the m digits of the code a in base p, lowest first: the coefficients of the
// polynomial that a stands for. It panics with a [*CodeError] if a is not a code.
func (f *Field) Coefficients(a uint32) []int {
	f.check(a)
	coeffs := make([]int, f.degree)
	for i := range coeffs {
		var d uint32
		a, d = f.digit.divide(a)
		coeffs[i] = int(d)
	}
	return coeffs
}
