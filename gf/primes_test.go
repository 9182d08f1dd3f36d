package gf

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

func TestPrimesAndPrimePowersAgainstSieve(t *testing.T) {
	n := assert.Sized(1<<14, 1<<16)
	powers := primePowersUpTo(n)
	last, next := 0, 0 // the prime powers around q
	for q := -3; q <= n; q++ {
		want, isPower := powers[q]
		p, m, ok := PrimePower(q)
		if ok != isPower || p != want[0] || m != want[1] {
			t.Fatalf("PrimePower(%d) = %d, %d, %t; want %v", q, p, m, ok, want)
		}
		assert.MustEqual(t, isPower && want[1] == 1, IsPrime(q), "IsPrime(%d)", q)
		if next <= q && next >= 0 {
			for next = max(q+1, 2); next <= n && powers[next] == ([2]int{}); next++ {
			}
			if next > n {
				next = -1 // beyond the sieve
			}
		}
		if got := NextPrimePower(q); next > 0 && got != next {
			t.Fatalf("NextPrimePower(%d) = %d, want %d", q, got, next)
		}
		if got, ok := PrevPrimePower(q); got != last || ok != (last > 0) {
			t.Fatalf("PrevPrimePower(%d) = %d, %t; want %d", q, got, ok, last)
		}
		if isPower {
			last = q
		}
	}
}

func TestPrimePowerAtTheEndOfTheRange(t *testing.T) {
	const greatestPrime = math.MaxInt - 24 // 2⁶³-25
	for _, c := range []struct{ q, p, m int }{
		{math.MaxInt, 0, 0},
		{greatestPrime, greatestPrime, 1},
		{1 << 62, 2, 62},
		{4052555153018976267, 3, 39},
		{2097143 * 2097143 * 2097143, 2097143, 3},
		{3037000493 * 3037000493, 3037000493, 2},
		{3037000493*3037000493 + 1, 0, 0},
		{2147483647 * 2147483629, 0, 0},
		{math.MinInt, 0, 0},
	} {
		if p, m, ok := PrimePower(c.q); p != c.p || m != c.m || ok != (c.m > 0) {
			t.Errorf("PrimePower(%d) = %d, %d, %t; want %d, %d", c.q, p, m, ok, c.p, c.m)
		}
	}
	assert.Equal(t, NextPrimePower(greatestPrime-1), greatestPrime, "NextPrimePower(2⁶³-26)")
	if got, ok := PrevPrimePower(math.MaxInt); got != greatestPrime || !ok {
		t.Errorf("PrevPrimePower(2⁶³-1) = %d, %t; want 2⁶³-25", got, ok)
	}
	if got, ok := PrevPrimePower(math.MinInt); got != 0 || ok {
		t.Errorf("PrevPrimePower(-2⁶³) = %d, %t; want none", got, ok)
	}
	assert.Equal(t, NextPrimePower(math.MinInt), 2, "NextPrimePower(-2⁶³)")
	assert.Panics(t, "NextPrimePower(2⁶³-25)", func() { NextPrimePower(greatestPrime) })
}

// Composite numbers that pass the strong test to several of the first bases, each the least for as
// many.
func TestStrongPseudoprimesAreComposite(t *testing.T) {
	for _, n := range []uint64{2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383, 341550071728321, 3825123056546413051} {
		if isPrime(n) {
			t.Errorf("isPrime(%d) = true", n)
		}
	}
}

// factorNaive divides by every number.
func factorNaive(n uint64) []PrimeFactor {
	var factors []PrimeFactor
	for d := uint64(2); d <= n; d++ {
		e := 0
		for ; n%d == 0; n /= d {
			e++
		}
		if e > 0 {
			factors = append(factors, PrimeFactor{d, e})
		}
	}
	return factors
}

func TestFactorSmall(t *testing.T) {
	for n := uint64(1); n <= 4000; n++ {
		assert.MustSlice(t, Factor(n), factorNaive(n), "Factor(%d)", n)
	}
	assert.Panics(t, "Factor(0)", func() { Factor(0) })
}

// Products of primes just above the limit of trial division leave everything to Pollard's method,
// squares and cubes among them.
func TestFactorWithoutSmallPrimes(t *testing.T) {
	primes := []uint64{1031, 1033, 1039, 65537, 2097143}
	for i, p := range primes {
		for j, q := range primes[:i+1] {
			for _, r := range primes[:j+1] {
				got := Factor(p * q * r)
				count := map[uint64]int{}
				count[p]++
				count[q]++
				count[r]++
				assert.MustEqual(t, len(got), len(count), "Factor(%d·%d·%d) = %v", p, q, r, got)
				for _, f := range got {
					assert.MustEqual(t, count[f.Prime], f.Exponent, "Factor(%d·%d·%d) = %v", p, q, r, got)
				}
			}
		}
	}
}

func TestFactorMultipliesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Min(1).Draw(t, "n")
		product, previous := uint64(1), uint64(1)
		for _, f := range Factor(n) {
			if f.Prime <= previous || f.Exponent < 1 || !isPrime(f.Prime) {
				t.Fatalf("Factor(%d) has the bad entry %v", n, f)
			}
			previous = f.Prime
			for range f.Exponent {
				hi, lo := bits.Mul64(product, f.Prime)
				if hi != 0 {
					t.Fatalf("Factor(%d) is too large", n)
				}
				product = lo
			}
		}
		if product != n {
			t.Fatalf("Factor(%d) multiplies to %d", n, product)
		}
	})
}

func BenchmarkFactor(b *testing.B) {
	for _, n := range []uint64{8192*8192*8192 - 1, 1<<40 - 87, 18446743979220271189} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				Factor(n)
			}
		})
	}
}
