package excess

import (
	"math/big"
	"slices"

	"coterie/gf"
)

// form is a positive definite quadratic form with integer coefficients, by its matrix.
type form [][]*big.Int

// diagonal returns the form of a diagonal matrix.
func diagonal(entries []int) form {
	f := make(form, len(entries))
	for i := range f {
		f[i] = make([]*big.Int, len(entries))
		for j := range f[i] {
			f[i][j] = new(big.Int)
		}
		f[i][i].SetInt64(int64(entries[i]))
	}
	return f
}

// minors returns the leading principal minors 1, m_1, ..., m_n of a form, by the elimination of
// Bareiss, which stays within the integers. ok is false if a minor is not positive.
func (f form) minors() (minors []*big.Int, ok bool) {
	n := len(f)
	a := make(form, n)
	for i := range a {
		a[i] = make([]*big.Int, n)
		for j := range a[i] {
			a[i][j] = new(big.Int).Set(f[i][j])
		}
	}
	minors = append(minors, big.NewInt(1))
	var product big.Int
	for k := range n {
		if a[k][k].Sign() <= 0 {
			return nil, false
		}
		for i := k + 1; i < n; i++ {
			for j := k + 1; j <= i; j++ { // the matrix stays symmetric
				x := a[i][j]
				x.Mul(x, a[k][k])
				x.Sub(x, product.Mul(a[i][k], a[j][k]))
				x.Quo(x, minors[k])
			}
		}
		minors = append(minors, a[k][k])
	}
	return minors, true
}

// noSquare is the result of difference if the quotient of two determinants is not a square.
const noSquare = -1

// difference looks for a reason why two positive definite forms of one dimension are not equivalent
// over the rational numbers: noSquare, or a prime at which the invariants of Hasse differ; 0 if
// none is found. By the theorem of Hasse and Minkowski they are equivalent if and only if the
// quotient of the determinants is a square and the invariants of Hasse agree at every prime; these
// can differ only at 2 and at primes that divide a determinant. places are the primes to try
// besides 2. A difference is a proof that the forms are not equivalent; 0 proves nothing.
func difference(f, g form, places []int) int {
	a, ok := f.minors()
	b, also := g.minors()
	if !ok || !also || len(a) != len(b) {
		panic("excess: forms are not positive definite, or of two dimensions")
	}
	last := len(a) - 1
	var product big.Int
	if root := new(big.Int).Sqrt(product.Mul(a[last], b[last])); new(big.Int).Mul(root, root).Cmp(&product) != 0 {
		return noSquare
	}
	places = append(slices.Clone(places), 2)
	slices.Sort(places)
	for _, p := range slices.Compact(places) {
		if hasse(a, p) != hasse(b, p) {
			return p
		}
	}
	return 0
}

// hasse returns the invariant of Hasse at p of a form with these minors: the product of the Hilbert
// symbols (d_i, d_j), i < j, of a diagonal form d_i = m_i/m_{i-1} that is equivalent.
func hasse(minors []*big.Int, p int) int {
	sign := 1
	var d big.Int
	for j := 1; j < len(minors); j++ {
		// The product of d_1, ..., d_{j-1} is m_{j-1}.
		before := local(minors[j-1], p)
		sign *= gf.HilbertSymbol(before, local(d.Mul(minors[j-1], minors[j]), p), p)
	}
	return sign
}

// local returns a small integer that is x times a square in the p-adic numbers.
func local(x *big.Int, p int) int {
	unit := new(big.Int).Set(x)
	odd := divideOut(unit, p)%2 == 1
	modulus := p
	if p == 2 {
		modulus = 8
	}
	small := int(new(big.Int).Mod(unit, big.NewInt(int64(modulus))).Int64())
	if odd {
		small *= p
	}
	return small
}

// smooth is the bound up to which prime factors are found by trial.
const smooth = 1 << 12

// smallPrimes returns the prime factors of x > 0 below smooth.
func smallPrimes(x *big.Int) (list []int) {
	if !x.IsUint64() {
		rest := new(big.Int).Set(x)
		for p := 2; p < smooth; p++ {
			if divideOut(rest, p) > 0 {
				list = append(list, p)
			}
		}
		return list
	}
	rest := x.Uint64()
	for p := uint64(2); p < smooth && p*p <= rest; p++ {
		if rest%p == 0 {
			list = append(list, int(p))
			for rest%p == 0 {
				rest /= p
			}
		}
	}
	if rest > 1 && rest < smooth {
		list = append(list, int(rest))
	}
	return list
}

// divideOut divides x by p as often as possible, and returns how often.
func divideOut(x *big.Int, p int) (exponent int) {
	prime := big.NewInt(int64(p))
	quotient, remainder := new(big.Int), new(big.Int)
	for {
		if quotient.QuoRem(x, prime, remainder); remainder.Sign() != 0 {
			return exponent
		}
		x.Set(quotient)
		exponent++
	}
}
