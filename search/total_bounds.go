package search

import (
	"fmt"

	"coterie/bounds"
)

// totalLimit is a lower bound on a total with the argument that proves it.
type totalLimit struct {
	value int
	by    string
}

// totalAbsent returns why n sets with (a) and (b) and responsibilities at most r (sizes at
// most size; n for any) cannot exist, as far as arithmetic tells; "" if it does not. For 1 <= r.
//
//   - Sizes. S_i shares at least one node with each of the n-1 others, and each of its
//     nodes is in at most r-1 others: |S_i|(r-1) >= n-1. So ⌈(n-1)/(r-1)⌉ <= size.
//   - Counting. By the same and Σ|S_i| = Σ r_x <= nr there is a set with |S_i| <= r:
//     r(r-1) >= n-1.
//   - Determinant. Let n = r(r-1), r >= 3. Then |S_i| >= ⌈(n-1)/(r-1)⌉ = r for all i, and
//     Σ|S_i| <= nr, so all sizes and responsibilities are r. The nodes of S_i are r(r-1) = n
//     times in other sets, of which there are n-1: S_i shares two nodes with exactly one
//     S_i', one with all others. So the incidence matrix A has AA' = (r-1)I + J + P, P the
//     matrix of the pairing i, i' (n is even). Its eigenvalues are r-1+n+1 = r² for the
//     vector of ones, r for the n/2-1 dimensions of vectors that are equal on pairs and sum
//     to 0, and r-2 for the n/2 dimensions of those that are opposite on pairs. The
//     determinant r²·r^(n/2-1)·(r-2)^(n/2) is det(A)², so it must be a square.
//   - Planes. For n = r(r-1)+1 the same counting makes all sizes and responsibilities r and all
//     meetings single: a projective plane of order r-1, if r >= 3. The theorem of Bruck and
//     Ryser (bounds.PlaneOrder) forbids some.
func totalAbsent(n, r, size int) string {
	if n == 1 {
		return ""
	}
	if r*(r-1)+1 < n {
		return fmt.Sprintf("counting, R(R-1)+1 >= N (%d < %d)", r*(r-1)+1, n)
	}
	if least := (n + r - 3) / (r - 1); least > size {
		return fmt.Sprintf("counting, each set has at least ⌈(N-1)/(R-1)⌉ = %d nodes", least)
	}
	switch {
	case r*(r-1) == n && r >= 3 && !totalSquare(r, r-2, n):
		return "determinant argument, N = R(R-1)"
	case r*(r-1)+1 == n && r >= 3 && bounds.PlaneOrder(r-1).Status == bounds.PlaneExcludedByTheorem:
		return fmt.Sprintf("theorem of Bruck and Ryser, a plane of order R-1 = %d", r-1)
	}
	return ""
}

// totalSquare reports whether a^(n/2+1)·b^(n/2), n even, is a square.
func totalSquare(a, b, n int) bool {
	square := func(v int) bool {
		for k := 0; k*k <= v; k++ {
			if k*k == v {
				return true
			}
		}
		return false
	}
	switch odd := n / 2 % 2; odd {
	case 0:
		return square(a)
	default:
		return square(b)
	}
}

// totalLimits returns lower bounds on Σ|S_i|, for n sets with (a), (b) and responsibilities at
// most r, where totalAbsent has no objection.
//
// In the covering by blocks B_x = {i : x ∈ S_i}, t_i the number of blocks of two or more sites
// with site i, the total is T = n + f with f = Σ(|B|-1) over these blocks.
//
//   - Inclusion: T >= n, by (b).
//   - Sizes: |S_i| >= ⌈(n-1)/(r-1)⌉, as in totalAbsent.
//   - Meetings: each two sets meet in a node, and node x sees r_x(r_x-1) ordered pairs:
//     Σ r_x(r_x-1) >= n(n-1) with 1 <= r_x <= r and Σ r_x = T. The sum is convex, so that it
//     is greatest with as many r_x = r as possible, one between, and the others 1.
//   - Weights: f = Σ_i Σ_{B∋i} (1-1/|B|) >= n·w, where w is the least Σ(1-1/k_j) over
//     2 <= k_j <= r with Σ(k_j-1) >= n-1; see totalHunt for w = q(1-1/r) + (1-1/(ρ+1)), n-1 =
//     q(r-1)+ρ.
//   - Proper blocks: f >= 2n-3 if r < n, n >= 2. For n = 2 there is no such covering. For n >= 3
//     some site i has V∖{i} not as a block, or there are n blocks of n-1 sites, and f >=
//     n(n-2) >= 2n-3. Take i away: no block becomes everything, so that, by induction, the
//     rest has f >= 2n-5 (for n = 3 the rest, two sites, cannot be covered); and i was in at
//     least two blocks, for one alone would hold everything.
//   - Removal: taking away site i leaves a covering of n-1 sites, with t_i less in f. With
//     any i, f(n) >= f(n-1) + ⌈(n-1)/(r-1)⌉, where for f(n-1) the bounds before are put that
//     do not count the blocks: weights and proper blocks.
//
// All but the first three hold for coverings with any number of blocks.
func totalLimits(n, r int) []totalLimit {
	limits := []totalLimit{{n, "inclusion, every S_i holds i"}}
	if n < 2 {
		return limits
	}
	r = min(r, n)
	add := func(v int, by string) { limits = append(limits, totalLimit{v, by}) }
	add(n*((n+r-3)/(r-1)), fmt.Sprintf("sizes, every |S_i| >= ⌈(N-1)/(R-1)⌉ = %d", (n+r-3)/(r-1)))
	add(totalByMeetings(n, r), "meetings, Σ r(r-1) >= N(N-1) for responsibilities r <= R")
	add(n+totalByWeights(n, r), "weights, Σ(1-1/r) over the nodes of every S_i")
	if r < n {
		add(3*n-3, "proper blocks, 3N-3 for R < N")
	}
	if v, from := totalByRemoval(n, r); from < n {
		add(n+v, fmt.Sprintf("removal of sites down to %d, each in at least ⌈(N-1)/(R-1)⌉ sets more", from))
	}
	return limits
}

// totalByMeetings is the bound by meetings; n·r where even that is not enough.
func totalByMeetings(n, r int) int {
	for total := n; total < n*r; total++ {
		full, rest := (total-n)/(r-1), (total-n)%(r-1)
		if full*r*(r-1)+rest*(rest+1) >= n*(n-1) {
			return total
		}
	}
	return n * r
}

// totalByWeights is ⌈n·w⌉; 2 <= r <= n.
func totalByWeights(n, r int) int {
	q, rest := (n-1)/(r-1), (n-1)%(r-1)
	// w = q(r-1)/r + rest/(rest+1)
	num, den := q*(r-1)*(rest+1)+rest*r, r*(rest+1)
	return (n*num + den - 1) / den
}

// totalByRemoval is the greatest bound on f(n) by removals, and the number of sites at which
// they end.
func totalByRemoval(n, r int) (best, from int) {
	gained := 0
	for m := n; m >= 2; m-- {
		f := totalByWeights(m, min(r, m))
		if r < m {
			f = max(f, 2*m-3)
		}
		if f+gained > best {
			best, from = f+gained, m
		}
		gained += (m + min(r, m) - 3) / (min(r, m) - 1)
	}
	return best, from
}

// totalFloor is the best of the limits.
func totalFloor(n, r int) totalLimit {
	var best totalLimit
	for _, l := range totalLimits(n, r) {
		if l.value > best.value {
			best = l
		}
	}
	return best
}
