package bounds

import "math/big"

// ResilienceFromSize returns c-1: an upper bound on the resilience of a quorum system whose
// smallest quorum has c members. The caller must have checked that every two quorums meet.
//
// It panics if c < 1.
//
// Proof: docs/theorems/resilience-bounds.md.
func ResilienceFromSize(c int) int {
	needAtLeast("c", c, 1)
	return c - 1
}

// ResilienceFromSurvivors returns n-c: an upper bound on the resilience of any family of quorums of
// n nodes, each with c members or more. It holds for ordinary quorum systems, for single cartels,
// and for families whose sets do not meet.
//
// It panics unless 1 ≤ c ≤ n.
//
// Proof: docs/theorems/resilience-bounds.md.
func ResilienceFromSurvivors(n, c int) int {
	need("c", c, 1, n)
	return n - c
}

// ResilienceFromNodes returns ⌊(n-1)/2⌋: an upper bound on the resilience of every quorum system of
// n nodes, and on the least resilience among the cartels of a group quorum system with at least
// two. Majority quorums reach it for every n. The caller must have checked that quorums (of
// different cartels) meet.
//
// It panics if n < 1.
//
// Proof: docs/theorems/resilience-bounds.md.
func ResilienceFromNodes(n int) int { return ResilienceSum(n) / 2 }

// ResilienceSum returns n-1: an upper bound on the sum of the resiliences of two different cartels
// of a group quorum system of n nodes.
//
// It panics if n < 1.
//
// Proof: docs/theorems/resilience-bounds.md.
func ResilienceSum(n int) int {
	needAtLeast("n", n, 1)
	return n - 1
}

// CartelResilience returns min_{j≠i} c_j - 1: an upper bound on the resilience of cartel i of a
// group quorum system with at least two cartels, where sizes[j] = c_j is the size of the smallest
// quorum of cartel j and i is 0-based.
//
// It panics if there are fewer than two cartels, i is no index, or a size is less than 1.
//
// Proof: docs/theorems/resilience-bounds.md.
func CartelResilience(sizes []int, i int) int {
	needAtLeast("m", len(sizes), 2)
	need("i", i, 0, len(sizes)-1)
	for _, c := range sizes {
		needAtLeast("c", c, 1)
	}
	least, _ := leastOther(sizes, i)
	return least - 1
}

// ResilienceFromLoad returns ⌈1/L⌉-1: a lower bound on the resilience of any family of quorums of
// load L, which need not meet.
//
// It panics unless 0 < L ≤ 1, or if the result does not fit an int.
//
// Proof: docs/theorems/resilience-bounds.md.
func ResilienceFromLoad(load *big.Rat) int {
	if load.Sign() <= 0 || load.Cmp(bigRat(1)) > 0 {
		panic("bounds: " + load.RatString() + " is no load")
	}
	above := new(big.Int).Add(load.Denom(), load.Num())
	above.Sub(above, big.NewInt(1))
	return smallInt(above.Quo(above, load.Num())) - 1
}

// LoadFromResilience returns 1/(f+1): a lower bound on the load of any family of quorums of
// resilience f, which need not meet. It panics if f < 0.
//
// Proof: docs/theorems/resilience-bounds.md.
func LoadFromResilience(f int) *big.Rat {
	needAtLeast("f", f, 0)
	bound := bigRat(f)
	return bound.Inv(bound.Add(bound, bigRat(1)))
}
