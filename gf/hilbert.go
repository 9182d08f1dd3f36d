package gf

import "fmt"

// HilbertSymbol returns the Hilbert symbol (a,b)_p at the prime p: 1 if z² = a·x² + b·y² has a
// solution in p-adic numbers other than (0, 0, 0), otherwise -1. Domain: a and b are not 0, and p
// is a prime, which is not checked. By Serre 1973, III.1.2, theorem 1, with a = p^α·u and b =
// p^β·v, u and v prime to p, it is
//
//	p odd:  (-1)^{αβ(p-1)/2} · (u/p)^β · (v/p)^α
//	p = 2:  (-1)^{ε(u)ε(v) + α·ω(v) + β·ω(u)},  ε(u) = (u-1)/2,  ω(u) = (u²-1)/8.
func HilbertSymbol(a, b, p int) int {
	if a == 0 || b == 0 || p < 2 {
		panic(fmt.Sprintf("gf: no Hilbert symbol of %d and %d at %d", a, b, p))
	}
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
