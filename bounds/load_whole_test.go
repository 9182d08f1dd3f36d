package bounds

import (
	"math/big"
	"testing"

	"coterie/internal/check/assert"
)

// TestLoadFromWholeSizes compares the bound with its definition: every s and every a.
func TestLoadFromWholeSizes(t *testing.T) {
	for n := 3; n <= 30; n++ {
		want := bigRat(1)
		for s := 2; s <= n; s++ {
			for a := range n {
				if s == 2 && a > 0 {
					break
				}
				if load := wholeSizesNaive(n, s, a, 1); load.Cmp(want) < 0 {
					want = load
				}
			}
		}
		assert.SameNumber(t, LoadFromWholeSizes(n), want, "n = %d", n)
	}
}

// wholeSizesNaive returns the least load at which n weights, a of them full with size s-1 and the
// others of size s, satisfy the conditions of the proof; it solves each of them from two values.
func wholeSizesNaive(n, s, a, shared int) *big.Rat {
	// full is the weight W(size) at load L.
	full := func(size int, load *big.Rat) *big.Rat {
		w := new(big.Rat).Mul(load, bigRat(size))
		return w.Quo(w.Sub(w, bigRat(shared)), bigRat(size-shared))
	}
	conditions := []func(load *big.Rat) *big.Rat{
		func(load *big.Rat) *big.Rat {
			sum := new(big.Rat).Mul(bigRat(n-a), full(s, load))
			if a > 0 {
				sum.Add(sum, new(big.Rat).Mul(bigRat(a), full(s-1, load)))
			}
			return sum.Sub(sum, bigRat(1))
		},
		func(load *big.Rat) *big.Rat {
			slack := new(big.Rat).Mul(bigRat(n), load)
			slack.Sub(slack, bigRat(s))
			if a > 0 {
				slack.Add(slack, new(big.Rat).Mul(bigRat(a), full(s-1, load)))
			}
			return slack
		},
		func(load *big.Rat) *big.Rat {
			return new(big.Rat).Sub(new(big.Rat).Mul(bigRat(n), load), bigRat(s-1))
		},
	}
	best := new(big.Rat)
	for _, holds := range conditions { // linear functions of the load that must not be negative
		at0, at1 := holds(bigRat(0)), holds(bigRat(1))
		zero := new(big.Rat).Quo(at0, new(big.Rat).Sub(at0, at1))
		best = maxRat(best, zero)
	}
	return best
}

// TestLoadFromSharing does so where quorums share more, and compares symmetric designs.
func TestLoadFromSharing(t *testing.T) {
	for n := 1; n <= 16; n++ {
		for shared := 1; shared <= 5; shared++ {
			for least := shared + 1; least <= shared+3; least++ {
				want := bigRat(1)
				for s := least; s <= n; s++ {
					for a := range n {
						if a > 0 && s == least {
							break
						}
						want = minRat(want, wholeSizesNaive(n, s, a, shared))
					}
				}
				got := LoadFromSharing(n, least, func(int) *big.Rat { return bigRat(shared) })
				assert.SameNumber(t, got, want, "n = %d, %d shared, at least %d", n, shared, least)
			}
		}
	}
	for _, d := range [][3]int{{7, 4, 2}, {11, 5, 2}, {11, 6, 3}, {15, 7, 3}, {19, 9, 4}, {25, 9, 3}} {
		got := LoadFromSharing(d[0], d[2]+1, func(int) *big.Rat { return bigRat(d[2]) })
		assert.SameNumber(t, got, fraction(d[1], d[0]), "the design %v", d)
	}
}

// TestWholeSizesRelaxation compares the bound with the problem of the proof: choose n sizes at
// will, in ascending order, and fill the smallest first.
func TestWholeSizesRelaxation(t *testing.T) {
	for n := 3; n <= 9; n++ {
		bound := LoadFromWholeSizes(n)
		for _, shift := range []int64{-1, 0} {
			load := new(big.Rat).Add(bound, big.NewRat(shift, 100_000))
			assert.Equal(t, wholeSizesPossible(n, load), shift == 0, "n = %d, load %v, bound %v: weights and sizes possible", n, load, bound)
		}
	}
}

// wholeSizesPossible reports whether n sizes, weights of sum 1 and the load satisfy the two
// inequalities of the proof.
func wholeSizesPossible(n int, load *big.Rat) bool {
	var choose func(least, left int, weight, cost *big.Rat) bool
	choose = func(least, left int, weight, cost *big.Rat) bool {
		if weight.Cmp(bigRat(1)) == 0 {
			return cost.Cmp(new(big.Rat).Mul(load, bigRat(n))) <= 0
		}
		if left == 0 {
			return false
		}
		for s := least; s <= n; s++ {
			w := new(big.Rat).Mul(load, bigRat(s))
			w.Quo(w.Sub(w, bigRat(1)), bigRat(s-1))
			if w.Sign() <= 0 {
				continue
			}
			w = minRat(w, new(big.Rat).Sub(bigRat(1), weight))
			if choose(s, left-1, new(big.Rat).Add(weight, w), new(big.Rat).Add(cost, new(big.Rat).Mul(w, bigRat(s)))) {
				return true
			}
		}
		return false
	}
	return choose(2, n, new(big.Rat), new(big.Rat))
}

func TestLoadFromWholeSizesValues(t *testing.T) {
	for n, want := range map[int]string{1: "1", 2: "1", 3: "2/3", 4: "3/5", 5: "5/9", 6: "1/2", 7: "3/7", 13: "4/13", 21: "5/21", 31: "6/31"} {
		assert.Equal(t, LoadFromWholeSizes(n).RatString(), want, "n = %d", n)
	}
	last := bigRat(1)
	for n := 1; n <= 2000; n++ {
		bound := LoadFromWholeSizes(n)
		plane := PlaneLoad(n)
		if plane.Cmp(bound) > 0 {
			t.Errorf("n = %d: %v is less than the bound %v that it sharpens", n, bound, plane)
		}
		if plane.IsRational() && plane.Cmp(bound) != 0 {
			t.Errorf("n = %d: %v is not %v", n, bound, plane)
		}
		if bound.Cmp(last) > 0 {
			t.Errorf("n = %d: %v is more than %v of one node less", n, bound, last)
		}
		last = bound
	}
	if got := LoadFromWholeSizes(MaxNodes); PlaneLoad(MaxNodes).Cmp(got) > 0 {
		t.Errorf("%v for the most nodes", got)
	}
}
