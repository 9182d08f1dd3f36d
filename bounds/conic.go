package bounds

import (
	"math"

	"coterie/gf"
)

// A Place is where the rational numbers are completed: a prime p stands for the p-adic numbers,
// [RealPlace] for the real numbers.
type Place int

// RealPlace is the place of the real numbers.
const RealPlace Place = -1

// ConicPlace decides whether
//
//	z² = a·x² + b·y²
//
// has a solution in integers other than (0, 0, 0). If it has none, obstruction is a place where
// it has none: there is then no solution in real numbers (RealPlace) but (0,0,0), or, modulo
// some power of the prime p returned, no primitive one, that is, with x, y and z not all
// divisible by p. Of several the real place comes first, then the least prime; the obstruction
// is 0 if the equation is solvable.
//
// Domain: |a|, |b| ≤ math.MaxInt. Cost: the two factorisations, see gf.Factor.
//
// If a or b is 0, then (1, 0, 0) or (0, 1, 0) is a solution. Otherwise the theorem of Legendre
// (1785), in the form of Hasse and Minkowski, says that the equation is solvable in rational
// numbers, hence in integers, if and only if it is solvable at every place, that is, if and
// only if the Hilbert symbols (a,b)_v are all 1 (Serre 1973, III.1 and IV.3.2). The symbol is 1
// at every odd prime that divides neither a nor b, so only the real place, 2 and the primes of
// a·b have to be looked at.
//
// It panics if a or b is math.MinInt.
func ConicPlace(a, b int) (obstruction Place, solvable bool) {
	needAtLeast("a", a, -math.MaxInt)
	needAtLeast("b", b, -math.MaxInt)
	if a == 0 || b == 0 {
		return 0, true
	}
	if a < 0 && b < 0 {
		return RealPlace, false
	}
	least := 0
	note := func(p int) {
		if hilbertSymbol(a, b, p) < 0 && (least == 0 || p < least) {
			least = p
		}
	}
	note(2)
	for _, f := range append(gf.Factor(magnitude(a)), gf.Factor(magnitude(b))...) {
		note(int(f.Prime))
	}
	return Place(least), least == 0
}

func magnitude(x int) uint64 {
	return uint64(max(x, -x))
}

// hilbertSymbol returns the Hilbert symbol (a,b)_p of non-zero a and b at the prime p (Serre
// 1973, III.1.2, theorem 1): with a = p^α·u and b = p^β·v, u and v prime to p,
//
//	p odd:  (-1)^{αβ(p-1)/2} · (u/p)^β · (v/p)^α
//	p = 2:  (-1)^{ε(u)ε(v) + α·ω(v) + β·ω(u)},  ε(u) = (u-1)/2,  ω(u) = (u²-1)/8.
func hilbertSymbol(a, b, p int) int {
	alpha, u := valuation(a, p)
	beta, v := valuation(b, p)
	negative := false
	flipIf := func(condition bool) {
		if condition {
			negative = !negative
		}
	}
	oddAlpha, oddBeta := alpha%2 == 1, beta%2 == 1
	if p == 2 {
		// u mod 8 decides everything; in two's complement &7 is the residue for negative numbers
		// too.
		minusOneMod4 := func(x int) bool { return x&3 == 3 }
		threeOrFiveMod8 := func(x int) bool { return x&7 == 3 || x&7 == 5 }
		flipIf(minusOneMod4(u) && minusOneMod4(v))
		flipIf(oddAlpha && threeOrFiveMod8(v))
		flipIf(oddBeta && threeOrFiveMod8(u))
	} else {
		flipIf(oddAlpha && oddBeta && p%4 == 3)
		flipIf(oddBeta && jacobi(u, p) < 0)
		flipIf(oddAlpha && jacobi(v, p) < 0)
	}
	if negative {
		return -1
	}
	return 1
}

// valuation writes x ≠ 0 as p^exponent·unit with the unit prime to p.
func valuation(x, p int) (exponent, unit int) {
	for x%p == 0 {
		x /= p
		exponent++
	}
	return exponent, x
}

// jacobi returns the Jacobi symbol (x/n) of odd n ≥ 1, which is the Legendre symbol where n is
// a prime: +1 or -1 as x is a square modulo n or not, 0 if n divides x. It is computed by
// quadratic reciprocity, like Euclid's algorithm.
func jacobi(x, n int) int {
	x %= n
	if x < 0 {
		x += n
	}
	sign := 1
	for x != 0 {
		for x%2 == 0 {
			x /= 2
			if n%8 == 3 || n%8 == 5 {
				sign = -sign
			}
		}
		x, n = n, x
		if x%4 == 3 && n%4 == 3 {
			sign = -sign
		}
		x %= n
	}
	if n == 1 {
		return sign
	}
	return 0
}
