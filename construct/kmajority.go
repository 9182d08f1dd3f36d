package construct

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// KMajority returns the k-majority coterie of n nodes: all C(n,s) sets of s = ⌈(n+1)/(k+1)⌉ nodes,
// in lexicographic order. For k = 1 it is Majority, for n = k the k singletons.
//
// It is a k-coterie if and only if k·s <= n, that is, n mod k < ⌊n/k⌋, or n is in k·s..(k+1)·s-1
// for a whole s >= 1; so for every n >= k².
//
// The error is a *ParamError unless 1 <= k <= n <= MaxMajority, a *NoSystemError if k·s > n, and a
// *quorum.TooManyError, for there is no formula, if there are more than quorum.DefaultMaxQuorums
// quorums. Cost O(s·C(n,s)).
//
// H. Kakugawa, S. Fujita, M. Yamashita and T. Ae, Availability of k-coterie, IEEE Trans. Comput.
// 42, 1993, pages 553-558; cited by Miyamoto, Kakugawa and Yamashita (1994), section 1.
//
// Proof: docs/theorems/k-majority.md.
func KMajority(n, k int) (quorum.Known, error) {
	const name = "k-majority"
	if err := cmp.Or(checkRange(name, "n", n, 1, MaxMajority), checkRange(name, "k", k, 1, n)); err != nil {
		return quorum.Known{}, err
	}
	size := (n + 1 + k) / (k + 1)
	if k*size > n {
		return quorum.Known{}, noSystem(name, n, 0, fmt.Sprintf("%d disjoint sets of ⌈(n+1)/(k+1)⌉ = %d nodes do not fit in %d", k, size, n))
	}
	count := binomial(n, size)
	entries := new(big.Int).Mul(count, bigOf(size))
	if count.Cmp(bigOf(quorum.DefaultMaxQuorums)) > 0 || entries.Cmp(bigOf(quorum.MaxIncidences)) > 0 {
		return quorum.Known{}, tooMany(fmt.Sprintf("the %d-majority coterie of %d nodes", k, n), count, quorum.DefaultMaxQuorums, entries)
	}
	f, err := allOfSize(context.Background(), n, size)
	if err != nil {
		return quorum.Known{}, err
	}
	c, err := quorum.NewKCoterie("", k, f, nil)
	if err != nil {
		return quorum.Known{}, err
	}
	return quorum.KnownOf(c), nil
}

// allOfSize returns all sets of the given size of n nodes, 1 <= size <= n, in lexicographic order.
// The error is the cause of ctx if that ends first.
func allOfSize(ctx context.Context, n, size int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	count := int(binomial(n, size).Int64())
	b.Grow(count, count*size)
	poll := par.NewPoll(ctx)
	for q := range sets.Combinations[int32](n, size) {
		if err := poll.Err(); err != nil {
			return quorum.Family{}, err
		}
		if err := b.AddSorted(q); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family(), nil
}
