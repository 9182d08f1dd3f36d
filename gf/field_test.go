package gf

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func TestFieldAxiomsExhaustive(t *testing.T) {
	forOrders(t, smallOrders, func(t *testing.T, f *Field) {
		q := uint32(f.Order())
		plain := newMulPlain(f)
		for a := range q {
			if f.Add(a, 0) != a || f.Mul(a, 1) != a || f.Mul(a, 0) != 0 || f.Add(a, f.Neg(a)) != 0 {
				t.Fatalf("neutral or opposite element fails for %d", a)
			}
			if a > 0 && (f.Mul(a, f.Inv(a)) != 1 || f.Div(1, a) != f.Inv(a)) {
				t.Fatalf("inverse of %d fails", a)
			}
			for b := range q {
				sum, product := f.Add(a, b), f.Mul(a, b)
				if sum >= q || product >= q {
					t.Fatalf("%d and %d lead out of the field", a, b)
				}
				assert.MustEqual(t, sum, addNaive(a, b, f.char), "%d + %d", a, b)
				assert.MustEqual(t, product, plain.mul(a, b), "%d·%d", a, b)
				if sum != f.Add(b, a) || product != f.Mul(b, a) {
					t.Fatalf("%d and %d do not commute", a, b)
				}
				assert.MustEqual(t, f.Add(f.Sub(a, b), b), a, "(%d - %d) + %d", a, b, b)
				if b > 0 && f.Mul(f.Div(a, b), b) != a {
					t.Fatalf("%d/%d = %d", a, b, f.Div(a, b))
				}
				if product == 0 && a != 0 && b != 0 {
					t.Fatalf("%d and %d divide zero", a, b)
				}
				for c := range q {
					assert.MustEqual(t, f.Add(sum, c), f.Add(a, f.Add(b, c)), "addition of %d, %d, %d is not associative", a, b, c)
					assert.MustEqual(t, f.Mul(product, c), f.Mul(a, f.Mul(b, c)), "multiplication of %d, %d, %d is not associative", a, b, c)
					assert.MustEqual(t, f.Mul(a, f.Add(b, c)), f.Add(product, f.Mul(a, c)), "%d, %d, %d are not distributive", a, b, c)
				}
			}
		}
	})
}

func TestFieldAxiomsRandom(t *testing.T) {
	forOrders(t, largeOrders, func(t *testing.T, f *Field) {
		next, plain := source(f), newMulPlain(f)
		for range 2000 {
			a, b, c := next(), next(), next()
			sum, product := f.Add(a, b), f.Mul(a, b)
			assert.MustEqual(t, addNaive(a, b, f.char), sum, "%d + %d", a, b)
			assert.MustEqual(t, plain.mul(a, b), product, "%d·%d", a, b)
			if f.Sub(sum, b) != a || f.Add(a, f.Neg(a)) != 0 || f.Sub(a, b) != f.Neg(f.Sub(b, a)) {
				t.Fatalf("subtraction of %d and %d fails", a, b)
			}
			assert.MustEqual(t, f.Mul(a, f.Add(b, c)), f.Add(product, f.Mul(a, c)), "%d, %d, %d are not distributive", a, b, c)
			assert.MustEqual(t, f.mulAdd(a, b, c), f.Add(product, c), "%d·%d + %d fails", a, b, c)
			if b != 0 && (f.Div(product, b) != a || f.Mul(b, f.Inv(b)) != 1) {
				t.Fatalf("division by %d fails", b)
			}
		}
		// The codes at the ends of the range, where the carries of a wrong addition would show.
		for _, a := range []uint32{0, 1, f.order - 1, f.order - f.char, f.order / f.char} {
			for _, b := range []uint32{0, 1, f.order - 1, f.order - f.char, f.order / f.char} {
				assert.Equal(t, f.Add(a, b), addNaive(a, b, f.char), "%d + %d", a, b)
				assert.Equal(t, f.Mul(a, b), plain.mul(a, b), "%d·%d", a, b)
			}
		}
	})
}

// (a + b)^p = a^p + b^p, the freshman's dream, and a^q = a.
func TestFrobenius(t *testing.T) {
	forOrders(t, append(slices.Clone(smallOrders), largeOrders...), func(t *testing.T, f *Field) {
		next, p := source(f), int64(f.Char())
		for range 200 {
			a, b := next(), next()
			assert.MustEqual(t, f.Pow(f.Add(a, b), p), f.Add(f.Pow(a, p), f.Pow(b, p)), "(%d + %d)^%d is not the sum of the powers", a, b, p)
			assert.MustEqual(t, f.Pow(a, int64(f.Order())), a, "%d^q", a)
		}
	})
}

func TestPow(t *testing.T) {
	forOrders(t, []int{2, 3, 4, 7, 9, 16, 27, 1024, 6561}, func(t *testing.T, f *Field) {
		next := source(f)
		for range 50 {
			a := next()
			power := uint32(1)
			for e := int64(0); e < 40; e++ {
				assert.MustEqual(t, f.Pow(a, e), power, "%d^%d", a, e)
				if a != 0 {
					if got := f.Pow(a, -e); f.Mul(got, power) != 1 {
						t.Fatalf("%d^-%d = %d", a, e, got)
					}
				}
				power = f.Mul(power, a)
			}
			if a == 0 {
				continue
			}
			// Exponents at the ends of int64.
			half := f.Pow(a, math.MaxInt64/2)
			assert.MustEqual(t, f.Mul(f.Mul(half, half), a), f.Pow(a, math.MaxInt64), "%d^(2⁶³-1) fails", a)
			assert.MustEqual(t, f.Mul(f.Pow(a, math.MinInt64), f.Pow(a, math.MaxInt64)), f.Inv(a), "%d^(-2⁶³) fails", a)
		}
	})
}

func TestGeneratorExpLog(t *testing.T) {
	forOrders(t, append(slices.Clone(smallOrders), largeOrders...), func(t *testing.T, f *Field) {
		n, g, plain := f.Order()-1, f.generator(), newMulPlain(f)
		if f.Degree() > 1 && int(g) != f.Char() {
			t.Errorf("the generator is %d, not x", g)
		}
		// The generator is a root of the modulus.
		value := uint32(0)
		for _, c := range slices.Backward(f.modulus) {
			value = f.Add(f.Mul(value, g), uint32(c))
		}
		assert.Equal(t, value, 0, "the modulus has the value: at the generator")
		// Every step of the tables against polynomial arithmetic; the logarithms then are a
		// bijection.
		seen := make([]bool, f.Order())
		previous := uint32(0)
		for k := range n {
			a := f.Exp(k)
			if k == 0 && a != 1 || k > 0 && n <= 1<<17 && a != plain.mul(previous, g) {
				t.Fatalf("g^%d = %d", k, a)
			}
			if seen[a] || a == 0 {
				t.Fatalf("g^%d = %d comes twice or is 0", k, a)
			}
			seen[a] = true
			assert.MustEqual(t, f.Log(a), k, "Exp(%d) = %d, Log(%d)", k, a, a)
			previous = a
		}
		assert.Equal(t, plain.mul(previous, g), 1, "the order of the generator is not %d", n)
		if f.Exp(-1) != f.Inv(g) || f.Exp(n) != 1 || f.Exp(-7*n) != 1 {
			t.Error("Exp does not wrap around")
		}
	})
}

func TestEveryOrderUpToALimit(t *testing.T) {
	limit := assert.Sized(200, 1500)
	powers := primePowersUpTo(limit)
	for q := range limit + 1 {
		f, err := New(q)
		if pm, ok := powers[q]; !ok {
			if err == nil {
				t.Fatalf("New(%d) makes %v", q, f)
			}
			continue
		} else if err != nil || f.Order() != q || f.Char() != pm[0] || f.Degree() != pm[1] {
			t.Fatalf("New(%d) = %v, %v", q, f, err)
		}
		assert.MustTrue(t, isPrimitive(f.Char(), f.modulus), "GF(%d): the modulus %v is not primitive", q, f.modulus)
		assert.MustEqual(t, f.Mul(uint32(q-1), f.Inv(uint32(q-1))), 1, "GF(%d): the last element has a wrong inverse", q)
	}
}

func TestRefusedOrders(t *testing.T) {
	for q, want := range map[int]string{
		math.MinInt: fmt.Sprintf("gf: no field has order %d: the order is a prime power from 2 to 1048576", math.MinInt),
		-3:          "gf: no field has order -3: the order is a prime power from 2 to 1048576",
		0:           "gf: no field has order 0: the order is a prime power from 2 to 1048576",
		1:           "gf: no field has order 1: the order is a prime power from 2 to 1048576",
		6:           "gf: no field has order 6: it is divisible by the primes 2 and 3, and the order of a field is a power of one prime",
		12:          "gf: no field has order 12: it is divisible by the primes 2 and 3, and the order of a field is a power of one prime",
		45:          "gf: no field has order 45: it is divisible by the primes 3 and 5, and the order of a field is a power of one prime",
		1048575:     "gf: no field has order 1048575: it is divisible by the primes 3 and 5, and the order of a field is a power of one prime",
		1<<20 + 1:   "gf: no field has order 1048577: it is divisible by the primes 17 and 61681, and the order of a field is a power of one prime",
		1048583:     "gf: order 1048583 is above the limit 1048576",
		1 << 21:     "gf: order 2097152 is above the limit 1048576",
	} {
		if f, err := New(q); f != nil || err == nil || err.Error() != want {
			t.Errorf("New(%d) = %v, %v; want %s", q, f, err, want)
		}
	}
}

// The reduction modulo p at multiples of p and just beside them, over the whole range of its
// argument.
func TestReduce(t *testing.T) {
	for _, q := range []int{2, 3, 5, 7, 127, 1021, 65537, 524287, 1048573, 9, 1021 * 1021} {
		if !assert.WithSlow && q > shortLimit {
			continue
		}
		f := mustField(t, q)
		p := uint64(f.Char())
		for n := uint64(1); n < 1<<44; n = n*3/2 + 1 {
			for _, m := range []uint64{n, n / p * p, n/p*p + 1, n/p*p + p - 1} {
				if got := f.reduce(m); uint64(got) != m%p {
					t.Fatalf("%d mod %d = %d, want %d", m, p, got, m%p)
				}
			}
		}
	}
}

func TestFieldPanics(t *testing.T) {
	forOrders(t, []int{2, 7, 8, 9, 6561, 1021 * 1021}, func(t *testing.T, f *Field) {
		q := f.order
		for what, call := range map[string]func(){
			"Add":         func() { f.Add(q, 0) },
			"Add, second": func() { f.Add(0, q) },
			"Sub":         func() { f.Sub(1, q) },
			"Neg":         func() { f.Neg(q) },
			"Mul":         func() { f.Mul(q, 0) },
			"Mul, second": func() { f.Mul(0, q) },
			"Div":         func() { f.Div(q, 1) },
			"Inv":         func() { f.Inv(q) },
			"Pow":         func() { f.Pow(q, 2) },
			"Log":         func() { f.Log(q) },
			"InSubfield":  func() { f.InSubfield(q, f.Char()) },
		} {
			want := fmt.Sprintf("gf: %d is not the code of an element of GF(%d): codes are 0 to %d", q, q, q-1)
			assert.Equal(t, panicText(t, what, call), want, "%s panics with", what)
		}
		for what, call := range map[string]func(){
			"Inv(0)":     func() { f.Inv(0) },
			"Div(1, 0)":  func() { f.Div(1, 0) },
			"Div(0, 0)":  func() { f.Div(0, 0) },
			"Pow(0, -1)": func() { f.Pow(0, -1) },
			"Log(0)":     func() { f.Log(0) },
		} {
			if got := panicText(t, what, call); !strings.HasPrefix(got, "gf: 0 has no ") || !strings.HasSuffix(got, fmt.Sprintf(" in GF(%d)", q)) {
				t.Errorf("%s panics with %s", what, got)
			}
		}
		if f.Pow(0, 0) != 1 || f.Pow(0, 3) != 0 || f.Div(0, 1) != 0 {
			t.Error("powers or quotients of 0 are wrong")
		}
	})
}

func TestFieldIsDeterministic(t *testing.T) {
	assert.Deep(t, mustField(t, 729), mustField(t, 729), "two fields of order 729 differ")
	for q, want := range map[int][]int{
		7: {2, 1}, 8: {1, 1, 0, 1}, 9: {2, 1, 1}, 16: {1, 1, 0, 0, 1}, 25: {2, 1, 1}, 27: {1, 2, 0, 1}, 49: {3, 1, 1}, 121: {7, 1, 1},
	} {
		assert.Slice(t, mustField(t, q).modulus, want, "GF(%d) has the modulus", q)
	}
}

// The other ways to multiply and add that the benchmarks compare must be right, or the comparison
// means nothing.
func TestBenchmarkedAlternatives(t *testing.T) {
	forOrders(t, []int{2, 4, 16, 256, 65536, 1 << 20}, func(t *testing.T, f *Field) {
		if f.Degree() == 1 {
			return
		}
		next, low := source(f), lowCode(f)
		for range 1000 {
			a, b := next(), next()
			assert.MustEqual(t, mulShift(a, b, low, f.degree), f.Mul(a, b), "mulShift(%d, %d)", a, b)
		}
	})
	forOrders(t, []int{9, 27, 25, 729, 16129, 371293}, func(t *testing.T, f *Field) {
		next, z := source(f), newZech(f)
		for range 1000 {
			a, b := next(), next()
			assert.MustEqual(t, z.add(a, b), f.Add(a, b), "by Zech logarithms %d + %d", a, b)
		}
		if a := f.generator(); z.add(a, f.Neg(a)) != 0 {
			t.Fatal("by Zech logarithms g - g is not 0")
		}
	})
}
