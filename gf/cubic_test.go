package gf

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

type triple = [3]uint32

// triples returns all elements of a small extension.
func triples(c *Cubic) []triple {
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
func mulCubicNaive(c *Cubic, a, b triple) triple {
	f, modulus := c.field, c.Modulus()
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

func TestCubicAxiomsExhaustive(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5} {
		c := mustCubic(t, q)
		all := triples(c)
		for _, a := range all {
			if c.Add(a, c.Neg(a)) != (triple{}) || c.Mul(a, triple{1}) != a || c.Mul(a, triple{}) != (triple{}) {
				t.Fatalf("GF(%d³): neutral or opposite element fails for %v", q, a)
			}
			if a != (triple{}) && c.Mul(a, c.Inv(a)) != (triple{1}) {
				t.Fatalf("GF(%d³): the inverse of %v is wrong", q, a)
			}
			for _, b := range all {
				product := c.Mul(a, b)
				if product != mulCubicNaive(c, a, b) || product != c.Mul(b, a) {
					t.Fatalf("GF(%d³): %v·%v = %v", q, a, b, product)
				}
				if product == (triple{}) && a != (triple{}) && b != (triple{}) {
					t.Fatalf("GF(%d³): %v and %v divide zero", q, a, b)
				}
				if c.Add(c.Sub(a, b), b) != a || c.Add(a, b) != c.Add(b, a) {
					t.Fatalf("GF(%d³): addition of %v and %v fails", q, a, b)
				}
				if q > 3 {
					continue
				}
				for _, d := range all {
					if c.Mul(product, d) != c.Mul(a, c.Mul(b, d)) || c.Mul(a, c.Add(b, d)) != c.Add(product, c.Mul(a, d)) {
						t.Fatalf("GF(%d³): %v, %v, %v are not associative or not distributive", q, a, b, d)
					}
				}
			}
		}
	}
}

// cubicOrders have every shape of base field.
func cubicOrders() []int {
	return []int{2, 3, 4, 7, 8, 9, 16, 25, 27, 32, 81, 125, 128, 169, 256, 257, 289, 729, 1021, 2197, 4096, 4913, 6561, 7921, 8191, 8192}
}

func TestCubicAxiomsRandom(t *testing.T) {
	for _, q := range cubicOrders() {
		c := mustCubic(t, q)
		f, next := c.Field(), source(c.Field())
		if f.Order() != q || c.Order() != uint64(q)*uint64(q)*uint64(q) {
			t.Fatalf("orders %d and %d for q = %d", f.Order(), c.Order(), q)
		}
		for range 100 {
			a, b, d := triple{next(), next(), next()}, triple{next(), next(), next()}, triple{next(), next(), next()}
			s := next()
			if got, want := c.Mul(a, b), mulCubicNaive(c, a, b); got != want {
				t.Fatalf("GF(%d³): %v·%v = %v, want %v", q, a, b, got, want)
			}
			if c.Mul(c.Mul(a, b), d) != c.Mul(a, c.Mul(b, d)) || c.Mul(a, c.Add(b, d)) != c.Add(c.Mul(a, b), c.Mul(a, d)) {
				t.Fatalf("GF(%d³): %v, %v, %v are not associative or not distributive", q, a, b, d)
			}
			if c.Scale(s, a) != c.Mul(triple{s}, a) {
				t.Fatalf("GF(%d³): Scale(%d, %v) = %v", q, s, a, c.Scale(s, a))
			}
			if c.Add(c.Sub(a, b), b) != a {
				t.Fatalf("GF(%d³): %v - %v = %v", q, a, b, c.Sub(a, b))
			}
			if a != (triple{}) && c.Mul(a, c.Inv(a)) != (triple{1}) {
				t.Fatalf("GF(%d³): the inverse of %v is wrong", q, a)
			}
			if c.Pow(a, c.Order()) != a {
				t.Fatalf("GF(%d³): %v^(q³) = %v", q, a, c.Pow(a, c.Order()))
			}
			if a != (triple{}) && c.Pow(a, c.Order()-2) != c.Inv(a) {
				t.Fatalf("GF(%d³): %v^(q³-2) is not its inverse", q, a)
			}
			if got, want := c.Frobenius(a), c.Pow(a, uint64(q)); got != want {
				t.Fatalf("GF(%d³): Frobenius(%v) = %v, want %v", q, a, got, want)
			}
			if c.Frobenius(c.Frobenius(c.Frobenius(a))) != a {
				t.Fatalf("GF(%d³): the third power of the Frobenius map moves %v", q, a)
			}
			first, second := c.Frobenius(a), c.Frobenius(c.Frobenius(a))
			if got, want := (triple{c.Trace(a)}), c.Add(a, c.Add(first, second)); got != want {
				t.Fatalf("GF(%d³): Trace(%v) = %v, want %v", q, a, got, want)
			}
			if got, want := (triple{c.Norm(a)}), c.Mul(a, c.Mul(first, second)); got != want {
				t.Fatalf("GF(%d³): Norm(%v) = %v, want %v", q, a, got, want)
			}
			if c.Trace(c.Add(c.Scale(s, a), b)) != f.Add(f.Mul(s, c.Trace(a)), c.Trace(b)) {
				t.Fatalf("GF(%d³): the trace of %d·%v + %v is not linear", q, s, a, b)
			}
		}
	}
}

func TestCubicPow(t *testing.T) {
	c := mustCubic(t, 9)
	for _, a := range []triple{{}, {1}, {0, 1}, {5, 8, 3}} {
		power := triple{1}
		for e := range uint64(50) {
			if got := c.Pow(a, e); got != power {
				t.Fatalf("%v^%d = %v, want %v", a, e, got, power)
			}
			power = c.Mul(power, a)
		}
	}
	if a := (triple{5, 8, 3}); c.Pow(a, 1<<64-1) != c.Pow(a, (1<<64-1)%728) {
		t.Error("the greatest exponent is not reduced rightly")
	}
}

// Small extensions: trace and norm take each value equally often, primitive elements are those whose powers are all
// elements, and the modulus is the first cubic whose root is one.
func TestCubicSmall(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9} {
		if testing.Short() && q > 5 {
			continue
		}
		c := mustCubic(t, q)
		f, all := c.Field(), triples(c)
		traces, norms := make([]int, q), make([]int, q)
		primitive := 0
		for _, a := range all {
			traces[c.Trace(a)]++
			norms[c.Norm(a)]++
			order := 1
			for power := a; power != (triple{1}) && order < len(all); power = c.Mul(power, a) {
				order++
			}
			isPrimitive := order == len(all)-1
			if c.IsPrimitive(a) != isPrimitive {
				t.Fatalf("GF(%d³): IsPrimitive(%v) = %t, its order is %d", q, a, !isPrimitive, order)
			}
			if isPrimitive {
				primitive++
			}
		}
		totient := len(all) - 1
		for _, l := range c.GroupFactors() {
			totient = totient / int(l.Prime) * int(l.Prime-1)
		}
		if primitive != totient {
			t.Errorf("GF(%d³) has %d primitive elements, want %d", q, primitive, totient)
		}
		if !c.IsPrimitive(c.Primitive()) {
			t.Errorf("GF(%d³): Primitive() is not primitive", q)
		}
		for value := range q {
			if traces[value] != q*q {
				t.Errorf("GF(%d³): %d elements have trace %d", q, traces[value], value)
			}
			if value > 0 && norms[value] != q*q+q+1 {
				t.Errorf("GF(%d³): %d elements have norm %d", q, norms[value], value)
			}
		}

		want, found := [4]uint32{}, false
		for code := 0; code < len(all) && !found; code++ {
			low := monic(code, q, 3)
			candidate := &Cubic{field: f}
			for i := range candidate.reduction {
				candidate.reduction[i] = f.Neg(uint32(low[i]))
			}
			order := 1
			for power := (triple{0, 1}); power != (triple{1}) && order < len(all); power = mulCubicNaive(candidate, power, triple{0, 1}) {
				order++
			}
			found = order == len(all)-1
			want = candidate.Modulus()
		}
		if c.Modulus() != want {
			t.Errorf("GF(%d³) has the modulus %v, the first primitive cubic is %v", q, c.Modulus(), want)
		}
	}
}

// Over a prime field the modulus must be what FirstPrimitive finds by its own arithmetic.
func TestCubicOverPrimeFieldsIsFirstPrimitive(t *testing.T) {
	for _, p := range []int{2, 3, 5, 7, 11, 13, 17, 101, 257, 1021, 4093, 8179, 8191} {
		want, err := FirstPrimitive(p, 3)
		if err != nil {
			t.Fatal(err)
		}
		got := mustCubic(t, p).Modulus()
		for i, code := range got {
			if int(code) != want[i] {
				t.Fatalf("GF(%d³) has the modulus %v, FirstPrimitive finds %v", p, got, want)
			}
		}
	}
}

func TestCubicGroupFactors(t *testing.T) {
	for _, q := range cubicOrders() {
		c := mustCubic(t, q)
		if got, want := c.GroupFactors(), Factor(c.Order()-1); !slices.Equal(got, want) {
			t.Errorf("%d³-1 = %v, want %v", q, got, want)
		}
		c.GroupFactors()[0].Prime = 0
		if c.GroupFactors()[0].Prime == 0 {
			t.Error("GroupFactors hands out its own slice")
		}
	}
}

func TestEveryCubicConstructs(t *testing.T) {
	checked := 0
	for q := 2; q <= MaxCubicBase; q = NextPrimePower(q) {
		checked++
		if testing.Short() && q > 64 && checked%41 != 0 && q < 8190 {
			continue
		}
		c := mustCubic(t, q)
		w := c.Primitive()
		if c.Norm(w) != c.Field().Neg(c.Modulus()[0]) {
			t.Fatalf("GF(%d³): the norm of the primitive element is %d", q, c.Norm(w))
		}
		// w^(q²+q+1) is the norm of w, and generates GF(q)*.
		if got := c.Pow(w, uint64(q*q+q+1)); got != (triple{c.Norm(w)}) || c.Field().MultiplicativeOrder(got[0]) != q-1 {
			t.Fatalf("GF(%d³): w^(q²+q+1) = %v", q, got)
		}
		if c.Pow(w, c.Order()-1) != (triple{1}) || !c.IsPrimitive(w) {
			t.Fatalf("GF(%d³): %v is not primitive", q, w)
		}
		if c.IsPrimitive(triple{}) || c.IsPrimitive(triple{1}) {
			t.Fatalf("GF(%d³): 0 or 1 is called primitive", q)
		}
	}
	if checked != 1078 {
		t.Errorf("%d prime powers up to %d, want 1078", checked, MaxCubicBase)
	}
}

// The powers represent every point of the plane once, and those of trace 0 are a perfect difference set.
func TestPowersAndZeroTraces(t *testing.T) {
	orders := []int{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27, 32, 49, 64, 81}
	if testing.Short() {
		orders = orders[:11]
	}
	for _, q := range orders {
		c := mustCubic(t, q)
		f, points := c.Field(), q*q+q+1
		seen := make(map[triple]bool)
		var zeros []int
		steps := 0
		for k, power := range c.Powers() {
			if k != steps || k < 200 && power != c.Pow(c.Primitive(), uint64(k)) {
				t.Fatalf("GF(%d³): step %d yields %d, %v", q, steps, k, power)
			}
			steps++
			// The multiple whose highest non-zero entry is 1 stands for the point.
			lead := power[2]
			for i := 1; lead == 0; i-- {
				lead = power[i]
			}
			seen[c.Scale(f.Inv(lead), power)] = true
			if c.Trace(power) == 0 {
				zeros = append(zeros, k)
			}
		}
		if steps != points || len(seen) != points {
			t.Fatalf("GF(%d³): %d powers represent %d points, want %d", q, steps, len(seen), points)
		}
		got := slices.Collect(c.ZeroTraces())
		if !slices.Equal(got, zeros) || len(got) != q+1 {
			t.Fatalf("GF(%d³): ZeroTraces = %v, want %v", q, got, zeros)
		}
		differences := make([]int, points)
		for _, i := range got {
			for _, j := range got {
				differences[(i-j+points)%points]++
			}
		}
		for d, times := range differences {
			if d > 0 && times != 1 {
				t.Fatalf("GF(%d³): the difference %d comes %d times", q, d, times)
			}
		}
		for range c.Powers() {
			break // the iterators must stop when asked to
		}
		for range c.ZeroTraces() {
			break
		}
	}
}

func TestCubicRefusals(t *testing.T) {
	for _, q := range []int{8209, 1 << 14, 1 << 20} {
		c, err := NewCubic(mustField(t, q))
		var got *OrderError
		if c != nil || !errors.As(err, &got) || got.Order != q || got.Limit != MaxCubicBase || got.Reason != TooLarge {
			t.Fatalf("NewCubic(GF(%d)) = %v, %v", q, c, err)
		}
		if below, above := got.Nearest(); below != 8192 || above != 0 {
			t.Errorf("nearest to %d: %d and %d", q, below, above)
		}
		if want := fmt.Sprintf("gf: order %d is above the limit 8192", q); got.Error() != want {
			t.Errorf("%q, want %q", got.Error(), want)
		}
	}
	for _, q := range []int{2, 9, 13} {
		c := mustCubic(t, q)
		bad := rand.New(rand.NewPCG(1, uint64(q)))
		for i := range 3 {
			a := triple{}
			a[i] = uint32(q + bad.IntN(100))
			for what, call := range map[string]func(){
				"Add":         func() { c.Add(a, triple{}) },
				"Add, second": func() { c.Add(triple{}, a) },
				"Sub":         func() { c.Sub(triple{}, a) },
				"Neg":         func() { c.Neg(a) },
				"Mul":         func() { c.Mul(triple{}, a) },
				"Mul, first":  func() { c.Mul(a, triple{}) },
				"Inv":         func() { c.Inv(a) },
				"Pow":         func() { c.Pow(a, 0) },
				"Trace":       func() { c.Trace(a) },
				"Norm":        func() { c.Norm(a) },
				"Frobenius":   func() { c.Frobenius(a) },
				"Scale":       func() { c.Scale(0, a) },
				"Scale by it": func() { c.Scale(a[i], triple{}) },
				"IsPrimitive": func() { c.IsPrimitive(a) },
			} {
				if got := panicValue[*CodeError](t, what, call); got.Code != int64(a[i]) || got.Order != q {
					t.Errorf("%s: %+v", what, *got)
				}
			}
		}
		if got := panicValue[*ZeroError](t, "Inv(0)", func() { c.Inv(triple{}) }); got.Order != c.Order() {
			t.Errorf("Inv(0) names the order %d", got.Order)
		}
	}
}
