package maekawa

import (
	"fmt"

	"coterie/internal/solve/session"
)

// forbidden says which argument forbids a pair of limits; it is empty if none of them does.
// Proof: docs/theorems/pairs-of-limits.md.
func forbidden(c limits) string {
	n, k, r := c.n, c.size, c.responsibility
	if c.exact && k != r {
		return "counting: the n sets have n·K nodes in all, and n·R, so that K = R"
	}
	if c.unique && c.exact && k == n && n > 1 {
		return fmt.Sprintf("all sets of %d of %d nodes are equal", n, n)
	}
	if n == 1 {
		return ""
	}
	if r*(r-1)+1 < n {
		return fmt.Sprintf("counting, R(R-1)+1 >= n: %d < %d", r*(r-1)+1, n)
	}
	if k*(r-1)+1 < n {
		return fmt.Sprintf("counting, K(R-1)+1 >= n: %d < %d", k*(r-1)+1, n)
	}
	// R >= 2 now. Every set has at least this many nodes.
	least := (n - 1 + r - 2) / (r - 1)
	if least == r {
		if lower, by := session.LeastSize(n); lower > r {
			return "all sizes are R, for counting leaves no other; " + by
		}
	}
	switch {
	case k == 1:
		return "i in S_i leaves S_i = {i} for K = 1, and two of these do not meet"
	case k == 2 && n > 3 && r < n:
		return "pairs that meet pairwise and reach more than 3 nodes have one in common: its responsibility is n"
	}
	return ""
}

// uniqueIsFree reports whether sets within the limits are never equal.
func uniqueIsFree(c limits) bool {
	return c.n > c.size*(c.responsibility-2)+2 && c.responsibility >= 2
}
