package gf

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// PrimeFactor is one prime of a factorisation, with its exponent (at least 1).
type PrimeFactor struct {
	Prime    uint64
	Exponent int
}

// smallPrimes are the first twelve primes.
var smallPrimes = [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// IsPrime reports whether n is a prime number; a number below 2 is not. It is exact for every int:
// the strong probable-prime test to the first twelve primes as bases errs on no n below 3.1·10²³
// (Sorenson and Webster 2017, "Strong pseudoprimes to twelve prime bases"). Cost: at most twelve
// modular powers.
func IsPrime(n int) bool {
	return n >= 2 && isPrime(uint64(n))
}

func isPrime(n uint64) bool {
	if n < 2 {
		return false
	}
	for _, p := range smallPrimes {
		if n%p == 0 {
			return n == p
		}
	}
	twos := bits.TrailingZeros64(n - 1)
	odd := (n - 1) >> twos
	for _, base := range smallPrimes {
		if isWitness(base, n, odd, twos) {
			return false
		}
	}
	return true
}

// isWitness reports whether base proves n = odd·2^twos + 1 composite: base^odd is neither 1 nor
// followed by -1 in the chain of squares that leads to base^(n-1).
func isWitness(base, n, odd uint64, twos int) bool {
	x := powMod(base, odd, n)
	if x == 1 || x == n-1 {
		return false
	}
	for range twos - 1 {
		if x = mulMod(x, x, n); x == n-1 {
			return false
		}
	}
	return true
}

// mulMod returns a·b mod n for a, b < n, over the full 64 bits.
func mulMod(a, b, n uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, r := bits.Div64(hi, lo, n)
	return r
}

// powMod returns base^e mod n for n >= 2.
func powMod(base, e, n uint64) uint64 {
	result := uint64(1)
	for base %= n; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = mulMod(result, base, n)
		}
		base = mulMod(base, base, n)
	}
	return result
}

// trialLimit bounds the divisors that Factor tries one by one. It settles every n below 2²⁰, the
// orders of the fields; for larger n it only spares the general method the small primes.
const trialLimit = 1 << 10

// Factor returns the factorisation of n into primes, the primes ascending; for n = 1 it is empty.
// It panics for n = 0, which has no factorisation.
//
// Small primes are divided out one by one; the rest is split by Pollard's rho method in Brent's
// form (Brent 1980, "An improved Monte Carlo factorization algorithm"), whose cost is about the
// square root of the second-largest prime factor: at most some tens of milliseconds for any uint64.
// The method is run with fixed constants, so the work is the same every time.
func Factor(n uint64) []PrimeFactor {
	if n == 0 {
		panic("gf: Factor(0): zero has no factorisation into primes")
	}
	var primes []uint64
	for d := uint64(2); d < trialLimit && d*d <= n; d++ {
		for n%d == 0 {
			primes = append(primes, d)
			n /= d
		}
	}
	primes = appendPrimes(primes, n)
	slices.Sort(primes)

	var factors []PrimeFactor
	for _, p := range primes {
		if k := len(factors); k > 0 && factors[k-1].Prime == p {
			factors[k-1].Exponent++
		} else {
			factors = append(factors, PrimeFactor{Prime: p, Exponent: 1})
		}
	}
	return factors
}

// appendPrimes appends the primes of n, each as often as it divides n, in no particular order.
func appendPrimes(dst []uint64, n uint64) []uint64 {
	if n == 1 {
		return dst
	}
	if isPrime(n) {
		return append(dst, n)
	}
	d := properDivisor(n)
	return appendPrimes(appendPrimes(dst, d), n/d)
}

// properDivisor returns a divisor other than 1 and n of the composite n, which has no prime factor
// below trialLimit.
func properDivisor(n uint64) uint64 {
	// If one constant fails, the next ones give walks that are practically independent of it.
	for constant := uint64(1); ; constant++ {
		if d := rho(n, constant); d != n {
			return d
		}
	}
}

// rho follows x -> x² + constant modulo the composite n and returns a divisor of n above 1, which
// is n itself when the walk closed modulo all its primes at once. The differences are multiplied up
// in batches to save on gcds; a batch that collapses to 0 is walked again step by step.
func rho(n, constant uint64) uint64 {
	const batch = 64
	step := func(x uint64) uint64 {
		x = mulMod(x, x, n)
		if x >= n-constant {
			return x - (n - constant)
		}
		return x + constant
	}
	distance := func(x, y uint64) uint64 { return max(x, y) - min(x, y) }

	x, y, batchStart := uint64(2), uint64(2), uint64(2)
	divisor := uint64(1)
	for length := 1; divisor == 1; length *= 2 {
		x = y
		for range length {
			y = step(y)
		}
		for done := 0; done < length && divisor == 1; done += batch {
			batchStart = y
			product := uint64(1)
			for range min(batch, length-done) {
				y = step(y)
				product = mulMod(product, distance(x, y), n)
			}
			divisor = GCD(product, n)
		}
	}
	if divisor != n {
		return divisor
	}
	for divisor = 1; divisor == 1; {
		batchStart = step(batchStart)
		divisor = GCD(distance(x, batchStart), n)
	}
	return divisor
}

// IsPrimePower reports whether q is a prime power; 1 is none.
func IsPrimePower(q int) bool {
	_, _, ok := PrimePower(q)
	return ok
}

// PrimePower writes q as p^m with p prime and m >= 1. ok is false, and p and m are 0, when q is not
// a prime power (1 is none). Cost: at most a dozen integer roots and primality tests.
func PrimePower(q int) (p, m int, ok bool) {
	if q < 2 {
		return 0, 0, false
	}
	n := uint64(q)
	for _, l := range smallPrimes {
		if n%l == 0 {
			for ; n%l == 0; m++ {
				n /= l
			}
			if n > 1 {
				return 0, 0, false
			}
			return int(l), m, true
		}
	}
	// The prime is now at least 41, above 2⁵.
	for m = bits.Len64(n) / 5; m > 1; m-- {
		if root, exact := integerRoot(n, m); exact && isPrime(root) {
			return int(root), m, true
		}
	}
	if isPrime(n) {
		return q, 1, true
	}
	return 0, 0, false
}

// integerRoot returns the number nearest to the m-th root of n, m >= 2, and whether its m-th power
// is n.
func integerRoot(n uint64, m int) (root uint64, exact bool) {
	// The error of the float is far below 1/2: the root is below 2³².
	root = uint64(math.Round(math.Pow(float64(n), 1/float64(m))))
	power, ok := checkedPow(root, m)
	return root, ok && power == n
}

// checkedPow returns base^e, and false if it does not fit 64 bits.
func checkedPow(base uint64, e int) (uint64, bool) {
	power := uint64(1)
	for range e {
		hi, lo := bits.Mul64(power, base)
		if hi != 0 {
			return 0, false
		}
		power = lo
	}
	return power, true
}

// NextPrimePower returns the least prime power greater than n. It panics if that prime power does
// not fit an int, which happens only for n at the very end of the range. Prime powers are as dense
// as primes, so the cost is a few hundred primality tests at most.
func NextPrimePower(n int) int {
	for q := max(n, 1); q < math.MaxInt; {
		q++
		if IsPrimePower(q) {
			return q
		}
	}
	panic(fmt.Sprintf("gf: NextPrimePower(%d): no prime power above it fits an int", n))
}

// PrevPrimePower returns the greatest prime power less than n; ok is false when there is none, that
// is, for n <= 2.
func PrevPrimePower(n int) (q int, ok bool) {
	for q = n - 1; n > 2 && q >= 2; q-- {
		if IsPrimePower(q) {
			return q, true
		}
	}
	return 0, false
}
