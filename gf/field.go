package gf

import "fmt"

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

// New returns GF(q) for a prime power q from 2 to [MaxOrder]. For any other q the error says
// why there is none.
//
// Two fields of the same order made by two calls have the same codes and are interchangeable.
//
// Time and memory: O(q), 12 bytes per element (8 for m = 1); some tens of milliseconds and 12 MiB
// for q = 2²⁰.
func New(q int) (*Field, error) {
	if err := checkOrder(q); err != nil {
		return nil, err
	}
	p, m, _ := PrimePower(q)
	f := &Field{
		order:     uint32(q),
		char:      uint32(p),
		degree:    m,
		modulus:   firstPrimitive(p, m),
		groupSize: uint32(q - 1),
		digit:     newDivider(uint32(p)),
	}
	f.prepareAddition()
	f.fillTables()
	return f, nil
}

// checkOrder returns nil, or the error that says why there is no field of order q here.
func checkOrder(q int) error {
	if q < 2 {
		return fmt.Errorf("gf: no field has order %d: the order is a prime power from 2 to %d", q, MaxOrder)
	}
	if !IsPrimePower(q) {
		primes := Factor(uint64(q))
		return fmt.Errorf("gf: no field has order %d: it is divisible by the primes %d and %d, and the order of a field is a power of one prime",
			q, primes[0].Prime, primes[1].Prime)
	}
	if q > MaxOrder {
		return fmt.Errorf("gf: order %d is above the limit %d", q, MaxOrder)
	}
	return nil
}

// fillTables lists the powers of the generator, which for m >= 2 is x. Each power is x times the
// one before: the digits move up by one place, and the top digit t leaves and comes back as t·x^m.
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

// multiplierByGenerator returns the map a -> a·g, where g is the generator. It does not use the
// tables, which it serves to fill.
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
