package gf

import (
	"slices"
	"testing"
)

func TestSubfields(t *testing.T) {
	for q, want := range map[int][]int{
		2:           {2},
		13:          {13},
		8:           {2, 8},
		64:          {2, 4, 8, 64},
		81:          {3, 9, 81},
		729:         {3, 9, 27, 729},
		4096:        {2, 4, 8, 16, 64, 4096},
		531441:      {3, 9, 27, 81, 729, 531441},
		1 << 20:     {2, 4, 16, 32, 1024, 1 << 20},
		823543:      {7, 823543},
		1021 * 1021: {1021, 1021 * 1021},
	} {
		if testing.Short() && q > shortLimit {
			continue
		}
		if got := mustField(t, q).Subfields(); !slices.Equal(got, want) {
			t.Errorf("GF(%d) has the subfields %v, want %v", q, got, want)
		}
	}
}

// A subfield has r elements, those with a^r = a, and is closed under addition and multiplication.
func TestSubfieldElements(t *testing.T) {
	forOrders(t, []int{2, 7, 8, 9, 64, 81, 729, 4096, 6561}, func(t *testing.T, f *Field) {
		for _, r := range f.Subfields() {
			elements := slices.Collect(f.SubfieldElements(r))
			inside := make([]bool, f.Order())
			for _, a := range elements {
				inside[a] = true
			}
			count := 0
			for a := range f.order {
				isFixed := f.Pow(a, int64(r)) == a
				if isFixed {
					count++
				}
				if f.InSubfield(a, r) != isFixed || inside[a] != isFixed {
					t.Fatalf("%d in the subfield of order %d: %t, listed %t, fixed %t", a, r, f.InSubfield(a, r), inside[a], isFixed)
				}
			}
			if count != r || len(elements) != r {
				t.Fatalf("the subfield of order %d has %d elements, %d listed", r, count, len(elements))
			}
			for _, a := range elements[:min(r, 64)] {
				for _, b := range elements {
					if !inside[f.Add(a, b)] || !inside[f.Mul(a, b)] {
						t.Fatalf("the subfield of order %d is not closed for %d and %d", r, a, b)
					}
				}
			}
			for range f.SubfieldElements(r) {
				break // the iterator must stop when asked to
			}
		}
	})
}

// The absolute trace and norm against their definitions; the trace is linear over GF(p) and takes each value q/p times, the
// norm is multiplicative and takes each non-zero value (q-1)/(p-1) times.
func TestTraceAndNorm(t *testing.T) {
	forOrders(t, append(slices.Clone(smallOrders), 64, 81, 125, 243, 289, 343, 1024, 2197, 6561, 8191), func(t *testing.T, f *Field) {
		p := f.Char()
		traces, norms := make([]int, p), make([]int, p)
		for a := range f.order {
			sum, product := uint32(0), uint32(1)
			conjugate := a
			for range f.Degree() {
				sum, product = f.Add(sum, conjugate), f.Mul(product, conjugate)
				conjugate = f.Pow(conjugate, int64(p))
			}
			if f.Trace(a) != sum || f.Norm(a) != product {
				t.Fatalf("Trace(%d) = %d, Norm = %d; want %d, %d", a, f.Trace(a), f.Norm(a), sum, product)
			}
			if int(sum) >= p || int(product) >= p {
				t.Fatalf("the trace %d or norm %d of %d is not in GF(%d)", sum, product, a, p)
			}
			traces[sum]++
			norms[product]++
		}
		for value := range p {
			if traces[value] != f.Order()/p {
				t.Errorf("%d elements have trace %d", traces[value], value)
			}
			if value > 0 && norms[value] != (f.Order()-1)/(p-1) {
				t.Errorf("%d elements have norm %d", norms[value], value)
			}
		}
		next := source(f)
		for range 100 {
			a, b, s := next(), next(), next()%f.char
			if f.Trace(f.Add(f.Mul(s, a), b)) != f.Add(f.Mul(s, f.Trace(a)), f.Trace(b)) {
				t.Fatalf("the trace of %d·%d + %d is not linear", s, a, b)
			}
			if f.Norm(f.Mul(a, b)) != f.Mul(f.Norm(a), f.Norm(b)) {
				t.Fatalf("the norm of %d·%d is not multiplicative", a, b)
			}
		}
	})
}

func TestTraceOfLargeFields(t *testing.T) {
	forOrders(t, largeOrders, func(t *testing.T, f *Field) {
		next := source(f)
		onto := make(map[uint32]bool)
		for range 500 {
			a, b := next(), next()
			if got, want := f.Trace(a), f.sumOfConjugates(a, int64(f.Char()), f.Degree()); got != want {
				t.Fatalf("Trace(%d) = %d, want %d", a, got, want)
			}
			if f.Trace(f.Add(a, b)) != f.Add(f.Trace(a), f.Trace(b)) {
				t.Fatalf("the trace of %d + %d is not additive", a, b)
			}
			if f.Trace(f.Pow(a, int64(f.Char()))) != f.Trace(a) {
				t.Fatalf("conjugates of %d have different traces", a)
			}
			onto[f.Trace(a)] = true
		}
		if len(onto) < 2 {
			t.Error("the trace is constant")
		}
	})
}

// Relative traces and norms land in the subfield, are transitive along towers, and are the identity for the whole field.
func TestRelativeTraceAndNorm(t *testing.T) {
	forOrders(t, []int{16, 64, 81, 729, 4096, 6561, 531441, 1 << 20}, func(t *testing.T, f *Field) {
		next := source(f)
		for range 100 {
			a, b := next(), next()
			for _, r := range f.Subfields() {
				trace, norm := f.RelativeTrace(a, r), f.RelativeNorm(a, r)
				if !f.InSubfield(trace, r) || !f.InSubfield(norm, r) {
					t.Fatalf("the trace %d or norm %d of %d is not in GF(%d)", trace, norm, a, r)
				}
				if f.RelativeTrace(f.Add(a, b), r) != f.Add(trace, f.RelativeTrace(b, r)) {
					t.Fatalf("the trace of %d + %d to GF(%d) is not additive", a, b, r)
				}
				if f.RelativeNorm(f.Mul(a, b), r) != f.Mul(norm, f.RelativeNorm(b, r)) {
					t.Fatalf("the norm of %d·%d to GF(%d) is not multiplicative", a, b, r)
				}
				// From GF(r) down to GF(p): the sum over the conjugates x^p, ..., of which there are [GF(r):GF(p)].
				_, d, _ := PrimePower(r)
				if f.sumOfConjugates(trace, int64(f.Char()), d) != f.Trace(a) {
					t.Fatalf("the trace of %d by way of GF(%d) is not the absolute one", a, r)
				}
			}
			if f.RelativeTrace(a, f.Order()) != a || f.RelativeNorm(a, f.Order()) != a {
				t.Fatalf("trace or norm of %d to the field itself is not %d", a, a)
			}
			if f.RelativeTrace(a, f.Char()) != f.Trace(a) || f.RelativeNorm(a, f.Char()) != f.Norm(a) {
				t.Fatalf("trace or norm of %d to the prime field is not the absolute one", a)
			}
		}
	})
}

func TestMissingSubfields(t *testing.T) {
	f := mustField(t, 64)
	for _, order := range []int{-1, 0, 1, 3, 6, 16, 32, 128, 64 * 64} {
		for what, call := range map[string]func(){
			"InSubfield":       func() { f.InSubfield(0, order) },
			"SubfieldElements": func() { f.SubfieldElements(order) },
			"RelativeTrace":    func() { f.RelativeTrace(1, order) },
			"RelativeNorm":     func() { f.RelativeNorm(1, order) },
		} {
			got := panicValue[*SubfieldError](t, what, call)
			if got.Order != 64 || got.Subfield != order || !slices.Equal(got.Have, []int{2, 4, 8, 64}) {
				t.Errorf("%s(%d): %+v", what, order, *got)
			}
		}
	}
}
