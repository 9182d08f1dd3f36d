package gf

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// mulPlain multiplies by the definition, without the tables of the field: as polynomials over
// GF(p), modulo the modulus.
type mulPlain struct {
	ring    *residues
	p       uint32
	a, b, w []uint64
}

func newMulPlain(f *Field) *mulPlain {
	coeffs := make([]uint64, len(f.modulus))
	for i, c := range f.modulus {
		coeffs[i] = uint64(c)
	}
	m := f.degree
	return &mulPlain{ring: newResidues(uint64(f.char), coeffs), p: f.char,
		a: make([]uint64, m), b: make([]uint64, m), w: make([]uint64, 2*m)}
}

func (r *mulPlain) mul(a, b uint32) uint32 {
	for i := range r.a {
		r.a[i], r.b[i] = uint64(a%r.p), uint64(b%r.p)
		a, b = a/r.p, b/r.p
	}
	r.ring.mul(r.a, r.a, r.b, r.w)
	product := uint32(0)
	for i := len(r.a) - 1; i >= 0; i-- {
		product = product*r.p + uint32(r.a[i])
	}
	return product
}

// mulShift multiplies in GF(2^m) by shift and exclusive or, the best known form of the plain method
// for p = 2. low is the code of the modulus less its leading term.
func mulShift(a, b, low uint32, m int) uint32 {
	product, top := uint32(0), uint32(1)<<(m-1)
	for ; b > 0; b >>= 1 {
		product ^= a & -(b & 1)
		carry := -(a & top >> (m - 1))
		a = (a&^top)<<1 ^ low&carry
	}
	return product
}

// lowCode returns the code of the modulus less its leading term.
func lowCode(f *Field) uint32 {
	code := uint32(0)
	for i := f.degree - 1; i >= 0; i-- {
		code = code*f.char + uint32(f.modulus[i])
	}
	return code
}

// addNaive adds the base-p digits one by one.
func addNaive(a, b, p uint32) uint32 {
	if a == 0 && b == 0 {
		return 0
	}
	return addNaive(a/p, b/p, p)*p + (a%p+b%p)%p
}

// zech is addition by Zech logarithms, the usual method where the digits are not at hand:
// 1 + g^k = g^Z(k), so g^i + g^j = g^(i + Z(j-i)).
type zech struct {
	f   *Field
	log []int32 // Z(k), -1 where 1 + g^k = 0
}

func newZech(f *Field) *zech {
	z := &zech{f: f, log: make([]int32, f.groupSize)}
	for k := range z.log {
		if sum := addNaive(1, f.exp[k], f.char); sum == 0 {
			z.log[k] = -1
		} else {
			z.log[k] = int32(f.log[sum])
		}
	}
	return z
}

func (z *zech) add(a, b uint32) uint32 {
	if a == 0 {
		return b
	}
	if b == 0 {
		return a
	}
	n := z.f.groupSize
	i, j := z.f.log[a], z.f.log[b]
	s := z.log[addMod(j, n-i, n)]
	if s < 0 {
		return 0
	}
	return z.f.exp[addMod(i, uint32(s), n)]
}

// orderOfX counts the powers of x modulo a monic polynomial until 1 comes back; it gives up after
// p^m steps, with 0.
func orderOfX(p int, coeffs []int) int {
	m := len(coeffs) - 1
	power := make([]int, m)
	power[0] = 1
	for k, residues := 1, intPow(p, m); k <= residues; k++ {
		top := power[m-1]
		copy(power[1:], power[:m-1])
		power[0] = 0
		for i := range power {
			power[i] = (power[i] + (p-coeffs[i])*top) % p
		}
		isOne := power[0] == 1
		for _, c := range power[1:] {
			isOne = isOne && c == 0
		}
		if isOne {
			return k
		}
	}
	return 0
}

func intPow(base, e int) int {
	power := 1
	for range e {
		power *= base
	}
	return power
}

// monic returns x^m plus the polynomial with the given code.
func monic(code, p, m int) []int {
	coeffs := make([]int, m+1)
	for i := range m {
		coeffs[i] = code % p
		code /= p
	}
	coeffs[m] = 1
	return coeffs
}

// primePowersUpTo sieves the prime powers from 2 to n, independently of PrimePower: ok[q] = [p, m].
func primePowersUpTo(n int) map[int][2]int {
	composite := make([]bool, n+1)
	powers := make(map[int][2]int)
	for p := 2; p <= n; p++ {
		if composite[p] {
			continue
		}
		for k := 2 * p; k <= n; k += p {
			composite[k] = true
		}
		for q, m := p, 1; q <= n; q, m = q*p, m+1 {
			powers[q] = [2]int{p, m}
		}
	}
	return powers
}

func mustField(t testing.TB, q int) *Field {
	t.Helper()
	return assert.Got(New(q))(t, "New(%d)", q)
}

func mustCubic(t testing.TB, q int) *cubic {
	t.Helper()
	return assert.Got(newCubic(mustField(t, q)))(t, "newCubic(GF(%d))", q)
}

// smallOrders are the orders that are checked exhaustively.
var smallOrders = []int{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32}

// largeOrders have every shape of table and addition: binary, prime, two digits, and one to four
// blocks.
var largeOrders = []int{49, 64, 81, 125, 169, 243, 256, 257, 289, 343, 729, 1021, 1024, 2197, 4913, 6561, 8191, 16129, 29791, 65536,
	1030301, 371293, 161051, 83521, 531441, 390625, 823543, 1021 * 1021, 1048573, 1048571, 1 << 20}

// shortLimit bounds the orders of the fields built under -short.
const shortLimit = 1 << 17

func forOrders(t *testing.T, orders []int, check func(t *testing.T, f *Field)) {
	t.Helper()
	for _, q := range orders {
		if !assert.WithSlow && q > shortLimit {
			continue
		}
		t.Run(fmt.Sprintf("order=%d", q), func(t *testing.T) { check(t, mustField(t, q)) })
	}
}

// source returns a generator of random codes, the same in every run.
func source(f *Field) func() uint32 {
	r := rand.New(rand.NewPCG(uint64(f.order), 1938))
	return func() uint32 { return r.Uint32N(f.order) }
}

// panicText runs call and returns the text of its panic.
func panicText(t *testing.T, what string, call func()) (text string) {
	t.Helper()
	defer func() {
		if text = fmt.Sprint(recover()); text == "<nil>" {
			t.Fatalf("%s does not panic", what)
		}
	}()
	call()
	return ""
}

// generator returns the generator of the multiplicative group that Exp and Log refer to: the root
// of the modulus.
func (f *Field) generator() uint32 { return f.exp[1%f.groupSize] }

// subfields returns the orders of all subfields, ascending: p^d for the divisors d of m.
func (f *Field) subfields() (orders []int) {
	for d := 1; d <= f.degree; d++ {
		if f.degree%d == 0 {
			orders = append(orders, intPow(f.Char(), d))
		}
	}
	return orders
}
