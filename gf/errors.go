package gf

import "fmt"

// OrderReason says why an order was refused.
type OrderReason int

const (
	// TooSmall: the order is below 2; a field has at least the elements 0 and 1.
	TooSmall OrderReason = iota + 1
	// NotPrimePower: two different primes divide the order, so no field has it.
	NotPrimePower
	// TooLarge: the field exists, but its order is above the limit.
	TooLarge
)

// OrderError is returned by [New] and [FirstPrimitiveCubic] for an order they refuse.
type OrderError struct {
	Order  int         // the order asked for
	Limit  int         // the greatest order accepted there: [MaxOrder] or [MaxCubicBase]
	Reason OrderReason // why it is refused
	// Factors holds two different primes that divide Order when Reason is NotPrimePower, the lesser
	// first; otherwise it is zero.
	Factors [2]int
}

func (e *OrderError) Error() string {
	switch e.Reason {
	case TooSmall:
		return fmt.Sprintf("gf: no field has order %d: the order is a prime power from 2 to %d", e.Order, e.Limit)
	case NotPrimePower:
		return fmt.Sprintf("gf: no field has order %d: it is divisible by the primes %d and %d, and the order of a field is a power of one prime",
			e.Order, e.Factors[0], e.Factors[1])
	default:
		return fmt.Sprintf("gf: order %d is above the limit %d", e.Order, e.Limit)
	}
}

// Nearest returns the prime powers next to the refused order that would have been accepted: the
// greatest one below it and the least one above it, each 0 where there is none up to Limit. They
// serve as a hint to whoever typed the order.
func (e *OrderError) Nearest() (below, above int) {
	below, _ = PrevPrimePower(min(e.Order, e.Limit+1))
	if e.Order < e.Limit {
		above = NextPrimePower(e.Order)
	}
	if above > e.Limit {
		above = 0
	}
	return below, above
}

// CodeError reports a number that is not the code of an element: the codes of a field with q
// elements are 0 to q-1. The arithmetic on codes panics with it.
type CodeError struct {
	Code  int64 // the offending number
	Order int   // codes are at least 0 and less than Order
}

func (e *CodeError) Error() string {
	return fmt.Sprintf("gf: %d is not the code of an element of GF(%d): codes are 0 to %d", e.Code, e.Order, e.Order-1)
}

// ZeroError is the value of the panic when an operation is asked of 0 that 0 does not have.
type ZeroError struct {
	Operation string // "inverse", "logarithm", "negative power" or "multiplicative order"
	Order     uint64 // the order of the field
}

func (e *ZeroError) Error() string {
	return fmt.Sprintf("gf: 0 has no %s in GF(%d)", e.Operation, e.Order)
}

// SubfieldError is the value of the panic when a field is asked about a subfield that it does not
// have.
type SubfieldError struct {
	Order    int   // the order of the field
	Subfield int   // the order that none of its subfields has
	Have     []int // the orders that its subfields have
}

func (e *SubfieldError) Error() string {
	return fmt.Sprintf("gf: GF(%d) has no subfield of order %d: its subfields have the orders %v", e.Order, e.Subfield, e.Have)
}

// PolynomialError reports a prime, a degree or a coefficient outside the domain of the functions on
// polynomials over GF(p). [FirstPrimitive] returns it.
type PolynomialError struct {
	Char   int    // what was given as the prime p
	Degree int    // the degree
	Reason string // what is wrong, with the legal range
}

func (e *PolynomialError) Error() string {
	return fmt.Sprintf("gf: polynomials of degree %d over GF(%d): %s", e.Degree, e.Char, e.Reason)
}
