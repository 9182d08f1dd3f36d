package gf

import (
	"fmt"
	"testing"

	"coterie/internal/check/assert"
)

type triple = [3]uint32

// triples returns all elements of a small extension.
func triples(c *cubic) []triple {
	var all []triple
	q := c.field.order
	for a2 := range q {
		for a1 := range q {
			for a0 := range q {
				all = append(all, triple{a0, a1, a2})
			}
		}
	}
	return all
}

// mulCubicNaive multiplies as polynomials over GF(q) and divides by the modulus, from the top.
func mulCubicNaive(c *cubic, a, b triple) triple {
	f, modulus := c.field, c.modulus()
	var product [5]uint32
	for i, x := range a {
		for j, y := range b {
			product[i+j] = f.Add(product[i+j], f.Mul(x, y))
		}
	}
	for top := 4; top >= 3; top-- {
		t := product[top]
		for i, x := range modulus {
			product[top-3+i] = f.Sub(product[top-3+i], f.Mul(t, x))
		}
	}
	return triple(product[:3])
}

// cubicOrders have every shape of base field.
func cubicOrders() []int {
	return []int{2, 3, 4, 7, 8, 9, 16, 25, 27, 32, 81, 125, 128, 169, 256, 257, 289, 729, 1021, 2197, 4096, 4913, 6561, 7921, 8191, 8192}
}

func TestCubicPow(t *testing.T) {
	c := mustCubic(t, 9)
	for _, a := range []triple{{}, {1}, {0, 1}, {5, 8, 3}} {
		power := triple{1}
		for e := range uint64(50) {
			assert.MustEqual(t, c.pow(a, e), power, "%v^%d", a, e)
			power = c.mul(power, a)
		}
	}
	if a := (triple{5, 8, 3}); c.pow(a, 1<<64-1) != c.pow(a, (1<<64-1)%728) {
		t.Error("the greatest exponent is not reduced rightly")
	}
}

// Over a prime field the modulus must be the polynomial that FirstPrimitive finds by its own
// arithmetic.
func TestCubicOverPrimeFieldsIsFirstPrimitive(t *testing.T) {
	for _, p := range []int{2, 3, 5, 7, 11, 13, 17, 101, 257, 1021, 4093, 8179, 8191} {
		want := firstPrimitive(p, 3)
		got := mustCubic(t, p).modulus()
		for i, code := range got {
			assert.MustEqual(t, int(code), want[i], "GF(%d³) has the modulus %v, FirstPrimitive finds %v", p, got, want)
		}
	}
}

// The product against plain polynomials, the group axioms, and the orders of all elements of small
// extensions; the modulus is the first cubic whose root is primitive.
func TestCubicSmall(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9} {
		if !assert.WithSlow && q > 5 {
			continue
		}
		c := mustCubic(t, q)
		f, all := c.field, triples(c)
		primitive := 0
		for _, a := range all {
			if q <= 5 {
				for _, b := range all {
					product := c.mul(a, b)
					if product != mulCubicNaive(c, a, b) || product != c.mul(b, a) {
						t.Fatalf("GF(%d³): %v·%v = %v", q, a, b, product)
					}
					if product == (triple{}) && a != (triple{}) && b != (triple{}) {
						t.Fatalf("GF(%d³): %v and %v divide zero", q, a, b)
					}
				}
			}
			order := 1
			for power := a; power != (triple{1}) && order < len(all); power = c.mul(power, a) {
				order++
			}
			isPrimitive := order == len(all)-1
			assert.MustEqual(t, c.hasFullOrder(a), isPrimitive, "GF(%d³): %v is primitive: %t, its order is %d", q, a, !isPrimitive, order)
			if isPrimitive {
				primitive++
			}
		}
		totient := len(all) - 1
		for _, l := range c.factors {
			totient = totient / int(l.Prime) * int(l.Prime-1)
		}
		assert.Equal(t, primitive, totient, "GF(%d³) has: primitive elements", q)

		want, found := [4]uint32{}, false
		for code := 0; code < len(all) && !found; code++ {
			low := monic(code, q, 3)
			candidate := &cubic{field: f}
			for i := range candidate.reduction {
				candidate.reduction[i] = f.Neg(uint32(low[i]))
			}
			order := 1
			for power := (triple{0, 1}); power != (triple{1}) && order < len(all); power = mulCubicNaive(candidate, power, triple{0, 1}) {
				order++
			}
			found = order == len(all)-1
			want = candidate.modulus()
		}
		assert.Equal(t, c.modulus(), want, "GF(%d³) has the modulus, the first primitive cubic", q)
	}
}

func TestCubicRandom(t *testing.T) {
	for _, q := range cubicOrders() {
		c := mustCubic(t, q)
		next := source(c.field)
		for range 100 {
			a, b, d := triple{next(), next(), next()}, triple{next(), next(), next()}, triple{next(), next(), next()}
			assert.MustEqual(t, c.mul(a, b), mulCubicNaive(c, a, b), "GF(%d³): %v·%v", q, a, b)
			assert.MustEqual(t, c.mul(c.mul(a, b), d), c.mul(a, c.mul(b, d)), "GF(%d³): %v, %v, %v are not associative", q, a, b, d)
			assert.MustEqual(t, c.pow(a, c.order), a, "GF(%d³): %v^(q³)", q, a)
		}
	}
}

func TestEveryCubicConstructs(t *testing.T) {
	checked := 0
	for q := 2; q <= MaxCubicBase; q = NextPrimePower(q) {
		checked++
		if !assert.WithSlow && q > 64 && checked%41 != 0 && q < 8190 {
			continue
		}
		c := mustCubic(t, q)
		w := triple{0, 1}
		// w^(q²+q+1) is the norm of w, and generates GF(q)*.
		norm := c.field.Neg(c.modulus()[0])
		if got := c.pow(w, uint64(q*q+q+1)); got != (triple{norm}) || GCD(uint64(c.field.Log(norm)), uint64(q-1)) != 1 {
			t.Fatalf("GF(%d³): w^(q²+q+1) = %v", q, got)
		}
		if c.pow(w, c.order-1) != (triple{1}) || !c.hasFullOrder(w) {
			t.Fatalf("GF(%d³): %v is not primitive", q, w)
		}
		if c.hasFullOrder(triple{}) || c.hasFullOrder(triple{1}) {
			t.Fatalf("GF(%d³): 0 or 1 is called primitive", q)
		}
	}
	assert.Equal(t, checked, 1078, "prime powers up to %d, want 1078", MaxCubicBase)
}

func TestCubicRefusals(t *testing.T) {
	for _, q := range []int{8209, 1 << 14, 1 << 20} {
		_, err := FirstPrimitiveCubic(mustField(t, q))
		if want := fmt.Sprintf("gf: order %d is above the limit 8192", q); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
