package bounds

import "math/big"

// Failure is the probability that no quorum is whole when every node has crashed with the same
// probability p, independently of the others. One minus Failure is the availability.
const Failure Quantity = "failure probability"

// FailureFloor returns the least failure probability of all quorum systems of n nodes whose nodes
// crash with probability p, 0 ≤ p ≤ 1. The caller must have checked that every two quorums meet. It
// is
//
//	p ≤ 1/2:  Σ_{s<n/2} C(n,s)·(1-p)^s·p^(n-s)  (+ C(n,n/2)·(p(1-p))^(n/2)/2 for even n)
//	p ≥ 1/2:  p.
//
// For p ≤ 1/2 and odd n that is the failure probability of the majority; for even n that of the
// majority in which one node has two votes, or of the majority of n-1 of the nodes. For p ≥ 1/2 it
// is that of the singleton. At p = 1/2 both are 1/2.
//
// Sources: Barbara and Garcia-Molina 1987; Diks, Kranakis, Krizanc, Mans and Pelc 1994; Peleg and
// Wool 1995.
//
// It panics if n < 1 or p is no probability. Cost: O(n) multiplications and divisions by small
// numbers, of numbers with n times the digits of p.
//
// Proof: docs/theorems/optimal-availability.md.
func FailureFloor(n int, p *big.Rat) *big.Rat {
	needAtLeast("n", n, 1)
	needProbability(p)
	if p.Cmp(fraction(1, 2)) >= 0 {
		return new(big.Rat).Set(p)
	}
	floor := FailureFromSize(n, (n+1)/2, p)
	if n%2 == 0 {
		tie := new(big.Int).Binomial(int64(n), int64(n/2))
		pair := new(big.Rat).Sub(bigRat(1), p)
		pair.Mul(pair, p)
		power := new(big.Rat).SetFrac(
			tie.Mul(tie, new(big.Int).Exp(pair.Num(), bigInt(n/2), nil)),
			new(big.Int).Exp(pair.Denom(), bigInt(n/2), nil))
		floor.Add(floor, power.Mul(power, fraction(1, 2)))
	}
	return floor
}

// FailureFromSize returns Σ_{s<c} C(n,s)·(1-p)^s·p^(n-s), the probability that fewer than c of n
// nodes survive: a lower bound on the failure probability of any family of quorums of n nodes,
// each with c members or more, which need not meet. It is the failure probability of the family
// of all sets of c nodes. It panics unless 1 ≤ c ≤ n and p is a probability. Cost as for
// FailureFloor.
func FailureFromSize(n, c int, p *big.Rat) *big.Rat {
	needAtLeast("n", n, 1)
	need("c", c, 1, n)
	needProbability(p)
	if p.Sign() == 0 {
		return new(big.Rat) // no node crashes, and c ≤ n
	}
	crashed, total := p.Num(), p.Denom()
	alive := new(big.Int).Sub(total, crashed)
	// With p = a/b the terms over the common denominator b^n are C(n,s)·(b-a)^s·a^(n-s).
	term := new(big.Int).Exp(crashed, bigInt(n), nil)
	sum := new(big.Int)
	factor := new(big.Int)
	for s := range c {
		sum.Add(sum, term)
		term.Mul(term, factor.Mul(alive, bigInt(n-s)))
		term.Quo(term, factor.Mul(crashed, bigInt(s+1))) // exact: the next term is an integer
	}
	return new(big.Rat).SetFrac(sum, new(big.Int).Exp(total, bigInt(n), nil))
}

// FailureFromResilience returns p^(f+1): a lower bound on the failure probability of any family of
// quorums of resilience f, which need not meet. It panics if f < 0 or p is no probability.
//
// Proof: docs/theorems/failure-bounds.md.
func FailureFromResilience(f int, p *big.Rat) *big.Rat {
	needAtLeast("f", f, 0)
	needProbability(p)
	exponent := bigInt(f)
	exponent.Add(exponent, big.NewInt(1))
	return new(big.Rat).SetFrac(new(big.Int).Exp(p.Num(), exponent, nil), new(big.Int).Exp(p.Denom(), exponent, nil))
}

// FailureCeiling returns Σ_{j>f} C(n,j)·p^j·(1-p)^(n-j), the probability that more than f of n
// nodes crash: an upper bound on the failure probability of any family of quorums of n nodes and
// resilience f, which need not meet. It panics unless 0 ≤ f < n and p is a probability. Cost as for
// FailureFloor.
//
// Proof: docs/theorems/failure-bounds.md.
func FailureCeiling(n, f int, p *big.Rat) *big.Rat {
	needAtLeast("n", n, 1)
	need("f", f, 0, n-1)
	// Fewer than n-f of the nodes survive.
	return FailureFromSize(n, n-f, p)
}

// FailureSum returns 2·FailureFloor(n, min(p, 1-p)): a lower bound on the sum of the failure
// probabilities, at the same p, of two different cartels of a group quorum system of n nodes. For p
// ≤ 1/2 one of the two thus fails at least as often as the best ordinary quorum system.
//
// It panics if n < 1 or p is no probability.
//
// Proof: docs/theorems/optimal-availability.md.
func FailureSum(n int, p *big.Rat) *big.Rat {
	needAtLeast("n", n, 1)
	needProbability(p)
	if other := new(big.Rat).Sub(bigRat(1), p); other.Cmp(p) < 0 {
		p = other
	}
	floor := FailureFloor(n, p)
	return floor.Add(floor, floor)
}

// needProbability panics unless 0 ≤ p ≤ 1.
func needProbability(p *big.Rat) {
	if p.Sign() < 0 || p.Cmp(bigRat(1)) > 0 {
		panic("bounds: p = " + p.RatString() + " is no probability")
	}
}
