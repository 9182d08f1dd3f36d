package availability

import (
	"math"
	"math/big"

	"coterie/bounds"
	"coterie/measure"
)

// chance is a probability as a fraction that is not in lowest terms: with p = a/b and n nodes the denominator is bⁿ, and a
// common divisor of numbers of that length would cost more than it saves.
type chance struct{ num, den *big.Int }

// chanceOf returns a rational probability.
func chanceOf(p *big.Rat) chance {
	return chance{new(big.Int).Set(p.Num()), new(big.Int).Set(p.Denom())}
}

// other returns 1 - c.
func (c chance) other() chance { return chance{new(big.Int).Sub(c.den, c.num), c.den} }

// cmp compares c with d: -1, 0 or +1.
func (c chance) cmp(d chance) int {
	return new(big.Int).Mul(c.num, d.den).Cmp(new(big.Int).Mul(d.num, c.den))
}

// times returns k·c, which may exceed 1.
func (c chance) times(k int) chance {
	return chance{new(big.Int).Mul(c.num, big.NewInt(int64(k))), c.den}
}

// quotient returns the number with 128 bits, more than a table prints; its exponent has room for any n.
func (c chance) quotient() *big.Float {
	num, den := new(big.Float).SetPrec(128).SetInt(c.num), new(big.Float).SetPrec(128).SetInt(c.den)
	return num.Quo(num, den)
}

// float returns the nearest float64; 0 below the least of them.
func (c chance) float() float64 {
	x, _ := c.quotient().Float64()
	return x
}

// log10 returns the decimal logarithm of c > 0, also where float has no room for c.
func (c chance) log10() float64 {
	mantissa := new(big.Float)
	exponent := c.quotient().MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(exponent)*math.Log10(2)
}

// power returns x^k.
func power(x *big.Int, k int) *big.Int { return new(big.Int).Exp(x, big.NewInt(int64(k)), nil) }

func minus(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

// gridFailure returns the failure probability of the k × k grid, whose quorums are a row with a column.
func gridFailure(k int, p *big.Rat) chance {
	return chanceOf(measure.GridAvailability(k, k, p)).other()
}

// majorityFailure returns the failure probability of the majority system of odd n, the probability that fewer than half of the
// nodes survive.
func majorityFailure(n int, p *big.Rat) chance {
	return chanceOf(bounds.FailureFromSize(n, (n+1)/2, p))
}

// unionBound returns m(1-p)^c, which no availability of m quorums of at least c nodes exceeds: each quorum is alive with
// probability (1-p)^{|Q|} <= (1-p)^c. It may exceed 1.
func unionBound(m, c int, p *big.Rat) chance {
	return chance{new(big.Int).Mul(big.NewInt(int64(m)), power(minus(p.Denom(), p.Num()), c)), power(p.Denom(), c)}
}

// planeAvailable returns a lower bound on the probability that some line of a plane of order q
// survives. Its m = q²+q+1 lines survive with probability u^(q+1) each, u = 1-p, and every two with
// u^(2q+1), for they share one point. With S for the sum of the former and T for that of the latter
// over all pairs, the probability is at least 2S/(i+1) - 2T/(i(i+1)) for each i >= 1, and best for
// i = 1 + ⌊2T/S⌋ (Dawson and Sankoff 1967).
//
// Proof: docs/theorems/availability-bounds.md.
func planeAvailable(q int, p *big.Rat) chance {
	m, b := bounds.PlanePoints(q), p.Denom()
	u := minus(b, p.Num())
	// Over the denominator b^(2q+1).
	den := power(b, 2*q+1)
	lines := new(big.Int).Mul(power(u, q+1), power(b, q))
	lines.Mul(lines, big.NewInt(int64(m)))
	pairs := power(u, 2*q+1)
	pairs.Mul(pairs, big.NewInt(int64(m)*int64(m-1))) // 2T
	i := new(big.Int).Quo(pairs, lines)
	i.Add(i, big.NewInt(1))
	next := new(big.Int).Add(i, big.NewInt(1))
	// (2S·i - 2T) / (i(i+1))
	num := new(big.Int).Mul(lines, i)
	num.Lsh(num, 1)
	num.Sub(num, pairs)
	return chance{num, den.Mul(den, next.Mul(next, i))}
}

// composed returns the failure probability of a unit each of whose nodes fails with probability x: Σ_s d_s (1-x)^s x^{n-s}
// for its d_s = C(n,s) - live[s] dead sets of s nodes. Applied h times to p it is that of the unit put into its own nodes h
// times: parts in different nodes have no node in common, so they fail independently of each other.
func composed(live []*big.Int, x chance) chance {
	n := len(live) - 1
	sum, up := new(big.Int), minus(x.den, x.num)
	for s, alive := range live {
		dead := new(big.Int).Binomial(int64(n), int64(s))
		if dead.Sub(dead, alive); dead.Sign() == 0 {
			continue
		}
		dead.Mul(dead, power(up, s))
		sum.Add(sum, dead.Mul(dead, power(x.num, n-s)))
	}
	return chance{sum, power(x.den, n)}
}

// lineCover holds, over one denominator, the probabilities that an object of a hierarchical grid has both a line and a
// cover that are alive, only a line, only a cover, or neither.
type lineCover struct{ both, line, cover, none, den *big.Int }

// singleLineCover is an object that is one node: it is its own line and its own cover.
func singleLineCover(p *big.Rat) lineCover {
	return lineCover{minus(p.Denom(), p.Num()), new(big.Int), new(big.Int), new(big.Int).Set(p.Num()), new(big.Int).Set(p.Denom())}
}

// level returns what a k × k grid of independent such objects has, as Kumar and Cheung (1991)
// structure it: its lines are the rows with a line in each object, its covers one cover of an
// object in each row.
//
// Proof: docs/theorems/hierarchies.md.
func (c lineCover) level(k int) lineCover {
	row := power(c.den, k)
	onlyLines := power(c.line, k)
	lines := power(new(big.Int).Add(c.both, c.line), k)
	uncovered := power(new(big.Int).Add(c.line, c.none), k)
	onlyCover := minus(row, uncovered)
	onlyCover.Sub(onlyCover, lines)
	onlyCover.Add(onlyCover, onlyLines)

	den := power(row, k)
	cover := power(minus(row, uncovered), k)
	line := minus(den, power(minus(row, lines), k))
	coverWithoutLine := power(onlyCover, k)
	both := minus(cover, coverWithoutLine)
	lineWithoutCover := minus(line, both)
	none := minus(den, cover)
	none.Sub(none, lineWithoutCover)
	return lineCover{both, lineWithoutCover, coverWithoutLine, none, den}
}

// failure is the probability that there is no quorum: a line with a cover.
func (c lineCover) failure() chance { return chance{minus(c.den, c.both), c.den} }

// lineLive returns the numbers of sets of s nodes of the k × k grid, s = 0, ..., k², that hold a row, by inclusion and
// exclusion.
func lineLive(k int) []*big.Int {
	live := make([]*big.Int, k*k+1)
	for s := range live {
		live[s] = new(big.Int)
		for i := 1; i <= k && i*k <= s; i++ {
			term := new(big.Int).Binomial(int64(k), int64(i))
			term.Mul(term, new(big.Int).Binomial(int64(k*k-i*k), int64(s-i*k)))
			if i%2 == 1 {
				live[s].Add(live[s], term)
			} else {
				live[s].Sub(live[s], term)
			}
		}
	}
	return live
}
