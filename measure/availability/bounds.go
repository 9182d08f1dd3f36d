package availability

import (
	"context"
	"fmt"
	"math/big"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/internal/solve/transversal"
	"coterie/quorum"
)

// An Interval holds the availability with certainty: Low <= availability <= High. LowBy
// and HighBy name the arguments, among those of Bounds.
type Interval struct {
	Low, High     *big.Rat
	LowBy, HighBy string
}

// Bounds looks at pairs only where there are at most maxPairedQuorums quorums, and at most
// maxCommonNodes pairs with a common node, counted once for each such node.
const (
	maxPairedQuorums = 1 << 14
	maxCommonNodes   = 1 << 30
)

// Bounds returns rigorous bounds on the probability that the survivors contain a quorum
// of f when each node crashes with probability p, for families too large to count. Let a = 1-p.
//
// From above:
//   - "union": Σ_Q a^|Q|, the sum of the probabilities that Q lives.
//   - "harris": 1 - Π_Q (1-a^|Q|). The event that a node of Q is down is decreasing in the alive
//     nodes. Decreasing events are positively correlated (Harris 1960), so the probability of all
//     of them is at least the product of their probabilities. This bound is never worse than union.
//   - "transversals": Π_T (1-p^|T|) for disjoint transversals T, found greedily: each has to keep a
//     node, independently. With a transversal of size r+1, for the resilience r, the bound says
//     that the failure probability is at least p^(r+1).
//
// From below:
//   - "packing": 1 - Π_Q (1-a^|Q|) over disjoint quorums, found greedily: they live
//     independently.
//   - "pairs": 2·S1/(k+1) - 2·S2/(k(k+1)) for the best integer k >= 1, where S1 = Σ_Q a^|Q| and S2
//     = Σ a^|Q ∪ Q'| over pairs: if j quorums live, the expression with S1 = j and S2 = (j choose
//     2) is j(2k+1-j)/(k(k+1)) <= 1, with 0 for j = 0 (Dawson and Sankoff 1967). Close to union
//     where two quorums seldom live. For at most 16384 quorums with at most 2^30 common nodes of
//     pairs.
//
// Quorums that repeat or contain others make bounds worse, not wrong. Numbers are binary floats of
// 256 bits. Every operation is rounded in the direction that keeps the bound true, and the results
// are returned as exact rationals. Cost O(n² + incidences·n) at worst, and O(m² + Σ_v r_v²) for
// pairs, where node v is in r_v quorums; a plane of order 97 takes some tenths of a second. When
// ctx ends, the bounds known by then are returned with its cause as the error. The error is a
// *quorum.InputError for a family without quorums. It panics if p is out of 0..1.
//
// Proof: docs/theorems/availability-bounds.md.
func Bounds(ctx context.Context, q quorum.Quorums, p *big.Rat) (Interval, error) {
	f, err := given.List(q)
	if err != nil {
		return Interval{}, err
	}
	one := big.NewRat(1, 1)
	if p.Sign() < 0 || p.Cmp(one) > 0 {
		panic(fmt.Sprintf("availability: Bounds: p = %s is out of 0..1", p.RatString()))
	}
	if f.Len() == 0 {
		return Interval{}, quorum.Bad("", "there is no quorum, so no set is live", "")
	}
	a := new(big.Rat).Sub(one, p)
	_, largest := f.Sizes()
	bySize := make([]int, largest+1)
	for _, q := range f.All() {
		bySize[len(q)]++
	}
	// The greatest exponent is the size of the union of two quorums, or of a transversal, which
	// takes at most a node for each quorum.
	longest := min(f.N(), max(2*largest, f.Len()))
	if err := memory.Ask(ctx, "the powers of the crash probability", longest+1, 3*powerBytes); err != nil {
		return Interval{}, err
	}
	table := ctx
	if longest <= quickPowers {
		table = context.WithoutCancel(ctx)
	}
	down, up := powers(table, a, longest, big.ToNegativeInf), powers(table, a, longest, big.ToPositiveInf)
	crash := powers(table, p, longest, big.ToNegativeInf)
	out := Interval{Low: new(big.Rat), High: big.NewRat(1, 1), LowBy: "none", HighBy: "none"}
	if table.Err() != nil {
		return out, context.Cause(ctx)
	}
	lower := func(x *big.Float, by string) {
		if r := exactRat(x); r.Cmp(out.Low) > 0 {
			out.Low, out.LowBy = r, by
		}
	}
	upper := func(x *big.Float, by string) {
		if r := exactRat(x); r.Cmp(out.High) < 0 {
			out.High, out.HighBy = r, by
		}
	}

	sumUp, sumDown := directed(big.ToPositiveInf), directed(big.ToNegativeInf)
	none := directed(big.ToNegativeInf).SetInt64(1) // at most Π (1-a^|Q|)
	for size, count := range bySize {
		if count == 0 {
			continue
		}
		c := new(big.Float).SetInt64(int64(count))
		sumUp.Add(sumUp, directed(big.ToPositiveInf).Mul(up[size], c))
		sumDown.Add(sumDown, directed(big.ToNegativeInf).Mul(down[size], c))
		none.Mul(none, power(complement(up[size], big.ToNegativeInf), count, big.ToNegativeInf))
	}
	upper(sumUp, "union")
	upper(complement(none, big.ToPositiveInf), "harris")

	all := directed(big.ToPositiveInf).SetInt64(1)
	for _, size := range transversal.CoverSizes(ctx, f) {
		all.Mul(all, complement(crash[size], big.ToPositiveInf))
	}
	upper(all, "transversals")

	dead := directed(big.ToPositiveInf).SetInt64(1)
	packing, _ := transversal.DisjointSizes(ctx, f) // none where ctx ended
	for _, size := range packing {
		dead.Mul(dead, complement(down[size], big.ToPositiveInf))
	}
	lower(complement(dead, big.ToNegativeInf), "packing")

	if sizes, _ := unionSizes(ctx, f); sizes != nil {
		pairs := directed(big.ToPositiveInf)
		for size, count := range sizes {
			if count > 0 {
				pairs.Add(pairs, directed(big.ToPositiveInf).Mul(up[size], new(big.Float).SetInt64(int64(count))))
			}
		}
		lower(dawsonSankoff(sumDown, pairs), "pairs")
	}
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	return out, nil
}

const boundPrecision = 256

func directed(mode big.RoundingMode) *big.Float {
	return new(big.Float).SetPrec(boundPrecision).SetMode(mode)
}

// quickPowers is a number of powers so small that they are found even where the context has ended.
const quickPowers = 10_000

// powerBytes is the memory of a power.
const powerBytes = 112

// powers returns x^0, ..., x^most, each rounded by mode, for x >= 0: a product of factors that are
// all rounded the same way is rounded that way. If ctx ends there are fewer.
func powers(ctx context.Context, x *big.Rat, most int, mode big.RoundingMode) []*big.Float {
	base := directed(mode).SetRat(x)
	out := []*big.Float{directed(mode).SetInt64(1)}
	poll := par.NewPoll(ctx)
	for k := 1; k <= most && poll.Err() == nil; k++ {
		out = append(out, directed(mode).Mul(out[k-1], base))
	}
	return out
}

// power returns x^k for x >= 0, rounded by mode.
func power(x *big.Float, k int, mode big.RoundingMode) *big.Float {
	out, square := directed(mode).SetInt64(1), directed(mode).Set(x)
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			out.Mul(out, square)
		}
		square.Mul(square, square)
	}
	return out
}

// complement returns 1-x, rounded by mode, or 0 for x > 1.
func complement(x *big.Float, mode big.RoundingMode) *big.Float {
	out := directed(mode).Sub(big.NewFloat(1), x)
	if out.Sign() < 0 {
		out.SetInt64(0)
	}
	return out
}

func exactRat(x *big.Float) *big.Rat {
	r, _ := x.Rat(nil)
	return r
}

// dawsonSankoff returns the best of 2·s1/(k+1) - 2·s2/(k(k+1)), rounded down; s1 >= 0 is a lower
// bound of S1, s2 an upper bound of S2. The best k is near 1 + 2·s2/s1. Another k gives a weaker
// bound, not a wrong one.
func dawsonSankoff(s1, s2 *big.Float) *big.Float {
	out := directed(big.ToNegativeInf)
	if s1.Sign() == 0 {
		return out
	}
	ratio, _ := new(big.Float).Quo(s2, s1).Float64()
	guess := int64(1 + min(2*ratio, 1e9))
	for k := max(1, guess-1); k <= guess+1; k++ {
		// (2·k·s1 - 2·s2) / (k(k+1)); the quotient of a negative difference is no bound of use
		x := directed(big.ToNegativeInf).Mul(s1, big.NewFloat(float64(2*k)))
		x.Sub(x, directed(big.ToPositiveInf).Mul(s2, big.NewFloat(2)))
		x.Quo(x, new(big.Float).SetPrec(boundPrecision).SetInt(new(big.Int).Mul(big.NewInt(k), big.NewInt(k+1))))
		if x.Cmp(out) > 0 {
			out.Set(x)
		}
	}
	return out
}

// unionSizes returns, for each s, the number of pairs of quorums whose union has s nodes, and
// whether every two quorums meet; nil if there are too many pairs or ctx ends.
func unionSizes(ctx context.Context, f quorum.Family) (count []int, meet bool) {
	if f.Len() > maxPairedQuorums {
		return nil, false
	}
	twice := 0
	for _, r := range f.Responsibilities() {
		twice += r * (r - 1)
	}
	if twice/2 > maxCommonNodes || ctx.Err() != nil {
		return nil, false
	}
	count = make([]int, f.N()+1)
	size := make([]int, f.Len())
	through := make([][]int32, f.N())
	for i, q := range f.All() {
		size[i] = len(q)
		for _, v := range q {
			through[v] = append(through[v], int32(i))
		}
	}
	common := make([]int, f.Len())
	meet = true
	for i, q := range f.All() {
		if ctx.Err() != nil {
			return nil, false
		}
		clear(common[:i])
		for _, v := range q {
			for _, j := range through[v] {
				if int(j) >= i {
					break
				}
				common[j]++
			}
		}
		for j := range i {
			count[size[i]+size[j]-common[j]]++
			meet = meet && common[j] > 0
		}
	}
	return count, meet
}
