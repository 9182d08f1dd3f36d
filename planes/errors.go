package planes

import (
	"fmt"
	"strconv"
)

// OrderError says that a constructor has no object of the order (or side) it was asked for. The
// order lies outside Min..Max, or it is no prime power where the construction needs one, or it does
// not have the form that Needs describes. It makes no statement on whether some other construction
// has an object of that order.
type OrderError struct {
	Object   string // the object asked for, such as "PG(2,q)"
	Order    int    // the offending order
	Min, Max int    // the range of orders that the constructor accepts

	// Needs describes the orders that the construction needs where they are not simply prime
	// powers, such as "the square of a prime power"; empty otherwise.
	Needs string

	// Below and Above are the nearest legal orders on either side of Order, if Order lies in
	// Min..Max; otherwise 0, and also where there is none.
	Below, Above int
}

// badOrder returns the error of an order that is outside least..most. For an order inside, the
// caller sets Below and Above, and Needs unless the order has to be a prime power.
func badOrder(object string, order, least, most int) *OrderError {
	return &OrderError{Object: object, Order: order, Min: least, Max: most}
}

func (e *OrderError) Error() string {
	if e.Order < e.Min || e.Order > e.Max {
		return fmt.Sprintf("planes: %s: order %d is outside %d..%d", e.Object, e.Order, e.Min, e.Max)
	}
	if e.Needs == "" {
		return fmt.Sprintf("planes: %s: order %d is no prime power (nearest: %d, %d)", e.Object, e.Order, e.Below, e.Above)
	}
	nearest := strconv.Itoa(e.Below)
	if e.Above != 0 {
		nearest += ", " + strconv.Itoa(e.Above)
	}
	return fmt.Sprintf("planes: %s: order %d is not %s (nearest: %s)", e.Object, e.Order, e.Needs, nearest)
}

// sizeError says that an explicit plane or net would be larger than this package keeps in memory.
func sizeError(object string, incidences int64) error {
	return fmt.Errorf("planes: %s has %d incidences, more than the %d that are kept explicitly", object, incidences, MaxIncidences)
}

// formError says that the rows, squares or lines given for an object do not have its form, before
// any axiom is checked.
func formError(object, format string, args ...any) error {
	return fmt.Errorf("planes: %s: %s", object, fmt.Sprintf(format, args...))
}

// AxiomError is the witness against "any two points are on exactly one line": two points that are
// joined by no line or by several. All numbers count from 0.
type AxiomError struct {
	Object string
	A, B   int   // the offending points
	Common []int // the lines that have both: none, or at least two
}

func (e *AxiomError) Error() string {
	return fmt.Sprintf("planes: %s: points %d and %d (counted from 0) have %d lines in common %v, want exactly 1",
		e.Object, e.A, e.B, len(e.Common), e.Common)
}
