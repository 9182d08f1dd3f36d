package gf

import (
	"fmt"
	"iter"
)

// checkSubfield panics if there is no subfield of the order, which is p^d for a divisor d of m
// (Lidl and Niederreiter, Finite Fields, Theorem 2.6).
func (f *Field) checkSubfield(order int) {
	if p, d, ok := PrimePower(order); !ok || p != f.Char() || f.degree%d != 0 {
		panic(fmt.Sprintf("gf: %d is not the order of a subfield of GF(%d)", order, f.order))
	}
}

// InSubfield reports whether a lies in the subfield of the given order r, that is whether a^r = a.
// It panics if there is no such subfield, or if a is not a code.
func (f *Field) InSubfield(a uint32, order int) bool {
	f.check(a)
	f.checkSubfield(order)
	// The non-zero elements of the subfield are the powers of g^((q-1)/(r-1)).
	return a == 0 || f.log[a]%(f.groupSize/uint32(order-1)) == 0
}

// SubfieldElements returns the elements of the subfield of the given order r: 0, then the powers 1,
// h, h², ... of its generator h = g^((q-1)/(r-1)), where g is the generator of the field. It panics
// if there is no such subfield.
func (f *Field) SubfieldElements(order int) iter.Seq[uint32] {
	f.checkSubfield(order)
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
