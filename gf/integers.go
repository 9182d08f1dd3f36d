package gf

import (
	"fmt"
	"math"
)

// GCD returns the greatest common divisor of a, b >= 0; GCD(0, b) is b.
func GCD[T int | int64 | uint64](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// FloorSqrt returns ⌊√n⌋. It panics if n < 0.
func FloorSqrt(n int) int {
	if n < 0 {
		panic(fmt.Sprintf("gf: FloorSqrt(%d): no real root", n))
	}
	x, root := uint64(n), uint64(math.Sqrt(float64(n)))
	for root*root > x { // the rounded root is off by at most one
		root--
	}
	for (root+1)*(root+1) <= x {
		root++
	}
	return int(root)
}

// IsSquare reports whether n is the square of an integer.
func IsSquare(n int) bool {
	if n < 0 {
		return false
	}
	root := FloorSqrt(n)
	return root*root == n
}
