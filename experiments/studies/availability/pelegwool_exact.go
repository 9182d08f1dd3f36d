package availability

import (
	"math"
	"math/big"

	"coterie/bounds"
	"coterie/measure/availability"
)

// complement returns 1 - x.
func complement(x *big.Rat) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), x) }

// log10 returns the decimal logarithm of x > 0, even if a float64 cannot hold x.
func log10(x *big.Rat) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetPrec(128).SetRat(x).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(exponent)*math.Log10(2)
}

// power returns x^k.
func power(x *big.Int, k int) *big.Int { return new(big.Int).Exp(x, big.NewInt(int64(k)), nil) }

func minus(x, y *big.Int) *big.Int { return new(big.Int).Sub(x, y) }

// unionBound returns m(1-p)^c, an upper bound on the availability of m quorums of at least c nodes:
// each quorum is alive with probability (1-p)^{|Q|} <= (1-p)^c. It may exceed 1.
func unionBound(m *big.Int, c int, p *big.Rat) *big.Rat {
	alive := power(minus(p.Denom(), p.Num()), c)
	return new(big.Rat).SetFrac(alive.Mul(alive, m), power(p.Denom(), c))
}

// planeAvailable returns a lower bound on the probability that some line of a plane of order q
// survives. Its m = q²+q+1 lines survive with probability u^(q+1) each, u = 1-p, and every two with
// u^(2q+1), for they share one point. Let S be the sum of the former over all lines and T the sum
// of the latter over all pairs. The probability is at least 2S/(i+1) - 2T/(i(i+1)) for each i >= 1,
// and best for i = 1 + ⌊2T/S⌋ (Dawson and Sankoff 1967).
//
// Proof: docs/theorems/availability-bounds.md.
func planeAvailable(q int, p *big.Rat) *big.Rat {
	m := int64(bounds.PlanePoints(q))
	lines, pairs := unionBound(big.NewInt(m), q+1, p), unionBound(big.NewInt(m*(m-1)), 2*q+1, p) // S and 2T
	ratio := new(big.Rat).Quo(pairs, lines)
	i := new(big.Int).Quo(ratio.Num(), ratio.Denom())
	i.Add(i, big.NewInt(1))
	// (2S·i - 2T) / (i(i+1))
	least := new(big.Rat).SetInt(new(big.Int).Lsh(i, 1))
	least.Sub(least.Mul(least, lines), pairs)
	return least.Quo(least, new(big.Rat).SetInt(new(big.Int).Mul(i, new(big.Int).Add(i, big.NewInt(1)))))
}

// lineCover holds, over one denominator, the probabilities that an object of a hierarchical grid
// has a live line, a live cover, and both.
type lineCover struct{ line, cover, both, den *big.Int }

// singleLineCover returns the probabilities of an object that is one node: it is its own line and
// its own cover.
func singleLineCover(p *big.Rat) lineCover {
	alive := minus(p.Denom(), p.Num())
	return lineCover{alive, alive, alive, p.Denom()}
}

// level returns the probabilities of a k × k grid of independent such objects, as Kumar and Cheung
// (1991) structure it: its lines are the rows with a line in each object, its covers one cover of
// an object in each row.
//
// Proof: docs/theorems/hierarchies.md.
func (c lineCover) level(k int) lineCover {
	row := power(c.den, k)
	line := power(c.line, k)
	cover := minus(row, power(minus(c.den, c.cover), k))
	coverAlone := minus(cover, minus(line, power(minus(c.line, c.both), k))) // of a row that is no line

	den, covers := power(row, k), power(cover, k)
	return lineCover{minus(den, power(minus(row, line), k)), covers, minus(covers, power(coverAlone, k)), den}
}

// failure returns the probability that there is no quorum: a line with a cover.
func (c lineCover) failure() *big.Rat { return complement(new(big.Rat).SetFrac(c.both, c.den)) }

// lineLive returns the live sets of the rows of the k × k grid: a set holds a row unless its
// complement has a node of each.
func lineLive(k int) availability.LiveSets {
	covers, _ := readWriteGridLive(k, k)
	live := make([]*big.Int, k*k+1)
	for s := range live {
		live[s] = new(big.Int).Binomial(int64(k*k), int64(s))
		live[s].Sub(live[s], covers.Counts[k*k-s])
	}
	return availability.LiveSets{Counts: live}
}
