package bounds

import (
	"fmt"
	"math"

	"coterie/gf"
)

// The possible verdicts on projective planes of one order.
const (
	// PlaneOpen: it is not known whether there is one (12 is the least such order, then 15).
	PlaneOpen = "open"
	// PlaneExists: the order is a prime power, and PG(2,q) is one.
	PlaneExists = "exists"
	// PlaneDegenerate: order 1, the triangle. It has three points and three lines of two points,
	// every two lines meeting in one point, but no four points in general position, so that most
	// books exclude it. As a quorum system it is Maekawa's K = 2 (Maekawa 1985, Figure 1a).
	PlaneDegenerate = "degenerate"
	// PlaneExcludedByTheorem: the theorem of Bruck and Ryser forbids it.
	PlaneExcludedByTheorem = "excluded-by-theorem"
	// PlaneExcludedByComputation: order 10, by exhaustive search.
	PlaneExcludedByComputation = "excluded-by-computation"
)

// A PlaneVerdict is the verdict on projective planes of one order, with its reason.
type PlaneVerdict struct {
	Order  int    `json:"order"`
	Status string `json:"status"`
	// Prime and Exponent give the order as a prime power; 0 if it is none.
	Prime    int `json:"prime,omitempty"`
	Exponent int `json:"exponent,omitempty"`
	// Reason is the argument in a sentence, Source its source.
	Reason string `json:"reason"`
	Source string `json:"source"`
}

// Exists reports whether there is a plane, the degenerate one of order 1 included.
func (v PlaneVerdict) Exists() bool {
	return v.Status == PlaneExists || v.Status == PlaneDegenerate
}

// Excluded reports whether it is proven that there is none.
func (v PlaneVerdict) Excluded() bool {
	return v.Status == PlaneExcludedByTheorem || v.Status == PlaneExcludedByComputation
}

// PlaneOrder returns the verdict on projective planes of order q ≥ 1, that is, with q²+q+1 points,
// as many lines, and q+1 points on a line. Cost: O(√q). It panics if q < 1.
//
// If q is a prime power, the points and lines of PG(2,q) are a plane. No plane of another order is
// known. The theorem of Bruck and Ryser (1949) forbids infinitely many: if q = 1 or 2 (mod 4) and q
// is not the sum of two squares, there is no plane of order q. Maekawa (1985, section 7) states it
// as "either q-1 or q-2 is divisible by 4", the same.
//
// The theorem is silent about 10 = 9 + 1; there Lam, Thiel and Swiercz (1989) have shown by
// computer that no plane exists. For all remaining orders the answer is not known.
//
// Proof: docs/theorems/bruck-ryser.md.
func PlaneOrder(q int) PlaneVerdict {
	needAtLeast("q", q, 1)
	verdict := PlaneVerdict{Order: q, Status: PlaneOpen}
	if q == 1 {
		verdict.Status = PlaneDegenerate
		verdict.Reason = "three points, every two of them a line: a plane without four points in general position"
		verdict.Source = "Maekawa 1985, Figure 1a"
		return verdict
	}
	if p, e, ok := gf.PrimePower(q); ok {
		verdict.Status, verdict.Prime, verdict.Exponent = PlaneExists, p, e
		verdict.Reason = fmt.Sprintf("%d is a prime power: PG(2,%d) is a plane", q, q)
		verdict.Source = "Veblen and Bussey 1906; Maekawa 1985, section 3"
		return verdict
	}
	if q == 10 {
		verdict.Status = PlaneExcludedByComputation
		verdict.Reason = "excluded by an exhaustive computer search (Bruck-Ryser is silent: 10 = 1² + 3²)"
		verdict.Source = "Lam, Thiel and Swiercz 1989"
		return verdict
	}
	a, b, sum := SumOfTwoSquares(q)
	inClass := q%4 == 1 || q%4 == 2
	switch {
	case inClass && !sum:
		verdict.Status = PlaneExcludedByTheorem
		verdict.Reason = fmt.Sprintf("%d = %d (mod 4) is not the sum of two squares", q, q%4)
		verdict.Source = "Bruck and Ryser 1949; Maekawa 1985, section 7"
		if q == 6 {
			verdict.Reason += "; nor are there two orthogonal Latin squares of side 6"
			verdict.Source += "; Tarry 1900"
		}
	case inClass:
		verdict.Reason = fmt.Sprintf("not known: %d is no prime power, and Bruck-Ryser is silent since %d = %d² + %d²", q, q, a, b)
		verdict.Source = "Bruck and Ryser 1949"
	default:
		verdict.Reason = fmt.Sprintf("not known: %d is no prime power, and Bruck-Ryser is silent since %d = %d (mod 4)", q, q, q%4)
		verdict.Source = "Bruck and Ryser 1949"
	}
	return verdict
}

// maxPlaneOrder is the greatest q for which q²+q+1 is an int.
var maxPlaneOrder = gf.FloorSqrt(math.MaxInt) - 1

// PlanePoints returns q²+q+1, the number of points of a projective plane of order q. It panics if q
// < 1 or if the number does not fit an int.
func PlanePoints(q int) int {
	need("q", q, 1, maxPlaneOrder)
	return q*q + q + 1
}

// OrderOfPoints returns the q ≥ 1 with q²+q+1 = n, if there is one. n may be any int.
func OrderOfPoints(n int) (q int, ok bool) {
	if n < 3 {
		return 0, false
	}
	// q² < q²+q+1 < (q+1)².
	q = gf.FloorSqrt(n)
	return q, n-q*q == q+1
}

// PlaneOrderAtMost returns the greatest order q ≤ limit of a plane that exists: a prime power,
// or 1. It panics if limit < 1.
func PlaneOrderAtMost(limit int) int {
	needAtLeast("limit", limit, 1)
	for q := limit; q > 1; q-- {
		if gf.IsPrimePower(q) {
			return q
		}
	}
	return 1
}

// PlaneOrderAtLeast returns the least order q ≥ limit of a plane that exists: a prime power, or
// 1. By Bertrand's postulate it is less than 2·limit for limit > 1. It panics if limit is not in
// 1..math.MaxInt/2.
func PlaneOrderAtLeast(limit int) int {
	need("limit", limit, 1, math.MaxInt/2)
	if limit == 1 {
		return 1
	}
	return gf.NextPrimePower(limit - 1)
}
