package gf

import (
	"testing"

	"coterie/internal/check/assert"
)

// smallRings are the (p, m) whose monic polynomials are all judged.
var smallRings = [][2]int{{2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {2, 8}, {2, 10}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 6},
	{5, 1}, {5, 2}, {5, 3}, {5, 4}, {7, 1}, {7, 2}, {7, 3}, {11, 2}, {13, 2}, {31, 2}}

// isPrimitive judges a monic polynomial as [FirstPrimitive] does.
func isPrimitive(p int, coeffs []int) bool {
	f := make([]uint64, len(coeffs))
	for i, c := range coeffs {
		f[i] = uint64(c)
	}
	q := uint64(intPow(p, len(coeffs)-1))
	return newResidues(uint64(p), f).hasRootOfOrder(q-1, Factor(q-1))
}

func TestPrimitiveExhaustive(t *testing.T) {
	for _, pm := range smallRings {
		p, m := pm[0], pm[1]
		if !assert.WithSlow && intPow(p, m) > 700 {
			continue
		}
		first := -1
		for code := range intPow(p, m) {
			f := monic(code, p, m)
			primitive := orderOfX(p, f) == intPow(p, m)-1
			assert.MustEqual(t, isPrimitive(p, f), primitive, "%v over GF(%d) is primitive", f, p)
			if primitive && first < 0 {
				first = code
			}
		}
		got := firstPrimitive(p, m)
		assert.Slice(t, got, monic(first, p, m), "firstPrimitive(%d, %d)", p, m)
	}
}

// The number of primitive polynomials is known: φ(p^m - 1)/m.
func TestCountsOfPolynomials(t *testing.T) {
	for _, c := range []struct{ p, m, want int }{{2, 4, 2}, {2, 12, 144}, {3, 5, 22}, {5, 4, 48}, {7, 3, 36}} {
		primitive := 0
		for code := range intPow(c.p, c.m) {
			if isPrimitive(c.p, monic(code, c.p, c.m)) {
				primitive++
			}
		}
		assert.Equal(t, primitive, c.want, "degree %d over GF(%d): primitive", c.m, c.p)
	}
}
