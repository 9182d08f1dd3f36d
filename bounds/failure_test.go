package bounds

import (
	"fmt"
	"math/big"
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
)

// liveSets marks the sets that contain a set of the family.
func liveSets(n int, family []nodeSet) []bool {
	live := make([]bool, 1<<n)
	for s := range live {
		for _, q := range family {
			if q&^nodeSet(s) == 0 {
				live[s] = true
				break
			}
		}
	}
	return live
}

// exactFailure sums the probabilities of all sets of survivors that are not live.
func exactFailure(n int, live []bool, p *big.Rat) *big.Rat {
	// weights[s] is the probability of one set of s survivors.
	weights := make([]*big.Rat, n+1)
	for s := range weights {
		weights[s] = big.NewRat(1, 1)
		for i := range n {
			if i < s {
				weights[s].Mul(weights[s], new(big.Rat).Sub(big.NewRat(1, 1), p))
			} else {
				weights[s].Mul(weights[s], p)
			}
		}
	}
	dead := make([]int64, n+1)
	for s, l := range live {
		if !l {
			dead[bits.OnesCount(uint(s))]++
		}
	}
	sum := new(big.Rat)
	for s, count := range dead {
		sum.Add(sum, new(big.Rat).Mul(weights[s], new(big.Rat).SetInt64(count)))
	}
	return sum
}

var probabilities = []*big.Rat{
	new(big.Rat), big.NewRat(1, 1000), big.NewRat(1, 3), big.NewRat(49, 100), big.NewRat(1, 2),
	big.NewRat(51, 100), big.NewRat(2, 3), big.NewRat(9, 10), big.NewRat(1, 1),
}

// TestFailureOfEverySystem compares the floor with every coterie of up to five nodes (of four in
// a short run): none is below it, and for each n and p some coterie attains it. For 0 < p < 1/2
// exactly the coteries in the condition for equality attain it.
func TestFailureOfEverySystem(t *testing.T) {
	most := assert.Sized(4, 5)
	for n := 1; n <= most; n++ {
		reached := make([]int, len(probabilities))
		coteries := 0
		for _, family := range antichains(n) {
			if !crossMeets(family, family) {
				continue
			}
			coteries++
			live := liveSets(n, family)
			best := true
			for s, l := range live {
				size, rest := bits.OnesCount(uint(s)), live[len(live)-1-s]
				if 2*size > n && !l || 2*size == n && !l && !rest {
					best = false
				}
			}
			c, f := smallest(family), mostCrashes(n, family)
			for i, p := range probabilities {
				exact := exactFailure(n, live, p)
				order := FailureFloor(n, p).Cmp(exact)
				if order > 0 {
					t.Fatalf("n=%d %b: fails with %s at p = %s, below the floor %s", n, family, exact, p, FailureFloor(n, p))
				}
				if order == 0 {
					reached[i]++
				}
				if p.Sign() > 0 && p.Cmp(big.NewRat(1, 2)) < 0 && best != (order == 0) {
					t.Fatalf("n=%d %b: equality %v, condition %v at p = %s", n, family, order == 0, best, p)
				}
				if FailureFromSize(n, c, p).Cmp(exact) > 0 || FailureFromResilience(f, p).Cmp(exact) > 0 || FailureCeiling(n, f, p).Cmp(exact) < 0 {
					t.Fatalf("n=%d %b: size %d, resilience %d, fails with %s at p = %s", n, family, c, f, exact, p)
				}
			}
		}
		for i, p := range probabilities {
			if reached[i] == 0 {
				t.Errorf("n=%d: no coterie reaches the floor at p = %s", n, p)
			}
		}
		t.Logf("n=%d: %d coteries, at the floor: %v", n, coteries, reached)
	}
}

// TestFailureOfEveryFamily checks the bounds that do not need intersection on every antichain of
// four nodes, and FailureSum on every pair of cartels.
func TestFailureOfEveryFamily(t *testing.T) {
	for n := 1; n <= 4; n++ {
		all := antichains(n)
		failures := make([][]*big.Rat, len(all))
		for i, family := range all {
			live := liveSets(n, family)
			c, f := smallest(family), mostCrashes(n, family)
			for _, p := range probabilities {
				exact := exactFailure(n, live, p)
				failures[i] = append(failures[i], exact)
				if FailureFromSize(n, c, p).Cmp(exact) > 0 || FailureFromResilience(f, p).Cmp(exact) > 0 || FailureCeiling(n, f, p).Cmp(exact) < 0 {
					t.Fatalf("n=%d %b: size %d, resilience %d, fails with %s at p = %s", n, family, c, f, exact, p)
				}
			}
		}
		reached := 0
		for i, a := range all {
			for j, b := range all[:i+1] {
				if !crossMeets(a, b) {
					continue
				}
				for k, p := range probabilities {
					sum := new(big.Rat).Add(failures[i][k], failures[j][k])
					switch FailureSum(n, p).Cmp(sum) {
					case 1:
						t.Fatalf("n=%d %b %b: fail with %s in sum at p = %s, the bound is %s", n, a, b, sum, p, FailureSum(n, p))
					case 0:
						reached++
					}
				}
			}
		}
		if reached == 0 {
			t.Errorf("n=%d: FailureSum is never reached", n)
		}
	}
}

// TestFailureFloorOfLargerMajorities compares with the sum written out, with the majority of n-1,
// and with 1/2 from both sides.
func TestFailureFloorOfLargerMajorities(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for _, p := range probabilities {
			if p.Cmp(big.NewRat(1, 2)) > 0 {
				continue
			}
			alive := new(big.Rat).Sub(big.NewRat(1, 1), p)
			want := new(big.Rat)
			for s := 0; 2*s <= n; s++ {
				term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(s)))
				for i := range n {
					if i < s {
						term.Mul(term, alive)
					} else {
						term.Mul(term, p)
					}
				}
				if 2*s == n {
					term.Mul(term, big.NewRat(1, 2))
				}
				want.Add(want, term)
			}
			assert.MustSameNumber(t, FailureFloor(n, p), want, "n=%d p=%s", n, p)
			if n%2 == 0 && want.Cmp(FailureFloor(n-1, p)) != 0 {
				t.Fatalf("n=%d p=%s: not as the majority of %d", n, p, n-1)
			}
		}
	}
	// The floor is a number of ten thousand digits here, and still exact.
	floor, _ := FailureFloor(10_001, big.NewRat(49, 100)).Float64()
	if floor < 0.0222 || floor > 0.0229 { // normal approximation: Φ(-2.0005)
		t.Errorf("floor of 10001 nodes at p = 0.49: %v", floor)
	}
}

func TestFailurePanics(t *testing.T) {
	for name, call := range map[string]func(){
		"p > 1":    func() { FailureFloor(3, big.NewRat(3, 2)) },
		"p < 0":    func() { FailureFloor(3, big.NewRat(-1, 2)) },
		"n = 0":    func() { FailureFloor(0, big.NewRat(1, 2)) },
		"c = 0":    func() { FailureFromSize(3, 0, big.NewRat(1, 2)) },
		"c > n":    func() { FailureFromSize(3, 4, big.NewRat(1, 2)) },
		"f < 0":    func() { FailureFromResilience(-1, big.NewRat(1, 2)) },
		"f = n":    func() { FailureCeiling(3, 3, big.NewRat(1, 2)) },
		"sum, p<0": func() { FailureSum(3, big.NewRat(-1, 2)) },
	} {
		assert.Panics(t, name, call)
	}
}

// The best failure probability of five servers that are down one day in ten is that of the
// majority. If servers are down most of the time, a single server is best.
func ExampleFailureFloor() {
	fmt.Println(FailureFloor(5, big.NewRat(1, 10)), FailureFloor(6, big.NewRat(1, 10)), FailureFloor(5, big.NewRat(3, 5)))
	// Output: 107/12500 107/12500 3/5
}

// TestLoadAndResilience checks that each bounds the other on every antichain of four nodes.
func TestLoadAndResilience(t *testing.T) {
	reached := 0
	for n := 1; n <= 4; n++ {
		for _, family := range antichains(n) {
			load, f := exactLoad(n, family), mostCrashes(n, family)
			if LoadFromResilience(f).Cmp(load) > 0 || ResilienceFromLoad(load) > f {
				t.Fatalf("n=%d %b: load %s, resilience %d", n, family, load, f)
			}
			if LoadFromResilience(f).Cmp(load) == 0 {
				reached++
			}
		}
	}
	if reached == 0 {
		t.Error("never reached")
	}
	for load, want := range map[*big.Rat]int{big.NewRat(3, 7): 2, big.NewRat(1, 3): 2, big.NewRat(1, 1): 0, big.NewRat(2, 3): 1} {
		assert.Equal(t, ResilienceFromLoad(load), want, "resilience from load %s at least", load)
	}
}
