package gf

import (
	"slices"
)

// firstPrimitive returns the coefficients (lowest degree first, length m+1, the last one 1) of the
// lexicographically first primitive polynomial of degree m over GF(p): among the monic primitive
// ones, the polynomial with the least sequence of coefficients c_{m-1}, c_{m-2}, ..., c_0, read
// from the highest degree down as numbers 0 to p-1. It need not be a Conway polynomial, which must
// also be compatible with the Conway polynomials of the subfields.
//
// One monic polynomial in m·p^m/φ(p^m-1) is primitive, so about as many candidates are tried, most
// of them refused by their constant term alone: microseconds for p^m up to 2²⁰, below a second up
// to 2⁶³.
//
// Domain: p a prime up to 2³¹-1, so that a product of two coefficients and the sum of two such
// products fit in 64 bits; m >= 1 and p^m up to 2⁶³-1.
func firstPrimitive(p, m int) []int {
	q, _ := checkedPow(uint64(p), m)
	groupFactors, primeFieldFactors := Factor(q-1), Factor(uint64(p)-1)

	// Counting in base p with c_0 as the lowest digit visits the polynomials in lexicographic
	// order. For m >= 2 the polynomials of the form x^m + c_0 are skipped: there x^m lies in GF(p),
	// so the order of x is at most m(p-1) < p^m-1.
	f := make([]uint64, m+1)
	f[m] = 1
	if m >= 2 {
		f[1] = 1
	}
	for {
		// The product (-1)^m c_0 of the roots is the norm of a root, and the norm of a generator
		// generates GF(p)*.
		norm := f[0]
		if m%2 == 1 {
			norm = (uint64(p) - norm) % uint64(p)
		}
		if generatesPrimeField(norm, uint64(p), primeFieldFactors) &&
			newResidues(uint64(p), f).hasRootOfOrder(q-1, groupFactors) {
			coeffs := make([]int, m+1)
			for i, c := range f {
				coeffs[i] = int(c)
			}
			return coeffs
		}
		increment(f, uint64(p))
	}
}

// increment adds 1 to f read as a number in base p, lowest digit first.
func increment(f []uint64, p uint64) {
	for i := range f {
		if f[i]++; f[i] < p {
			return
		}
		f[i] = 0
	}
}

// generatesPrimeField reports whether a generates the multiplicative group of GF(p), given the
// factorisation of p-1.
func generatesPrimeField(a, p uint64, factors []PrimeFactor) bool {
	if a == 0 {
		return false
	}
	for _, l := range factors {
		if powMod(a, (p-1)/l.Prime, p) == 1 {
			return false
		}
	}
	return true
}

// residues is the ring GF(p)[x]/(f): plain polynomial arithmetic, without tables. Its elements are
// slices of m coefficients, lowest degree first. It decides which polynomials are primitive; the
// tests also hold the tables of a Field against it.
type residues struct {
	p       uint64
	m       int
	modulus []uint64 // f made monic: m+1 coefficients
}

// newResidues makes the ring for f of degree at least 1.
func newResidues(p uint64, f []uint64) *residues {
	m := len(f) - 1
	r := &residues{p: p, m: m, modulus: make([]uint64, m+1)}
	inverse := powMod(f[m], p-2, p) // for p = 2 the leading coefficient is 1 = 1^0
	for i, c := range f {
		r.modulus[i] = c * inverse % p
	}
	return r
}

func (r *residues) one() []uint64 {
	one := make([]uint64, r.m)
	one[0] = 1
	return one
}

// x returns the residue of x; for degree 1 that is the constant -f(0).
func (r *residues) x() []uint64 {
	x := make([]uint64, r.m)
	if r.m == 1 {
		x[0] = (r.p - r.modulus[0]) % r.p
	} else {
		x[1] = 1
	}
	return x
}

// mul sets dst to a·b. dst may be a or b. wide is scratch space of length at least 2m-1.
func (r *residues) mul(dst, a, b, wide []uint64) {
	m, p := r.m, r.p
	wide = wide[:2*m-1]
	clear(wide)
	for i, c := range a[:m] {
		if c == 0 {
			continue
		}
		for j, d := range b[:m] {
			wide[i+j] = (wide[i+j] + c*d) % p
		}
	}
	for top := 2*m - 2; top >= m; top-- {
		if wide[top] == 0 {
			continue
		}
		factor := p - wide[top]
		for j, c := range r.modulus[:m] {
			wide[top-m+j] = (wide[top-m+j] + factor*c) % p
		}
	}
	copy(dst, wide[:m])
}

func (r *residues) pow(a []uint64, e uint64) []uint64 {
	result, square := r.one(), slices.Clone(a)
	wide := make([]uint64, 2*r.m)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r.mul(result, result, square, wide)
		}
		if e > 1 {
			r.mul(square, square, square, wide)
		}
	}
	return result
}

// hasRootOfOrder reports whether x has exactly the given multiplicative order, whose factorisation
// is given.
func (r *residues) hasRootOfOrder(order uint64, factors []PrimeFactor) bool {
	x, one := r.x(), r.one()
	if !slices.Equal(r.pow(x, order), one) {
		return false
	}
	for _, l := range factors {
		if slices.Equal(r.pow(x, order/l.Prime), one) {
			return false
		}
	}
	return true
}
