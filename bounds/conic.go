package bounds

import (
	"math"

	"coterie/gf"
)

// RealPlace is the place of the real numbers. The other places, where the rational numbers are
// completed, are the primes p, which stand for the p-adic numbers.
const RealPlace = -1

// ConicPlace decides whether
//
//	z² = a·x² + b·y²
//
// has a solution in integers other than (0, 0, 0). If it has none, obstruction is a place where
// it has none: there is then no solution in real numbers (RealPlace) but (0,0,0), or, modulo
// some power of the prime p returned, no primitive one, that is, with x, y and z not all
// divisible by p. If there are several, the real place comes first, then the least prime. The
// obstruction is 0 if the equation is solvable.
//
// Domain: |a|, |b| ≤ math.MaxInt. Cost: the two factorisations, see gf.Factor.
//
// If a or b is 0, then (1, 0, 0) or (0, 1, 0) is a solution. Otherwise the theorem of Legendre
// (1785), in the form of Hasse and Minkowski, says that the equation is solvable in rational
// numbers, hence in integers, if and only if it is solvable at every place, that is, if and
// only if the Hilbert symbols (a,b)_v are all 1 (Serre 1973, III.1 and IV.3.2). The symbol is 1
// at every odd prime that divides neither a nor b, so only the real place, 2 and the primes of a·b
// have to be tried.
//
// It panics if a or b is math.MinInt.
func ConicPlace(a, b int) (obstruction int, solvable bool) {
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
		if gf.HilbertSymbol(a, b, p) < 0 && (least == 0 || p < least) {
			least = p
		}
	}
	note(2)
	for _, f := range append(gf.Factor(magnitude(a)), gf.Factor(magnitude(b))...) {
		note(int(f.Prime))
	}
	return least, least == 0
}

func magnitude(x int) uint64 {
	return uint64(max(x, -x))
}
