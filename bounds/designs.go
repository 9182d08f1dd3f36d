package bounds

import (
	"coterie/gf"
	"fmt"
	"math"
)

// A DesignError reports numbers that are not the parameters of a symmetric design.
type DesignError struct{ V, K, Lambda int }

func (e *DesignError) Error() string {
	return fmt.Sprintf("(v,k,λ) = (%d,%d,%d) are no parameters of a symmetric design: 0 < k ≤ v, λ ≥ 0 and λ(v-1) = k(k-1) are needed",
		e.V, e.K, e.Lambda)
}

// A DesignVerdict is what the theorem of Bruck, Ryser and Chowla says about symmetric designs
// with certain parameters. Excluded is a proof that there is none; its absence proves nothing
// (order 10 passes, and there is no plane of order 10).
type DesignVerdict struct {
	V, K, Lambda int
	Excluded     bool
	// Obstruction is where the equation of the odd case has no solution (see ConicPlace); 0 in
	// the even case and where nothing is excluded.
	Obstruction Place
	Reason      string
}

// BruckRyserChowla applies the theorem of Bruck, Ryser and Chowla to symmetric (v,k,λ) designs.
// Such a design is, here, a set of v points and a list of v blocks of k ≥ 1 points each, every
// two blocks of the list sharing exactly λ points, with λ(v-1) = k(k-1). Every point then lies
// in k blocks, and if k > λ, the last equation follows from the rest (both are proved below).
// The lines of a projective plane of order q are a design with (v,k,λ) = (q²+q+1, q+1, 1), and
// each with λ ≥ 1 is a quorum system with equal effort and equal responsibility.
//
// The design can exist only if
//
//	v even:  k-λ is a square                                    (Schützenberger 1949)
//	v odd:   z² = (k-λ)·x² + (-1)^{(v-1)/2}·λ·y²  has a solution
//	         in integers other than (0,0,0)             (Chowla and Ryser 1950)
//
// Proof. If k = λ, then 0 is a square and (1,0,0) a solution. Let n = k-λ > 0, and let A be the
// incidence matrix with a row for each block. By the definition A·Aᵀ = nI + λJ, so that
//
//	(det A)² = n^{v-1}·(n+λv) = n^{v-1}·k²,
//
// for n+λv = k + λ(v-1) = k². If v is even, n must be a square. If v is odd, give every block B
// a variable x_B, let L_p be the sum of the variables of the blocks through the point p, and w
// the sum of all variables. The sum of the squares of the L_p has the coefficient |B ∩ C| at
// x_B·x_C, which is k for C = B and λ otherwise:
//
//	Σ_p L_p² = n·Σ_B x_B² + λw².
//
// (That the variables belong to blocks, and the sums to points, is what makes this the
// definition. With the variables at the points it would need that two points lie in λ common
// blocks, which is true as well, but a theorem of Ryser's.) Number points and blocks from 1 to
// v. Where v = 1 (mod 4), Lagrange's four squares n = a²+b²+c²+d² and Euler's identity turn
// n(x_1²+..+x_4²) into a sum of four squares y_1²+..+y_4² of rational forms, and so on for the
// first v-1 variables. What is left is Σ L_i² = y_1²+..+y_{v-1}² + n·x_v² + λw². Choosing y_i
// so that L_i = ±y_i, one variable at a time, cancels v-1 squares on both sides (see PlaneOrder,
// where this step is spelled out) and leaves L_v² = n·x_v² + λw² with one free variable, x_v: a
// non-trivial solution. Where v = 3 (mod 4), add n·x_{v+1}² to both sides first; all v squares
// L_i² cancel, and n·x_{v+1}² = y_{v+1}² + λw² is left with y_{v+1} free, which is the equation
// with sign -1. ∎
//
// Proof of the two remarks. If k = λ, then λ(v-1) = k(k-1) leaves v = k only: every block holds
// every point. Let k > λ. Then A·Aᵀ has the determinant n^{v-1}·(n+λv) > 0 without the equation,
// so that A is invertible. Let 1 be the vector of ones and r = Aᵀ·1 that of the numbers of
// blocks through the points. As A·1 = k·1, we have A·r = A·Aᵀ·1 = (n+λv)·1 = A·((n+λv)/k)·1,
// hence r = ((n+λv)/k)·1: all points lie in equally many blocks. Together these are vk, so in k
// each; thus n+λv = k², which is the equation. ∎
//
// Solvability is decided exactly, by ConicPlace. Domain: v ≥ 1, and all parameters small enough
// that k(k-1) is an int. Cost: O(√k) divisions. A *DesignError reports numbers with λ(v-1) ≠
// k(k-1).
func BruckRyserChowla(v, k, lambda int) (DesignVerdict, error) {
	if v < 1 || k < 1 || k > v || lambda < 0 || lambda > k || k-1 > math.MaxInt/k ||
		multiply(lambda, v-1).Cmp(multiply(k, k-1)) != 0 {
		return DesignVerdict{}, &DesignError{V: v, K: k, Lambda: lambda}
	}
	verdict := DesignVerdict{V: v, K: k, Lambda: lambda}
	order := k - lambda
	if v%2 == 0 {
		if gf.IsSquare(order) {
			verdict.Reason = fmt.Sprintf("v = %d is even and k-λ = %d is the square of %d", v, order, gf.FloorSqrt(order))
		} else {
			verdict.Excluded = true
			verdict.Reason = fmt.Sprintf("v = %d is even and k-λ = %d is not a square", v, order)
		}
		return verdict, nil
	}
	signed := lambda
	if v%4 == 3 {
		signed = -lambda
	}
	obstruction, solvable := ConicPlace(order, signed)
	equation := fmt.Sprintf("z² = %d·x² %+d·y²", order, signed)
	if solvable {
		verdict.Reason = equation + " has a solution"
		return verdict, nil
	}
	verdict.Excluded, verdict.Obstruction = true, obstruction
	verdict.Reason = fmt.Sprintf("%s has no solution but (0,0,0): it has none in the %d-adic numbers", equation, int(obstruction))
	return verdict, nil
}
