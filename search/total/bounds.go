package total

import (
	"fmt"

	"coterie/bounds"
	"coterie/gf"
)

// absent returns why n sets with (a) and (b) and responsibilities at most r cannot exist, as far as
// arithmetic tells; "" if it does not. For 1 <= r.
//
// Proof: docs/theorems/least-total.md.
func absent(n, r int) string {
	if n == 1 {
		return ""
	}
	if r*(r-1)+1 < n {
		return fmt.Sprintf("counting, R(R-1)+1 >= N (%d < %d)", r*(r-1)+1, n)
	}
	switch {
	case r*(r-1) == n && r >= 3 && !square(r, r-2, n):
		return "determinant argument, N = R(R-1)"
	case r*(r-1)+1 == n && r >= 3 && bounds.PlaneOrder(r-1).Status == bounds.PlaneExcludedByTheorem:
		return fmt.Sprintf("theorem of Bruck and Ryser, a plane of order R-1 = %d", r-1)
	}
	return ""
}

// square reports whether a^(n/2+1)·b^(n/2), n even, is a square.
func square(a, b, n int) bool {
	if n/2%2 == 0 {
		return gf.IsSquare(a)
	}
	return gf.IsSquare(b)
}

// limits tells lower bounds on Σ|S_i|, with the arguments that prove them, for n sets with (a), (b)
// and responsibilities at most r, where absent has no objection.
//
// Proof: docs/theorems/least-total.md.
func limits(n, r int, tell func(value int, by string)) {
	tell(n, "inclusion, every S_i holds i")
	if n < 2 {
		return
	}
	r = min(r, n)
	tell(n*((n+r-3)/(r-1)), fmt.Sprintf("sizes, every |S_i| >= ⌈(N-1)/(R-1)⌉ = %d", (n+r-3)/(r-1)))
	tell(byMeetings(n, r), "meetings, Σ r(r-1) >= N(N-1) for responsibilities r <= R")
	tell(n+byWeights(n, r), "weights, Σ(1-1/r) over the nodes of every S_i")
	if r < n {
		tell(3*n-3, "proper blocks, 3N-3 for R < N")
	}
}

// byMeetings is the bound by meetings; n·r where even that is not enough.
func byMeetings(n, r int) int {
	for total := n; total < n*r; total++ {
		full, rest := (total-n)/(r-1), (total-n)%(r-1)
		if full*r*(r-1)+rest*(rest+1) >= n*(n-1) {
			return total
		}
	}
	return n * r
}

// byWeights is ⌈n·w⌉; 2 <= r <= n.
func byWeights(n, r int) int {
	q, rest := (n-1)/(r-1), (n-1)%(r-1)
	// w = q(r-1)/r + rest/(rest+1)
	num, den := q*(r-1)*(rest+1)+rest*r, r*(rest+1)
	return (n*num + den - 1) / den
}
