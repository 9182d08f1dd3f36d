package cyclic

import (
	"context"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/covers"
)

// Cover answers whether Z_n has a difference cover of at most k residues, and returns
// one of exactly k if it has: ascending from 0, the same for every number of jobs. decided
// is false if ctx ended before the answer, or if n > MaxNodes and neither counting nor a
// construction decides. It panics unless 1 <= k <= n.
func Cover(ctx context.Context, n, k, jobs int) (cover []int, decided bool) {
	if k < 1 || k > n {
		panic("search: a cover of fewer than 1 or more than n residues")
	}
	if bounds.MaekawaNodes(k) < n {
		return nil, true
	}
	if cover, _ := Constructed(n); len(cover) <= k {
		return padded(n, k, cover), true
	}
	if n > MaxNodes {
		return nil, false
	}
	cover, decided = exhaustion(n, k, jobs).Run(ctx)
	if cover != nil {
		cover = padded(n, k, cover)
	}
	return cover, decided
}

// padded returns a cover with the least other residues added up to k, ascending.
func padded(n, k int, cover []int) []int {
	cover = slices.Clone(cover)
	for x := 0; len(cover) < k; x++ {
		if !slices.Contains(cover, x) {
			cover = append(cover, x)
		}
	}
	slices.Sort(cover)
	return cover
}

// exhaustion is the search for a cover of at most k residues, k <= n <= MaxNodes.
func exhaustion(n, k, jobs int) covers.Search {
	return covers.Search{Space: covers.Cyclic(n), K: k, Jobs: jobs}
}
