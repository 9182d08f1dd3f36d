package gf

import "strconv"

// Element is an element of a field that knows its field: safer and slower than a bare code. The zero value belongs to
// no field and takes part in no arithmetic. Two elements of one [Field] are equal iff == says so; [Element.Equal] also
// knows that two fields of one order are the same.
type Element struct {
	field *Field
	code  uint32
}

// Element returns the element with the given code. It returns a [*CodeError] if code is outside 0 to q-1.
func (f *Field) Element(code int) (Element, error) {
	if code < 0 || code >= f.Order() {
		return Element{}, &CodeError{Code: int64(code), Order: f.Order()}
	}
	return Element{field: f, code: uint32(code)}, nil
}

// Field returns the field of a, nil for the zero value of Element.
func (a Element) Field() *Field { return a.field }

// Code returns the code of a in its field.
func (a Element) Code() uint32 { return a.code }

// order returns the order of the field of a, 0 if there is none.
func (a Element) order() int {
	if a.field == nil {
		return 0
	}
	return a.field.Order()
}

// with returns the common field of a and b. Fields of one order are one field: New is deterministic.
func (a Element) with(b Element) *Field {
	if a.order() != b.order() || a.field == nil {
		panic(&MixedFieldError{Left: a.order(), Right: b.order()})
	}
	return a.field
}

// Add returns a + b. Like all operations on two elements it panics with a [*MixedFieldError] if they belong to different
// fields; all operations panic so for the zero value of Element.
func (a Element) Add(b Element) Element {
	f := a.with(b)
	return Element{f, f.Add(a.code, b.code)}
}

// Sub returns a - b.
func (a Element) Sub(b Element) Element {
	f := a.with(b)
	return Element{f, f.Sub(a.code, b.code)}
}

// Neg returns -a.
func (a Element) Neg() Element {
	f := a.with(a)
	return Element{f, f.Neg(a.code)}
}

// Mul returns a·b.
func (a Element) Mul(b Element) Element {
	f := a.with(b)
	return Element{f, f.Mul(a.code, b.code)}
}

// Div returns a/b. It panics with a [*ZeroError] if b is 0.
func (a Element) Div(b Element) Element {
	f := a.with(b)
	return Element{f, f.Div(a.code, b.code)}
}

// Inv returns 1/a. It panics with a [*ZeroError] if a is 0.
func (a Element) Inv() Element {
	f := a.with(a)
	return Element{f, f.Inv(a.code)}
}

// Pow returns a^e for any integer e; a^0 is 1. It panics with a [*ZeroError] for a negative power of 0.
func (a Element) Pow(e int64) Element {
	f := a.with(a)
	return Element{f, f.Pow(a.code, e)}
}

// Log returns the logarithm of a to the generator of its field, see [Field.Log]. It panics with a [*ZeroError] if a is 0.
func (a Element) Log() int { return a.with(a).Log(a.code) }

// Trace returns the absolute trace of a, see [Field.Trace], as an element of the same field.
func (a Element) Trace() Element {
	f := a.with(a)
	return Element{f, f.Trace(a.code)}
}

// Norm returns the absolute norm of a, see [Field.Norm], as an element of the same field.
func (a Element) Norm() Element {
	f := a.with(a)
	return Element{f, f.Norm(a.code)}
}

// IsZero reports whether a is the zero of its field.
func (a Element) IsZero() bool { return a.with(a) != nil && a.code == 0 }

// Equal reports whether a and b are the same element of the same field.
func (a Element) Equal(b Element) bool { return a.order() == b.order() && a.code == b.code }

// String writes a as a polynomial in the generator a of its field, like "a^2+1" for the element of GF(8) with code 5; in a
// prime field as a number. The zero value of Element is "<no field>".
func (a Element) String() string {
	if a.field == nil {
		return "<no field>"
	}
	if a.field.degree == 1 {
		return strconv.FormatUint(uint64(a.code), 10)
	}
	return FormatPolynomial(a.field.Coefficients(a.code), "a")
}
