package bounds

import "math/big"

// ResilienceFromSize returns c-1: an upper bound on the resilience of a quorum system whose
// smallest quorum has c members. The caller must have checked that every two quorums meet.
//
// Proof. A smallest quorum meets every quorum, so it is a transversal: once its c members have
// crashed no quorum is whole. ∎ It panics if c < 1.
func ResilienceFromSize(c int) int {
	needAtLeast("c", c, 1)
	return c - 1
}

// ResilienceFromSurvivors returns n-c: an upper bound on the resilience of any family of
// quorums of n nodes, each with c members or more. It holds for ordinary quorum systems, for
// single cartels, and for families whose sets do not meet.
//
// Proof. After n-c+1 crashes only c-1 nodes are left, fewer than any quorum has. ∎ It panics
// unless 1 ≤ c ≤ n.
func ResilienceFromSurvivors(n, c int) int {
	need("c", c, 1, n)
	return n - c
}

// ResilienceFromNodes returns ⌊(n-1)/2⌋: an upper bound on the resilience of every quorum
// system of n nodes, and on the least resilience among the cartels of a group quorum system
// with at least two. Majority quorums reach it for every n. The caller must have checked that
// quorums (of different cartels) meet.
//
// Proof. ResilienceSum, with the same quorum system taken for both cartels. ∎ It panics if n <
// 1.
func ResilienceFromNodes(n int) int { return ResilienceSum(n) / 2 }

// ResilienceSum returns n-1: an upper bound on the sum of the resiliences of two different
// cartels of a group quorum system of n nodes.
//
// Proof. Let t and t' be the sizes of the smallest transversals of the cartels C and C'. A set
// X of t-1 nodes is no transversal of C, so its complement contains a quorum of C, which meets
// every quorum of C'. The complement is thus a transversal of C', and t' ≤ n-(t-1). So (t-1) +
// (t'-1) ≤ n-1. ∎ It panics if n < 1.
func ResilienceSum(n int) int {
	needAtLeast("n", n, 1)
	return n - 1
}

// CartelResilience returns min_{j≠i} c_j - 1: an upper bound on the resilience of cartel i of a
// group quorum system with at least two cartels, where sizes[j] = c_j is the size of the
// smallest quorum of cartel j and i is 0-based.
//
// Proof. A quorum of another cartel meets every quorum of cartel i, so it is a transversal of
// it. ∎ It panics if there are fewer than two cartels, i is no index, or a size is less than 1.
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
// Proof. Under a strategy of load L the nodes of a transversal T are asked with probability at
// most L each, and every quorum drawn has a member in T, so that |T|·L ≥ 1. ∎ It panics unless 0
// < L ≤ 1, or if the result is no int.
func ResilienceFromLoad(load *big.Rat) int {
	if load.Sign() <= 0 || load.Cmp(bigRat(1)) > 0 {
		panic("bounds: " + load.RatString() + " is no load")
	}
	above := new(big.Int).Add(load.Denom(), load.Num())
	above.Sub(above, big.NewInt(1))
	return smallInt(above.Quo(above, load.Num())) - 1
}

// LoadFromResilience returns 1/(f+1): a lower bound on the load of any family of quorums of
// resilience f, which need not meet. Proof. As for ResilienceFromLoad. ∎ It panics if f < 0.
func LoadFromResilience(f int) *big.Rat {
	needAtLeast("f", f, 0)
	bound := bigRat(f)
	return bound.Inv(bound.Add(bound, bigRat(1)))
}
