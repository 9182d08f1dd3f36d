package bounds

import (
	"math"
	"math/big"
	"math/bits"

	"coterie/gf"
)

// product returns x·y, or the greatest uint64 if x·y does not fit.
func product(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// SumOfTwoSquares finds integers 0 ≤ a ≤ b with a² + b² = n, the pair with the least a, and reports
// whether there is one. n may be any int; a negative one is not a sum of squares.
//
// The search is exhaustive, which proves its answer: a walks up from 0 while b walks down from
// ⌊√n⌋, and a step never passes a solution. By the theorem of Fermat and Euler the answer is yes
// exactly when every prime p = 3 (mod 4) divides n to an even power. Cost: O(√n) additions.
func SumOfTwoSquares(n int) (a, b int, ok bool) {
	if n < 0 {
		return 0, 0, false
	}
	target := uint64(n)
	low, high := uint64(0), uint64(gf.FloorSqrt(n))
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

// smallInt returns x as an int, or the greatest int if it does not fit.
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
