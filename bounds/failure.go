package bounds

import "math/big"

// Failure is the probability that no quorum is whole when every node has crashed with the same
// probability p, independently of the others; one less it is the availability.
const Failure Quantity = "failure probability"

// FailureFloor returns the least failure probability of all quorum systems of n nodes whose nodes
// crash with probability p, 0 ≤ p ≤ 1. The caller must have checked that every two quorums meet.
// It is
//
//	p ≤ 1/2:  Σ_{s<n/2} C(n,s)·(1-p)^s·p^(n-s)  (+ C(n,n/2)·(p(1-p))^(n/2)/2 for even n)
//	p ≥ 1/2:  p.
//
// For p ≤ 1/2 and odd n that is the failure probability of the majority; for even n that of the
// majority in which one node has two votes, or of the majority of n-1 of the nodes. For p ≥ 1/2
// it is that of the singleton. At p = 1/2 both are 1/2.
//
// Sources: Barbara and Garcia-Molina 1987; Diks, Kranakis, Krizanc, Mans and Pelc 1994; Peleg and
// Wool 1995.
//
// Proof. Let V be the nodes, and P(S) = (1-p)^|S|·p^(n-|S|) the probability that S is the set of
// survivors. S is live if it contains a quorum. Of S and V∖S at most one is live, since two
// quorums meet.
//
// Let p ≤ 1/2. The failure probability is the sum of P(S) over the sets that are not live, so at
// least the sum of min(P(S), P(V∖S)) over the complementary pairs; and as p ≤ 1-p, the lesser
// of the two is that of the smaller set. That is the stated sum, a pair of sets of n/2 nodes
// each counting once. For 0 < p < 1/2 equality holds if and only if all sets of more than n/2
// nodes are live, and of each pair of sets of n/2 nodes one is. The majority does that for odd
// n. For even n, with two votes of n+1 for node x, the sets of n/2 nodes that hold x are live,
// and with no vote for x those that have n/2 of the other n-1 nodes, which is also one of each
// pair.
//
// Let p ≥ 1/2 and x = 1-p ≤ 1/2 (Katona's circle). Put every node on a uniformly random point of
// a circle of length 1, independently. For a point t, let A(t) be the nodes on the arc from t to
// t+x. For fixed t it has the distribution of the survivors, so that the probability of
// survival is the expected measure of the set T of points t for which A(t) is live. It is at
// most x for every placement: if the arcs of t and u are disjoint, then so are A(t) and A(u),
// and only one of t and u is in T. If T is not empty, take some t in T. The arc of u is disjoint
// from that of t unless u is in (t-x, t+x), so T lies within that. For 0 < y < x the arcs of
// t-x+y and of t+y are disjoint, since they are x ≤ 1/2 apart, and only one of the two points is
// in T. So the part of T in (t, t+x), moved back by x, has no point in common with the part in
// (t-x, t), and together they have measure at most x. ∎
//
// It panics if n < 1 or p is no probability. Cost: O(n) multiplications and divisions of
// numbers of n times the digits of p by small ones.
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
// quorums of resilience f, which need not meet. Proof. Some f+1 nodes meet every quorum, and
// all of them crash with that probability. ∎ It panics if f < 0 or p is no probability.
func FailureFromResilience(f int, p *big.Rat) *big.Rat {
	needAtLeast("f", f, 0)
	needProbability(p)
	exponent := bigInt(f)
	exponent.Add(exponent, big.NewInt(1))
	return new(big.Rat).SetFrac(new(big.Int).Exp(p.Num(), exponent, nil), new(big.Int).Exp(p.Denom(), exponent, nil))
}

// FailureCeiling returns Σ_{j>f} C(n,j)·p^j·(1-p)^(n-j), the probability that more than f of n
// nodes crash: an upper bound on the failure probability of any family of quorums of n nodes and
// resilience f, which need not meet. Proof. After at most f crashes a quorum is whole. ∎ It
// panics unless 0 ≤ f < n and p is a probability. Cost as for FailureFloor.
func FailureCeiling(n, f int, p *big.Rat) *big.Rat {
	needAtLeast("n", n, 1)
	need("f", f, 0, n-1)
	// Fewer than n-f of the nodes survive.
	return FailureFromSize(n, n-f, p)
}

// FailureSum returns 2·FailureFloor(n, min(p, 1-p)): a lower bound on the sum of the failure
// probabilities, at the same p, of two different cartels of a group quorum system of n nodes.
// For p ≤ 1/2 one of the two thus fails at least as often as the best ordinary quorum system.
//
// Proof. Of S live in the one cartel and V∖S live in the other at most one holds, since their
// quorums meet. The sum is Σ_S P(S)·[S not live in the one] + Σ_S P(V∖S)·[V∖S not live in the
// other], where one of the two brackets is 1 for every S; so it is at least Σ_S min(P(S),
// P(V∖S)), where every complementary pair is counted twice. Exchanging p with 1-p exchanges P(S)
// with P(V∖S). ∎ It panics if n < 1 or p is no probability.
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
