package gf

import (
	"errors"
	"slices"
	"testing"
)

// smallRings are the (p, m) whose monic polynomials are all judged.
var smallRings = [][2]int{{2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {2, 8}, {2, 10}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 6},
	{5, 1}, {5, 2}, {5, 3}, {5, 4}, {7, 1}, {7, 2}, {7, 3}, {11, 2}, {13, 2}, {31, 2}}

// reducibleCodes multiplies all pairs of monic polynomials whose degrees add up to m.
func reducibleCodes(p, m int) map[int]bool {
	reducible := make(map[int]bool)
	for d := 1; 2*d <= m; d++ {
		for a := range intPow(p, d) {
			for b := range intPow(p, m-d) {
				product := make([]int, m+1)
				for i, x := range monic(a, p, d) {
					for j, y := range monic(b, p, m-d) {
						product[i+j] = (product[i+j] + x*y) % p
					}
				}
				code := 0
				for i := m - 1; i >= 0; i-- {
					code = code*p + product[i]
				}
				reducible[code] = true
			}
		}
	}
	return reducible
}

func TestIrreducibleAndPrimitiveExhaustive(t *testing.T) {
	for _, pm := range smallRings {
		p, m := pm[0], pm[1]
		if testing.Short() && intPow(p, m) > 700 {
			continue
		}
		reducible := reducibleCodes(p, m)
		first := -1
		for code := range intPow(p, m) {
			f := monic(code, p, m)
			if got := IsIrreducible(p, f); got == reducible[code] {
				t.Fatalf("IsIrreducible(%d, %v) = %t", p, f, got)
			}
			isPrimitive := orderOfX(p, f) == intPow(p, m)-1
			if got := IsPrimitive(p, f); got != isPrimitive {
				t.Fatalf("IsPrimitive(%d, %v) = %t", p, f, got)
			}
			if isPrimitive && first < 0 {
				first = code
			}
		}
		got, err := FirstPrimitive(p, m)
		if want := monic(first, p, m); err != nil || !slices.Equal(got, want) {
			t.Errorf("FirstPrimitive(%d, %d) = %v, %v; want %v", p, m, got, err, want)
		}
	}
}

// The numbers of irreducible and primitive polynomials are known: Σ_{d|m} μ(d) p^{m/d} / m and φ(p^m - 1)/m.
func TestCountsOfPolynomials(t *testing.T) {
	for _, c := range []struct{ p, m, irreducible, primitive int }{
		{2, 4, 3, 2}, {2, 12, 335, 144}, {3, 5, 48, 22}, {5, 4, 150, 48}, {7, 3, 112, 36},
	} {
		irreducible, primitive := 0, 0
		for code := range intPow(c.p, c.m) {
			f := monic(code, c.p, c.m)
			if IsIrreducible(c.p, f) {
				irreducible++
			}
			if IsPrimitive(c.p, f) {
				primitive++
				if !IsIrreducible(c.p, f) {
					t.Fatalf("%v is primitive but reducible over GF(%d)", f, c.p)
				}
			}
		}
		if irreducible != c.irreducible || primitive != c.primitive {
			t.Errorf("degree %d over GF(%d): %d irreducible, %d primitive; want %d, %d", c.m, c.p, irreducible, primitive, c.irreducible, c.primitive)
		}
	}
}

func TestPolynomialsOfOtherShapes(t *testing.T) {
	for _, c := range []struct {
		p                      int
		coeffs                 []int
		irreducible, primitive bool
	}{
		{7, nil, false, false},
		{7, []int{0, 0}, false, false},
		{7, []int{3}, false, false},                // a constant
		{7, []int{0, 1}, true, false},              // x: irreducible, but 0 generates nothing
		{7, []int{2, 1}, true, true},               // x + 2, root 5
		{7, []int{2, 1, 0, 0}, true, true},         // zeros above the leading coefficient
		{7, []int{4, 2}, true, false},              // 2x + 4: not monic
		{2, []int{1, 1, 1, 1, 1}, true, false},     // x⁴+x³+x²+x+1: the root has order 5
		{2, []int{1, 0, 1, 0, 1}, false, false},    // (x²+x+1)²
		{3, []int{1, 0, 1}, true, false},           // x²+1: the root has order 4
		{3, []int{2, 0, 2}, true, false},           // 2(x²+1)
		{2147483647, []int{1, 0, 1}, true, false},  // 2³¹-1 ≡ 3 mod 4
		{2147483647, []int{11, 1, 1}, true, true},  // checked with PARI/GP
		{2147483629, []int{1, 0, 1}, false, false}, // ≡ 1 mod 4: -1 is a square
	} {
		if got := IsIrreducible(c.p, c.coeffs); got != c.irreducible {
			t.Errorf("IsIrreducible(%d, %v) = %t", c.p, c.coeffs, got)
		}
		if got := IsPrimitive(c.p, c.coeffs); got != c.primitive {
			t.Errorf("IsPrimitive(%d, %v) = %t", c.p, c.coeffs, got)
		}
	}
}

// Irreducibility needs no order of the field: the degree may be large. x^n + x + 1 over GF(2) is irreducible for
// n = 2, 3, 4, 6, 7, 9, 15, 22, 28, 30, 46, 60, 63, 127, 153, ... (OEIS A002475).
func TestIrreducibleTrinomialsOfLargeDegree(t *testing.T) {
	known := []int{2, 3, 4, 6, 7, 9, 15, 22, 28, 30, 46, 60, 63, 127}
	limit := 130
	if testing.Short() {
		limit = 64
	}
	for n := 2; n <= limit; n++ {
		coeffs := make([]int, n+1)
		coeffs[0], coeffs[1], coeffs[n] = 1, 1, 1
		if got := IsIrreducible(2, coeffs); got != slices.Contains(known, n) {
			t.Errorf("IsIrreducible(x^%d+x+1) = %t", n, got)
		}
	}
}

func TestFirstPrimitiveRefusals(t *testing.T) {
	for _, c := range [][2]int{{4, 2}, {1, 1}, {0, 3}, {-7, 1}, {2147483659, 1}, {7, 0}, {7, -2}, {2, 63}, {1000003, 4}} {
		coeffs, err := FirstPrimitive(c[0], c[1])
		var want *PolynomialError
		if !errors.As(err, &want) || coeffs != nil {
			t.Fatalf("FirstPrimitive(%d, %d) = %v, %v; want a *PolynomialError", c[0], c[1], coeffs, err)
		}
		if want.Char != c[0] || want.Degree != c[1] {
			t.Errorf("FirstPrimitive(%d, %d): the error names %d, %d", c[0], c[1], want.Char, want.Degree)
		}
	}
}

func TestPolynomialPanics(t *testing.T) {
	for what, call := range map[string]func(){
		"IsIrreducible over GF(6)":              func() { IsIrreducible(6, []int{1, 1}) },
		"IsPrimitive over GF(1)":                func() { IsPrimitive(1, []int{0, 1}) },
		"IsIrreducible of a coefficient p":      func() { IsIrreducible(5, []int{5, 1}) },
		"IsPrimitive of a negative coefficient": func() { IsPrimitive(5, []int{-1, 1}) },
		"IsPrimitive above 2⁶³-1":               func() { IsPrimitive(2, append(make([]int, 64), 1)) },
	} {
		panicValue[*PolynomialError](t, what, call)
	}
}

func TestFormatPolynomial(t *testing.T) {
	for want, coeffs := range map[string][]int{
		"0":         nil,
		"7":         {7},
		"x":         {0, 1},
		"x+1":       {1, 1},
		"2x^2":      {0, 0, 2},
		"x^3+2x+1":  {1, 2, 0, 1},
		"10x^2+x+3": {3, 1, 10, 0},
		"x^12+11x":  {0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
	} {
		if got := FormatPolynomial(coeffs, "x"); got != want {
			t.Errorf("FormatPolynomial(%v) = %q, want %q", coeffs, got, want)
		}
	}
}
