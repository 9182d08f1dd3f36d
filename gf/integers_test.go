package gf

import (
	"math"
	"math/big"
	"testing"

	"coterie/internal/check/assert"
)

func TestFloorSqrt(t *testing.T) {
	check := func(n int) {
		root := new(big.Int).Sqrt(big.NewInt(int64(n)))
		if got := FloorSqrt(n); int64(got) != root.Int64() {
			t.Fatalf("⌊√%d⌋ = %d, want %d", n, got, root)
		}
		assert.MustEqual(t, root.Mul(root, root).Int64() == int64(n), IsSquare(n), "%d a square", n)
	}
	for n := range 2000 {
		check(n)
	}
	// Around squares, where rounding of the floating-point root would show.
	for shift := range 31 {
		root := 1<<shift + shift
		check(root*root - 1)
		check(root * root)
		check(root*root + 1)
	}
	check(3037000499 * 3037000499) // the greatest square
	check(math.MaxInt)
	if IsSquare(-1) {
		t.Error("-1 is a square")
	}
}

func TestGCD(t *testing.T) {
	for a := range 40 {
		for b := range 40 {
			want := max(a, b)
			for ; want > 0 && (a%want != 0 || b%want != 0); want-- {
			}
			assert.MustEqual(t, GCD(a, b), want, "GCD(%d, %d)", a, b)
		}
	}
}
