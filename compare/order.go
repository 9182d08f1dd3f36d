package compare

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// BySpec is the order of specs as texts, beside the orders by a Quantity.
const BySpec Quantity = "spec"

// Orders returns the orders that Sort knows.
func Orders() []Quantity { return []Quantity{Load, Failure, Messages, K, Resilience, Degree, BySpec} }

// Sort orders the rows for each n by a quantity: the best first, and rows without a known value
// last. An estimate counts as the middle of its interval. Load, failure and messages break ties,
// and rows that are still tied stay in order. Sort panics for a quantity that is not in Orders.
func (t *Table) Sort(by Quantity) {
	if !slices.Contains(Orders(), by) {
		panic("compare: no order: " + string(by))
	}
	slices.SortStableFunc(t.Rows, func(a, b Row) int {
		if c := cmp.Compare(a.N, b.N); c != 0 {
			return c
		}
		var c int
		switch by {
		case BySpec:
			return strings.Compare(a.Spec, b.Spec)
		case K:
			c = cmp.Or(numbers(a.K.Max, b.K.Max), numbers(a.K.Min, b.K.Min))
		case Resilience:
			c = greatest(a.Resilience, b.Resilience)
		case Degree:
			c = greatest(a.Degree, b.Degree)
		default:
			c = cells(a.Cell(by), b.Cell(by))
		}
		for _, q := range costs() {
			c = cmp.Or(c, cells(a.Cell(q), b.Cell(q)))
		}
		return c
	})
}

// numbers compares two numbers. An unknown number comes last.
func numbers(a, b *big.Int) int {
	if a == nil || b == nil {
		return unknownLast(a == nil, b == nil)
	}
	return a.Cmp(b)
}

// greatest compares two numbers so that the greater one comes first.
func greatest(a, b *int) int {
	if a == nil || b == nil {
		return unknownLast(a == nil, b == nil)
	}
	return cmp.Compare(*b, *a)
}

func unknownLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func cells(a, b *Cell) int {
	x, y := a.middle(), b.middle()
	if x == nil || y == nil {
		return unknownLast(x == nil, y == nil)
	}
	return x.Cmp(y)
}

// middle returns the figure of a cell, or the middle of its interval; nil if nothing is known.
func (c *Cell) middle() *big.Rat {
	if c.Exact != nil || c.Interval == nil {
		return c.Exact
	}
	return new(big.Rat).SetFloat64((c.Interval.Low + c.Interval.High) / 2)
}
