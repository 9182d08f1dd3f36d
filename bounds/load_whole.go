package bounds

import (
	"math/big"
	"sort"
)

// LoadFromWholeSizes returns a lower bound on the load of every quorum system of n nodes: PlaneLoad,
// sharpened by the fact that the size of a quorum is a whole number. The caller must have checked
// that every two quorums meet. The bound is 1 for n <= 2, and otherwise the least, over whole numbers
// s >= 2 and 0 <= a < n (a = 0 if s = 2), of the greatest of the three numbers
//
//	((s-2)(n+s-1) + a) / (n·s(s-2) + a),   (s(s-2) + a) / (n(s-2) + a(s-1)),   (s-1)/n,
//
// of which the first is read as (n+1)/(2n), the second as 2/n for s = 2. It is never less than
// PlaneLoad, and equal to it at n = q²+q+1; it is 3/5 for n = 4, 5/9 for n = 5 and 1/2 for n = 6.
//
// Proof. Take an optimal strategy w that is a vertex of the linear program, of load L. If a quorum
// has one node, that node is in all of them, and L = 1. So let L < 1 and all sizes be at least 2. As
// in the proof of PlaneLoad, at most n quorums Q have positive weight, each with
//
//	w(Q) <= W(|Q|),   W(s) = (Ls-1)/(s-1) = L - (1-L)/(s-1),
//
// and Σ w(Q)·|Q| <= nL. W is strictly increasing and strictly concave. Forget everything else, and choose n sizes s_i
// and weights 0 <= w_i <= W(s_i) with sum 1 whose cost Σ w_i·s_i is least; sizes may be taken to be at most n, so
// that there is a least cost, and it is at most nL. Call i full if w_i = W(s_i).
//
//   - At most one i is neither full nor of weight 0: of two of them, move weight from the one that is not
//     smaller to the other, until one is full or the other 0; the cost does not grow. Such an i has the
//     greatest size of positive weight, for else weight moved to it from a greater one would lower the cost.
//   - The sizes of positive weight are p and p+1, for some p. Suppose there are sizes p and r >= p+2 with positive weights; that of p is full
//     by the first point, that of r some w <= W(r). If w <= W(r-1), the size r-1 would do and cost less. Otherwise give the
//     first the size p+1 and the weight W(p+1), the second the size r-1 and the rest of the weight of
//     both, W(p) + w - W(p+1). That is more than 0, as w > W(r-1) >= W(p+1), and at most W(r-1), as w - W(r-1) <= W(r) -
//     W(r-1) <= W(p+1) - W(p) by concavity. The cost grows by
//     (p+1)W(p+1) + (r-1)(W(p)+w-W(p+1)) - p·W(p) - r·w = W(p) - w - (r-p-2)(W(p+1)-W(p)) < 0.
//
// So there is a choice of least cost in which either a weights, a < n, are full with one size s-1, and all others have size s
// (weight 0 does not care); or all positive weights have one size s, which is the same with a = 0. Hence
//
//	a·W(s-1) + (n-a)·W(s) >= 1,   nL >= s - a·W(s-1),   nL >= s-1,
//
// where the second is the cost, (s-1)·aW(s-1) + s(1 - aW(s-1)), and the third holds as no size is less than s-1. Solved
// for L they are the three bounds above. (No more can be had from the weights and sizes alone: if a·W(s-1) > 1 the conditions
// hold for n weights of size s-1.) ∎
//
// The bound is reached for n <= 7 and wherever there is a projective plane. It panics if n < 1. Cost:
// O(log n) fractions for each of a few s, those between 1/L and nL+1.
func LoadFromWholeSizes(n int) *big.Rat {
	needAtLeast("n", n, 1)
	best := bigRat(1)
	if n <= 2 {
		return best
	}
	// The first and the third number are greater than 1/s, and at least (s-1)/n.
	start := MaekawaSize(n)
	for s := start; fraction(s-1, n).Cmp(best) < 0; s++ {
		best = minRat(best, wholeSizesLoad(n, s))
	}
	for s := start - 1; s >= 2 && fraction(1, s).Cmp(best) < 0; s-- {
		best = minRat(best, wholeSizesLoad(n, s))
	}
	return best
}

// wholeSizesLoad returns the least over a of the greatest of the three numbers for s.
func wholeSizesLoad(n, s int) *big.Rat {
	if s == 2 {
		return maxRat(fraction(2, n), new(big.Rat).SetFrac(bigInt(n+1), multiply(2, n)))
	}
	weights := func(a int) *big.Rat {
		num := multiply(s-2, n+s-1)
		den := multiply(n, s, s-2)
		return new(big.Rat).SetFrac(num.Add(num, bigInt(a)), den.Add(den, bigInt(a)))
	}
	cost := func(a int) *big.Rat {
		num := multiply(s, s-2)
		den := multiply(n, s-2)
		return new(big.Rat).SetFrac(num.Add(num, bigInt(a)), den.Add(den, multiply(a, s-1)))
	}
	at := func(a int) *big.Rat { return maxRat(maxRat(weights(a), cost(a)), fraction(s-1, n)) }
	// The first grows with a, for it is at most 1. The second falls if n < s(s-1), so that the two
	// cross once; otherwise it does not, and a = 0 is best.
	a := sort.Search(n-1, func(a int) bool { return weights(a).Cmp(cost(a)) >= 0 })
	best := at(a)
	if a > 0 {
		best = minRat(best, at(a-1))
	}
	return minRat(best, at(0))
}

// minRat returns the smaller of two rationals.
func minRat(x, y *big.Rat) *big.Rat {
	if x.Cmp(y) <= 0 {
		return x
	}
	return y
}
