package gf

import (
	"iter"
	"math/bits"
)

// Subfields returns the orders of all subfields, ascending, the field's own last: p^d for the divisors d of m. There is
// exactly one subfield of each of these orders (Lidl and Niederreiter, Finite Fields, Theorem 2.6).
func (f *Field) Subfields() []int {
	var orders []int
	order := 1
	for d := 1; d <= f.degree; d++ {
		order *= f.Char()
		if f.degree%d == 0 {
			orders = append(orders, order)
		}
	}
	return orders
}

// subfieldDegree returns d for the order p^d of a subfield and panics for any other order.
func (f *Field) subfieldDegree(order int) int {
	p, d, ok := PrimePower(order)
	if !ok || p != f.Char() || f.degree%d != 0 {
		panic(&SubfieldError{Order: f.Order(), Subfield: order, Have: f.Subfields()})
	}
	return d
}

// InSubfield reports whether a lies in the subfield of the given order r, that is whether a^r = a. It panics with a
// [*SubfieldError] if there is no such subfield, and with a [*CodeError] if a is not a code.
func (f *Field) InSubfield(a uint32, order int) bool {
	f.check(a)
	f.subfieldDegree(order)
	// The non-zero elements of the subfield are the powers of g^((q-1)/(r-1)).
	return a == 0 || f.log[a]%(f.groupSize/uint32(order-1)) == 0
}

// SubfieldElements returns the elements of the subfield of the given order r: 0, then the powers 1, h, h², ... of its
// generator h = g^((q-1)/(r-1)), where g is the generator of the field. It panics with a [*SubfieldError] if there is no
// such subfield.
func (f *Field) SubfieldElements(order int) iter.Seq[uint32] {
	f.subfieldDegree(order)
	stride := f.groupSize / uint32(order-1)
	return func(yield func(uint32) bool) {
		if !yield(0) {
			return
		}
		for k := uint32(0); k < f.groupSize; k += stride {
			if !yield(f.exp[k]) {
				return
			}
		}
	}
}

// prepareTrace records the traces of the powers of x, from the definition.
func (f *Field) prepareTrace() {
	if f.degree == 1 {
		return // the trace is the element itself
	}
	f.digitTrace = make([]uint32, f.degree)
	basis := uint32(1)
	for i := range f.digitTrace {
		f.digitTrace[i] = f.sumOfConjugates(basis, int64(f.char), f.degree)
		f.traceMask |= (f.digitTrace[i] & 1) << i
		basis *= f.char
	}
}

// sumOfConjugates returns a + a^r + a^(r²) + ..., with the given number of terms.
func (f *Field) sumOfConjugates(a uint32, r int64, terms int) uint32 {
	sum := uint32(0)
	for range terms {
		sum = f.Add(sum, a)
		a = f.Pow(a, r)
	}
	return sum
}

// Trace returns the absolute trace a + a^p + a^(p²) + ... + a^(p^(m-1)), an element of GF(p), so a code below p. It is
// linear over GF(p) and takes each value equally often. Cost: O(m), from the traces of the powers of x; one instruction
// or two for p = 2. It panics with a [*CodeError] if a is not a code.
func (f *Field) Trace(a uint32) uint32 {
	f.check(a)
	if f.degree == 1 {
		return a
	}
	if f.char == 2 {
		return uint32(bits.OnesCount32(a&f.traceMask)) & 1
	}
	sum := uint64(0)
	for _, t := range f.digitTrace {
		var d uint32
		a, d = f.digit.divide(a)
		sum += uint64(d) * uint64(t)
	}
	return f.reduce(sum)
}

// RelativeTrace returns the trace a + a^r + a^(r²) + ... from the field to its subfield of the given order r, with as
// many terms as the degree over that subfield. The result is a code of this field that lies in the subfield; for r = p it
// is that of [Field.Trace], for r = q it is a. It panics with a [*SubfieldError] if there is no such subfield, and with a
// [*CodeError] if a is not a code.
func (f *Field) RelativeTrace(a uint32, order int) uint32 {
	f.check(a)
	d := f.subfieldDegree(order)
	return f.sumOfConjugates(a, int64(order), f.degree/d)
}

// RelativeNorm returns the norm a·a^r·a^(r²)··· = a^((q-1)/(r-1)) from the field to its subfield of the given order r. The
// result is a code of this field that lies in the subfield; for r = q it is a. It panics with a [*SubfieldError] if there
// is no such subfield, and with a [*CodeError] if a is not a code.
func (f *Field) RelativeNorm(a uint32, order int) uint32 {
	f.check(a)
	f.subfieldDegree(order)
	return f.Pow(a, int64(f.groupSize)/int64(order-1))
}

// Norm returns the absolute norm of a, its norm to GF(p): a code below p. It panics with a [*CodeError] if a is not a
// code.
func (f *Field) Norm(a uint32) uint32 {
	return f.RelativeNorm(a, f.Char())
}
