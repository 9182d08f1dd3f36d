package bounds

import (
	"math"
	"math/big"
	"math/bits"
)

// floorSqrt returns ⌊√x⌋.
func floorSqrt(x uint64) uint64 {
	// The rounded root is off by at most one; a root of 2³² would have no square here.
	root := min(uint64(math.Sqrt(float64(x))), math.MaxUint32)
	for root*root > x {
		root--
	}
	for root < math.MaxUint32 && (root+1)*(root+1) <= x {
		root++
	}
	return root
}

// isSquare reports whether x ≥ 0 is the square of an integer.
func isSquare(x int) bool {
	root := floorSqrt(uint64(x))
	return root*root == uint64(x)
}

// product returns x·y, or the greatest uint64 where that does not fit.
func product(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// A primePower is one factor of a factorisation.
type primePower struct{ prime, exponent int }

// factor returns the factorisation of x ≥ 1, primes ascending, by trial division. Cost: O(√x)
// divisions.
func factor(x int) []primePower {
	var factors []primePower
	for p := 2; p <= x/p; p++ {
		exponent := 0
		for x%p == 0 {
			x /= p
			exponent++
		}
		if exponent > 0 {
			factors = append(factors, primePower{p, exponent})
		}
	}
	if x > 1 {
		factors = append(factors, primePower{x, 1})
	}
	return factors
}

// PrimePower writes q as prime^exponent, and reports whether that is possible with exponent ≥
// 1. Any int may be asked about. Cost: O(√q) divisions.
func PrimePower(q int) (prime, exponent int, ok bool) {
	if q < 2 {
		return 0, 0, false
	}
	for p := 2; p <= q/p; p++ {
		if q%p != 0 {
			continue
		}
		for q%p == 0 {
			q /= p
			exponent++
		}
		if q != 1 {
			return 0, 0, false
		}
		return p, exponent, true
	}
	return q, 1, true // no divisor up to √q
}

// SumOfTwoSquares finds integers 0 ≤ a ≤ b with a² + b² = n, the pair with the least a, and
// reports whether there is one. Any int may be asked about; a negative one is no sum of
// squares.
//
// The search is exhaustive and so its own proof: a walks up from 0 while b walks down from
// ⌊√n⌋, and a step never passes a solution. By the theorem of Fermat and Euler the answer is
// yes exactly when every prime p = 3 (mod 4) divides n to an even power. Cost: O(√n) additions.
func SumOfTwoSquares(n int) (a, b int, ok bool) {
	if n < 0 {
		return 0, 0, false
	}
	target := uint64(n)
	low, high := uint64(0), floorSqrt(target)
	for low <= high {
		switch sum := low*low + high*high; {
		case sum == target:
			return int(low), int(high), true
		case sum < target:
			low++
		default:
			high--
		}
	}
	return 0, 0, false
}

// bigInt returns x as a big integer.
func bigInt(x int) *big.Int { return big.NewInt(int64(x)) }

// bigRat returns x as a big rational.
func bigRat(x int) *big.Rat { return new(big.Rat).SetInt64(int64(x)) }

// fraction returns num/den for den > 0.
func fraction(num, den int) *big.Rat { return big.NewRat(int64(num), int64(den)) }

// multiply returns the product of the factors.
func multiply(factors ...int) *big.Int {
	result := big.NewInt(1)
	for _, x := range factors {
		result.Mul(result, bigInt(x))
	}
	return result
}

// smallInt returns x as an int, or the greatest int where it does not fit.
func smallInt(x *big.Int) int {
	if !x.IsInt64() || x.Int64() > math.MaxInt {
		return math.MaxInt
	}
	return int(x.Int64())
}

// maxRat returns the greater of two rationals.
func maxRat(x, y *big.Rat) *big.Rat {
	if x.Cmp(y) >= 0 {
		return x
	}
	return y
}
