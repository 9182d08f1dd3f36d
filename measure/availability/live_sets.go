package availability

import (
	"fmt"
	"math/big"

	"coterie/quorum"
)

// LiveSets are the numbers of live node sets by size: Counts[s] of the (n choose s) sets of s
// nodes contain a quorum. The failure polynomial, and the availability at any p, follow.
type LiveSets struct {
	Counts []*big.Int // n+1 numbers
	Method string
	// Transversal is a smallest transversal, if the method comes upon one; else it is empty.
	Transversal quorum.Set
}

// N returns the number of nodes; -1 if nothing was counted.
func (l LiveSets) N() int { return len(l.Counts) - 1 }

// Total returns the number of live sets of all sizes.
func (l LiveSets) Total() *big.Int {
	sum := new(big.Int)
	for _, c := range l.Counts {
		sum.Add(sum, c)
	}
	return sum
}

// Nondominated reports whether exactly half of the 2^n sets are live, which says of a system whose
// quorums meet that it is nondominated: at most one of a set and its complement contains a quorum,
// as quorums meet, and at least one always does iff every transversal contains a quorum (a set
// without a quorum in its complement is a transversal).
func (l LiveSets) Nondominated() bool {
	return l.Total().Cmp(new(big.Int).Lsh(big.NewInt(1), uint(l.N()-1))) == 0
}

// Availability returns the probability that the nodes that survive contain a quorum when each
// crashes with probability p, independently: Σ_s Counts[s]·(1-p)^s·p^(n-s), exactly. It panics if p
// is out of 0..1 or nothing was counted. Cost O(n) operations on numbers of n·log(denominator)
// bits.
func (l LiveSets) Availability(p *big.Rat) *big.Rat {
	n := l.N()
	if n < 0 {
		panic("availability: Availability of no counts")
	}
	if p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
		panic(fmt.Sprintf("availability: Availability: p = %s is out of 0..1", p.RatString()))
	}
	dead := p.Num()
	alive := new(big.Int).Sub(p.Denom(), dead)
	return new(big.Rat).SetFrac(homogeneous(l.Counts, alive, dead),
		new(big.Int).Exp(p.Denom(), big.NewInt(int64(n)), nil))
}

// homogeneous returns Σ_s c[s]·x^s·y^(n-s), where n = len(c)-1, by Horner's rule from above.
func homogeneous(c []*big.Int, x, y *big.Int) *big.Int {
	sum, power, term := new(big.Int), big.NewInt(1), new(big.Int)
	for s := len(c) - 1; s >= 0; s-- {
		sum.Mul(sum, x)
		sum.Add(sum, term.Mul(c[s], power))
		power.Mul(power, y)
	}
	return sum
}

// Failure returns 1 - Availability(p): the probability that no quorum survives.
func (l LiveSets) Failure(p *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(1, 1), l.Availability(p))
}

// Polynomial returns the coefficients of the availability as a polynomial in p, with the
// coefficient of p^i at place i: Σ_s Counts[s]·(1-p)^s·p^(n-s) multiplied out. There are n+1
// integers, the first 1 (without crashes some quorum lives) unless no set is live. Cost O(n²).
func (l LiveSets) Polynomial() []*big.Int {
	n := l.N()
	out := make([]*big.Int, n+1)
	for i := range out {
		out[i] = new(big.Int)
	}
	term := new(big.Int)
	for s, c := range l.Counts {
		if c.Sign() == 0 {
			continue
		}
		choose := big.NewInt(1) // (-1)^j·(s choose j)
		for j := 0; j <= s; j++ {
			at := out[n-s+j]
			at.Add(at, term.Mul(c, choose))
			choose.Mul(choose, big.NewInt(int64(j-s)))
			choose.Quo(choose, big.NewInt(int64(j+1)))
		}
	}
	return out
}

// SmallestTransversal returns the least size of a transversal. A set meets every quorum iff its
// complement is not live. So the number of transversals of t nodes is C(n,t) less the number of
// live sets of n-t nodes.
func (l LiveSets) SmallestTransversal() int {
	n := l.N()
	for t := 0; t <= n; t++ {
		if l.Counts[n-t].Cmp(new(big.Int).Binomial(int64(n), int64(t))) < 0 {
			return t
		}
	}
	panic("availability: every node set is live")
}
