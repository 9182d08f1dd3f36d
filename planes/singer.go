package planes

import (
	"fmt"

	"coterie/gf"
)

// MaxSingerOrder is the greatest order of SingerSet.
const MaxSingerOrder = gf.MaxCubicBase

// SingerSet returns the Singer difference set D of PG(2,q), q+1 residues modulo v = q^2+q+1,
// ascending. It verifies that each non-zero residue is a difference of D exactly once. So the v
// translates of D are the lines of a Desarguesian plane with the residues as points, in O(q)
// memory, where the table of lines would take O(q^3). The numbering is not that of NewProjective,
// and the map from one to the other is a discrete logarithm. The set is
//
//	D = {0} ∪ {log(w + a) mod v : a in GF(q)},
//
// where w is the root of gf.FirstPrimitiveCubic, a primitive element of GF(q^3), and log the
// logarithm to base w. So 0 and 1 (for a = 0) are in D. That is a normal form up to translation:
// exactly one translate of a perfect difference set has both 0 and 1. Another primitive element
// would give u D + t for some unit u modulo v and some t. For order 1, where there is no field, the
// result is {0, 1} modulo 3, the triangle, as with NewProjective.
//
// Domain: q = 1 and the prime powers up to MaxSingerOrder. Cost: v steps of a linear recurrence
// over GF(q) to find D, q^2/2 differences to verify it; O(q) memory for both.
//
// Errors: [*OrderError].
func SingerSet(q int) ([]int, error) {
	if q == 1 {
		return []int{0, 1}, nil
	}
	field, err := fieldOfOrder("Singer difference set", 1, MaxSingerOrder, q)
	if err != nil {
		return nil, err
	}
	modulus, err := gf.FirstPrimitiveCubic(field)
	if err != nil {
		return nil, fmt.Errorf("planes: Singer difference set of order %d: %w", q, err)
	}
	set := lineOfOneAndW(field, modulus)
	if residue, times, ok := IsDifferenceSet(q*q+q+1, set); !ok || len(set) != q+1 {
		panic(fmt.Sprintf("planes: the Singer set of order %d has %d elements and the difference %d %d times", q, len(set), residue, times))
	}
	return set, nil
}

// lineOfOneAndW returns, ascending, the k below q^2+q+1 for which w^k = a + b w with a and b in
// GF(q), that is, the points on the line through points 0 and 1.
//
// With w^3 = r0 + r1 w + r2 w^2, the coefficient s_k of w^2 in w^k satisfies s_{k+3} = r0 s_k + r1
// s_{k+1} + r2 s_{k+2}, as any linear function of w^k does. Each r is a constant, so multiplying by
// it is a table of q products.
func lineOfOneAndW(field *gf.Field, modulus [4]uint32) []int {
	q := field.Order()
	var times [3][]uint32
	for i := range times {
		times[i] = make([]uint32, q)
		r := field.Neg(modulus[i])
		for a := range times[i] {
			times[i][a] = field.Mul(r, uint32(a))
		}
	}
	line := make([]int, 0, q+1)
	xor, prime, order := field.Char() == 2, field.Degree() == 1, int32(q)
	s0, s1, s2 := uint32(0), uint32(0), uint32(1)
	for k := 0; len(line) <= q; k++ {
		if s0 == 0 {
			line = append(line, k)
		}
		a, b, c := times[0][s0], times[1][s1], times[2][s2]
		s0, s1 = s1, s2
		switch {
		case xor:
			s2 = a ^ b ^ c
		case prime:
			// Reduced without a branch, which would be mispredicted every other time.
			sum := int32(a) + int32(b) - order
			sum += order & (sum >> 31)
			sum += int32(c) - order
			s2 = uint32(sum + order&(sum>>31))
		default:
			s2 = field.Add(field.Add(a, b), c)
		}
	}
	return line
}
