package gf

import (
	"iter"
)

// Subfields returns the orders of all subfields, ascending, the field's own last: p^d for the
// divisors d of m. There is exactly one subfield of each of these orders (Lidl and Niederreiter,
// Finite Fields, Theorem 2.6).
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

// InSubfield reports whether a lies in the subfield of the given order r, that is whether a^r = a.
// It panics with a [*SubfieldError] if there is no such subfield, and with a [*CodeError] if a is
// not a code.
func (f *Field) InSubfield(a uint32, order int) bool {
	f.check(a)
	f.subfieldDegree(order)
	// The non-zero elements of the subfield are the powers of g^((q-1)/(r-1)).
	return a == 0 || f.log[a]%(f.groupSize/uint32(order-1)) == 0
}

// SubfieldElements returns the elements of the subfield of the given order r: 0, then the powers 1,
// h, h², ... of its generator h = g^((q-1)/(r-1)), where g is the generator of the field. It panics
// with a [*SubfieldError] if there is no such subfield.
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
