package bounds

import "math/big"

// SurficialSide returns the side k = √(2n/(m(m-1))) of the squares of Joung's surficial system
// of n nodes and m groups, and reports whether it is an integer, that is, whether the system
// exists: then it has degree k and m·k quorums of (m-1)k nodes each. Source: Joung 2003,
// section 3 and Theorem 3.1. It panics if n < 1 or m < 2.
func SurficialSide(n, m int) (k Surd, exists bool) {
	k = squareRoot(DegreeRadicand(n, m, 2))
	return k, k.IsRational() && k.RationalPart().IsInt()
}

// SurficialMessages returns Joung's equation (1): the worst number of messages for an entry by
// Maekawa_M over the surficial system of n nodes and m groups, if every group has n members and
// is partitioned into deg(C) subgroups, each using one quorum. With k = √(2n/(m(m-1))) and c =
// (m-1)k = √(2n(m-1)/m) it is
//
//	3c + 3c·n/k = 3√(2n(m-1)/m) + 3n(m-1).
//
// The paper says O(n·m), and that is right: for m ≥ 2 the second term is n·m up to a constant
// and the first is less than 3√(2n). Since a surficial system has m = O(√n)
// (GroupsByResponsibility), this is O(n·min{m,√n}) as the paper says. The minimum adds nothing.
//
// Source: Joung 2003, section 4.2.1, equation (1). The number has a meaning only if SurficialSide
// reports that the system exists, but the formula has a value for all n ≥ 1, m ≥ 2. It panics for
// other n and m.
func SurficialMessages(n, m int) Surd {
	needAtLeast("n", n, 1)
	needAtLeast("m", m, 2)
	linear := multiply(3, n, m-1)
	return NewSurd(new(big.Rat).SetInt(linear), surficialTripleSizeSquared(n, m))
}

// surficialTripleSizeSquared returns (3c)² = 18n(m-1)/m.
func surficialTripleSizeSquared(n, m int) *big.Rat {
	return new(big.Rat).SetFrac(multiply(18, n, m-1), bigInt(m))
}

// SurficialMessagesUnbounded returns Joung's equation (2): as SurficialMessages, but with no
// limit below n on the number of locks that a node may give away:
//
//	3c + 3c·n = 3(n+1)·√(2n(m-1)/m).
//
// The paper says O(√n·n), and that is right: c lies between √n, for m = 2, and √(2n). The quotient
// of (2) by (1) is k(n+1)/(n+k) with k = √(2n/(m(m-1))): greater than 1 for k > 1, and 1 for k = 1,
// where m is as large as it can be. So where the system exists, limiting the locks gains a factor
// of about k. For m above GroupsByResponsibility(n, 2) there is no system, k < 1, and the quotient
// of the two formulas is less than 1.
//
// Source: Joung 2003, section 4.2.1, equation (2). It panics if n < 1 or m < 2.
func SurficialMessagesUnbounded(n, m int) Surd {
	needAtLeast("n", n, 1)
	needAtLeast("m", m, 2)
	radicand := surficialTripleSizeSquared(n, m)
	next := bigRat(n)
	next.Add(next, bigRat(1))
	radicand.Mul(radicand, next)
	return squareRoot(radicand.Mul(radicand, next))
}
