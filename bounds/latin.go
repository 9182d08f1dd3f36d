package bounds

import (
	"fmt"

	"coterie/gf"
)

// A LatinRange bounds N(s), the largest number of mutually orthogonal Latin squares of side s, or
// the largest number of parallel classes of a net of side s, with the argument for either side.
type LatinRange struct {
	Lower, Upper     int
	LowerBy, UpperBy string
}

// MOLS bounds N(s), the largest number of mutually orthogonal Latin squares of side s ≥ 2.
// It panics if s < 2 (side 1 has any number of them).
//
// Upper side, the first that applies:
//
//   - N(6) = 1 (Tarry 1900);
//   - if it is proven that there is no plane of order s (see PlaneOrder), then N(s) ≤ s-1-d for
//     the least d with p(d-1) ≥ s, where p(x) = x⁴/2 + x³ + x² + 3x/2. For Bruck (1963) has
//     shown that s-1-d squares with p(d-1) < s extend to s-1 of them, and s-1 of them are an
//     affine plane, hence a projective plane, of order s. So N(10) ≤ 6 and N(14) ≤ 10;
//   - N(s) ≤ s-1.
//
// Lower side, the best of:
//
//   - N(s) ≥ min(p^e) - 1 over the prime powers p^e of the factorisation of s (MacNeish 1922),
//     which is s-1 if s is itself a prime power;
//   - N(s) ≥ 2 if s ≠ 2, 6 (Bose, Shrikhande and Parker 1960).
//
// These are the closed forms; tables of the literature have better lower bounds for many sides
// (N(12) ≥ 5, for one).
//
// Proof: docs/theorems/mols.md.
func MOLS(s int) LatinRange {
	needAtLeast("s", s, 2)
	squares := LatinRange{Upper: s - 1, UpperBy: "elementary: N(s) ≤ s-1"}
	least := s
	for _, f := range gf.Factor(uint64(s)) {
		power := 1
		for range f.Exponent {
			power *= int(f.Prime)
		}
		least = min(least, power)
	}
	squares.Lower, squares.LowerBy = least-1, "MacNeish 1922"
	if squares.Lower < 2 && s != 2 && s != 6 {
		squares.Lower, squares.LowerBy = 2, "Bose, Shrikhande and Parker 1960"
	}
	plane := PlaneOrder(s)
	switch {
	case s == 6:
		squares.Upper, squares.UpperBy = 1, "Tarry 1900"
	case plane.Excluded():
		d := leastDeficiency(s)
		squares.Upper = s - 1 - d
		squares.UpperBy = fmt.Sprintf("Bruck 1963, with no plane of order %d (%s)", s, plane.Source)
	}
	return squares
}

// leastDeficiency returns the least d with p(d-1) ≥ s, p being Bruck's polynomial (see MOLS).
func leastDeficiency(s int) int {
	for x := uint64(0); ; x++ {
		// 2p(x) = x(x³+2x²+2x+3), which is even for every x.
		if product(x, x*x*x+2*x*x+2*x+3)/2 >= uint64(s) {
			return int(x) + 1
		}
	}
}

// NetGroups bounds the largest m such that there is a net of side s ≥ 2 with m parallel
// classes: s² points, each class a partition into s lines of s points, lines of different
// classes meeting in one point. Such a net is the same thing as m-2 mutually orthogonal Latin
// squares of side s (for m ≥ 2), so the bounds are those of MOLS plus 2. As an m-group quorum
// system it has n = s² nodes and degree √n, the greatest possible (see NetDegree). It panics if s <
// 2.
func NetGroups(s int) LatinRange {
	r := MOLS(s)
	r.Lower += 2
	r.Upper += 2
	return r
}
