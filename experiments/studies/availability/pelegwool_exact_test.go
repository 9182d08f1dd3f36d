package availability

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/check/assert"
	"coterie/measure/availability"
)

// failureByTrial sums over all sets of nodes.
func failureByTrial(n int, p float64, live func(set uint) bool) float64 {
	sum := 0.0
	for set := range uint(1) << n {
		if alive := bits.OnesCount(set); !live(set) {
			sum += math.Pow(1-p, float64(alive)) * math.Pow(p, float64(n-alive))
		}
	}
	return sum
}

// countByTrial counts live sets by size.
func countByTrial(n int, live func(set uint) bool) availability.LiveSets {
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	for set := range uint(1) << n {
		if live(set) {
			c := counts[bits.OnesCount(set)]
			c.Add(c, big.NewInt(1))
		}
	}
	return availability.LiveSets{Counts: counts}
}

var float = experiments.FloatRat

func gridFailure(k int, p *big.Rat) *big.Rat { return complement(availability.OfGrid(k, k, p)) }

func majorityFailure(n int, p *big.Rat) *big.Rat { return bounds.FailureFromSize(n, (n+1)/2, p) }

func isMajority(n int) func(uint) bool {
	return func(set uint) bool { return 2*bits.OnesCount(set) > n }
}

func gridLine(k, row int) uint { return (1<<k - 1) << (row * k) }
func gridColumn(k, at int) (c uint) {
	for row := range k {
		c |= 1 << (row*k + at)
	}
	return c
}

func holdsLine(k int, set uint) bool {
	for i := range k {
		if set&gridLine(k, i) == gridLine(k, i) {
			return true
		}
	}
	return false
}

func holdsColumn(k int, set uint) bool {
	for i := range k {
		if set&gridColumn(k, i) == gridColumn(k, i) {
			return true
		}
	}
	return false
}

func holdsCover(k int, set uint) bool {
	for i := range k {
		if set&gridLine(k, i) == 0 {
			return false
		}
	}
	return true
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12*math.Max(1, math.Abs(want)) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestFailuresAgainstTrial(t *testing.T) {
	for _, p := range []*big.Rat{big.NewRat(1, 10), big.NewRat(2, 5), big.NewRat(7, 9)} {
		x, _ := p.Float64()
		for k := 1; k <= 4; k++ {
			near(t, "grid", float(gridFailure(k, p)), failureByTrial(k*k, x, func(s uint) bool { return holdsLine(k, s) && holdsColumn(k, s) }))
			near(t, "hierarchical grid of one level", float(singleLineCover(p).level(k).failure()),
				failureByTrial(k*k, x, func(s uint) bool { return holdsLine(k, s) && holdsCover(k, s) }))
			near(t, "lines", float(lineLive(k).Failure(p)), failureByTrial(k*k, x, func(s uint) bool { return holdsLine(k, s) }))
		}
		for n := 1; n <= 13; n += 2 {
			near(t, "majority", float(majorityFailure(n, p)), failureByTrial(n, x, isMajority(n)))
			near(t, "majority by its live sets", float(countByTrial(n, isMajority(n)).Failure(p)), float(majorityFailure(n, p)))
		}
	}
}

// TestCompositionsAgainstTrial: two levels on all sets of 9 and 16 nodes.
func TestCompositionsAgainstTrial(t *testing.T) {
	p := big.NewRat(3, 10)
	digitOf := func(set uint, i, n int) uint { return set >> (i * n) & (1<<n - 1) }
	want := failureByTrial(9, 0.3, func(set uint) bool {
		var top uint
		for i := range 3 {
			if isMajority(3)(digitOf(set, i, 3)) {
				top |= 1 << i
			}
		}
		return isMajority(3)(top)
	})
	three := countByTrial(3, isMajority(3))
	near(t, "majorities of majorities", float(three.Failure(three.Failure(p))), want)

	// Nodes 4i..4i+3 are object i of the upper 2 × 2 grid.
	want = failureByTrial(16, 0.3, func(set uint) bool {
		var lines, covers uint
		for i := range 4 {
			if holdsLine(2, digitOf(set, i, 4)) {
				lines |= 1 << i
			}
			if holdsCover(2, digitOf(set, i, 4)) {
				covers |= 1 << i
			}
		}
		return holdsLine(2, lines) && holdsCover(2, covers)
	})
	two := singleLineCover(p).level(2).level(2)
	near(t, "hierarchical grid of two levels", float(two.failure()), want)
	neither := new(big.Int).Add(minus(two.den, two.line), minus(two.both, two.cover))
	for _, part := range []*big.Int{two.both, minus(two.line, two.both), minus(two.cover, two.both), neither} {
		if part.Sign() < 0 {
			t.Error("a negative probability")
		}
	}
}

func TestChance(t *testing.T) {
	near(t, "log of 1/3", log10(big.NewRat(1, 3)), math.Log10(1.0/3))
	tiny := new(big.Rat).SetFrac(big.NewInt(3), power(big.NewInt(10), 5000))
	near(t, "log of 3e-5000", log10(tiny), math.Log10(3)-5000)
	assert.Equal(t, float(tiny), 0, "3e-5000 has no float64")
	for _, text := range []string{"", "0", "1", "-1/2", "3/2", "x"} {
		assert.Refused(experiments.ReadChance(text))(t, "", "%q is taken for a crash probability", text)
	}
}

// gridFailureOneSum returns the failure probability of the k × k grid, whose quorums are a row with
// a column: the probability that no row or no column is entirely alive. With u = 1-p it is
//
//	2(1-u^k)^k - Σ_{i=0..k} (-1)^i C(k,i) u^{ik} (1-u^{k-i})^k.
//
// Proof. (1-u^k)^k is the probability that no row is whole, and the same for columns. The sum is
// the probability of both, by inclusion and exclusion over the columns: given that i of them are
// whole, a row is whole if its other k-i nodes are. ∎
func gridFailureOneSum(k int, p *big.Rat) *big.Rat {
	b := p.Denom()
	u := minus(b, p.Num())
	sum := minus(power(b, k), power(u, k))
	sum = power(sum, k)
	sum.Lsh(sum, 1)
	for i := range k + 1 {
		term := power(minus(power(b, k-i), power(u, k-i)), k)
		term.Mul(term, power(u, i*k))
		term.Mul(term, new(big.Int).Binomial(int64(k), int64(i)))
		if i%2 == 0 {
			sum.Sub(sum, term)
		} else {
			sum.Add(sum, term)
		}
	}
	return new(big.Rat).SetFrac(sum, power(b, k*k))
}

// TestGridsOfTwoSums: both ways to include and exclude agree as fractions, far beyond the sizes
// that can be tried.
func TestGridsOfTwoSums(t *testing.T) {
	for _, p := range []*big.Rat{big.NewRat(1, 10), big.NewRat(3, 7)} {
		for k := 1; k <= 24; k++ {
			assert.SameNumber(t, gridFailure(k, p), gridFailureOneSum(k, p), "k = %d, p = %v: the two sums differ", k, p)
		}
	}
}
