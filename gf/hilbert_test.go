package gf

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestHilbertReciprocity checks that the product of the symbols over all places is 1 (Hilbert),
// and that the symbol is symmetric and bilinear.
func TestHilbertReciprocity(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	draw := func(limit int) int {
		x := 1 + random.IntN(limit)
		if random.IntN(2) == 0 {
			return -x
		}
		return x
	}
	for range 5000 {
		a, b, c := draw(1_000_000), draw(1_000_000), draw(1000)
		product := 1
		if a < 0 && b < 0 {
			product = -1
		}
		primes := map[int]bool{2: true}
		for _, x := range []int{a, b} {
			for _, f := range Factor(uint64(max(x, -x))) {
				primes[int(f.Prime)] = true
			}
		}
		for p := range primes {
			symbol := HilbertSymbol(a, b, p)
			product *= symbol
			assert.MustEqual(t, symbol, HilbertSymbol(b, a, p), "(%d,%d)_%d is not symmetric", a, b, p)
			assert.MustEqual(t, HilbertSymbol(a*c, b, p), symbol*HilbertSymbol(c, b, p), "(%d·%d,%d)_%d is not the product", a, c, b, p)
			assert.MustEqual(t, HilbertSymbol(a, -a, p), 1, "(%d,%d)_%d is not 1", a, -a, p)
		}
		assert.MustEqual(t, product, 1, "the symbols of (%d,%d) have the product", a, b)
	}
}

func TestJacobi(t *testing.T) {
	for _, p := range []int{3, 5, 7, 11, 13, 17, 19, 97, 101} {
		square := map[int]bool{}
		for x := 1; x < p; x++ {
			square[x*x%p] = true
		}
		for x := -2 * p; x <= 2*p; x++ {
			want := -1
			switch residue := ((x % p) + p) % p; {
			case residue == 0:
				want = 0
			case square[residue]:
				want = 1
			}
			assert.MustEqual(t, jacobi(x, p), want, "(%d/%d)", x, p)
		}
	}
}
