package bounds

import (
	"fmt"
	"math"

	"coterie/gf"
)

// BruckRyserChowla applies the theorem of Bruck, Ryser and Chowla to symmetric (v,k,λ) designs.
// Such a design is, here, a set of v points and a list of v blocks of k ≥ 1 points each, every two
// blocks of the list sharing exactly λ points, with λ(v-1) = k(k-1). Every point then lies in k
// blocks, and if k > λ, the last equation follows from the rest. The lines of a projective plane of
// order q are a design with (v,k,λ) = (q²+q+1, q+1, 1), and each with λ ≥ 1 is a quorum system with
// equal effort and equal responsibility.
//
// The design can exist only if
//
//	v even:  k-λ is a square                                    (Schützenberger 1949)
//	v odd:   z² = (k-λ)·x² + (-1)^{(v-1)/2}·λ·y²  has a solution
//	         in integers other than (0,0,0)             (Chowla and Ryser 1950)
//
// Solvability is decided exactly, by ConicPlace. Domain: v ≥ 1, and all parameters small enough
// that k(k-1) is an int. Cost: O(√k) divisions. It is an error if λ(v-1) ≠ k(k-1). If excluded is
// true there is no design, and reason says why. If it is false nothing is proved (order 10 passes,
// and there is no plane of order 10).
//
// Proof: docs/theorems/bruck-ryser-chowla.md.
func BruckRyserChowla(v, k, lambda int) (excluded bool, reason string, err error) {
	if v < 1 || k < 1 || k > v || lambda < 0 || lambda > k || k-1 > math.MaxInt/k ||
		multiply(lambda, v-1).Cmp(multiply(k, k-1)) != 0 {
		return false, "", fmt.Errorf("(v,k,λ) = (%d,%d,%d) are no parameters of a symmetric design: 0 < k ≤ v, λ ≥ 0 and λ(v-1) = k(k-1) are needed",
			v, k, lambda)
	}
	order := k - lambda
	if v%2 == 0 {
		if gf.IsSquare(order) {
			return false, fmt.Sprintf("v = %d is even and k-λ = %d is the square of %d", v, order, gf.FloorSqrt(order)), nil
		}
		return true, fmt.Sprintf("v = %d is even and k-λ = %d is not a square", v, order), nil
	}
	signed := lambda
	if v%4 == 3 {
		signed = -lambda
	}
	obstruction, solvable := ConicPlace(order, signed)
	equation := fmt.Sprintf("z² = %d·x² %+d·y²", order, signed)
	if solvable {
		return false, equation + " has a solution", nil
	}
	return true, fmt.Sprintf("%s has no solution but (0,0,0): it has none in the %d-adic numbers", equation, obstruction), nil
}
