package bounds

import (
	"cmp"
	"math/big"
	"sort"
)

// MaxHolders is the greatest k of HolderLimits.
const MaxHolders = 10_000

// HolderLimits returns the closed-form limits on systems of n nodes for k holders at once: on
// k-coteries, of which any k+1 quorums hold two that meet and fewer than k disjoint ones extend,
// and on k-arbiters, of which every k+1 quorums share a node. The order is fixed: sizes, load and
// resilience of k-coteries, then those of k-arbiters.
//
// It refuses n outside 1..MaxNodes and k outside 1..min(n, MaxHolders).
//
// Proof: docs/theorems/holders.md.
func HolderLimits(n, k int) ([]Limit, error) {
	if err := cmp.Or(checkRange("n", n, 1, MaxNodes), checkRange("k", k, 1, min(n, MaxHolders))); err != nil {
		return nil, err
	}
	const (
		sites    = ", site assignments with every |S_i| and every responsibility at most K"
		arbiters = "k-arbiters (every k+1 quorums share a node)"
	)
	return []Limit{
		limit("k-coterie-smallest", SmallestQuorum, Upper, coteries, "floor(n/k)", "bounds.KCoterieSmallest").withInt(KCoterieSmallest(n, k)),
		limit("k-coterie-largest", QuorumSize, Upper, coteries, "n-k+1", "bounds.KCoterieLargest").withInt(KCoterieLargest(n, k)),
		limit("k-coterie-size", QuorumSize, Lower, coteries+sites, "least K with k(K(K-1)+1) >= n", "bounds.KCoterieSize").withInt(KCoterieSize(n, k)),
		holderLoad(n, k),
		holderResilience(n, k),
		limit("k-arbiter-size", QuorumSize, Lower, arbiters+sites, "least K with K^(k+1) >= n^k", "bounds.ArbiterSize").withInt(ArbiterSize(n, k)),
		limit("k-arbiter-resilience", Resilience, Upper, arbiters, "floor((n-1)/(k+1))", "bounds.ArbiterResilience").withInt(ArbiterResilience(n, k)),
	}, nil
}

const coteries = "k-coteries"

func holderLoad(n, k int) Limit {
	return limit("k-coterie-load", Load, Lower, coteries,
		"1/sqrt(kn)", "bounds.KCoterieLoad").withSurd(KCoterieLoad(n, k))
}

func holderResilience(n, k int) Limit {
	return limit("k-coterie-resilience", Resilience, Upper, coteries,
		"floor((kn-1)/(k+1))", "bounds.KCoterieResilience").withInt(KCoterieResilience(n, k))
}

// SmallestQuorum is the size of the smallest quorum.
const SmallestQuorum Quantity = "least K"

func needHolders(n, k int) {
	need("n", n, 1, MaxNodes)
	need("k", k, 1, n)
}

// KCoterieSmallest returns the greatest size of the smallest quorum of a k-coterie on n nodes, n/k
// rounded down: no quorum at all extends to k disjoint ones. It is reached by k parts of as many
// nodes. It panics unless 1 <= k <= n <= MaxNodes.
func KCoterieSmallest(n, k int) int {
	needHolders(n, k)
	return n / k
}

// KCoterieLargest returns the greatest size of a quorum of a k-coterie on n nodes, n-k+1: k-1
// others are disjoint from it. It is reached by k-1 single nodes beside a quorum of the others. It
// panics unless 1 <= k <= n <= MaxNodes.
func KCoterieLargest(n, k int) int {
	needHolders(n, k)
	return n - k + 1
}

// KCoterieSize returns the least K with k(K(K-1)+1) >= n. It is a lower bound of K where every node
// i has a quorum S_i in a k-coterie, of at most K nodes, and every node is in at most K of the S_i.
// For k = 1 it is MaekawaSize; k disjoint projective planes reach it. It needs only that two of any
// k+1 quorums meet. It panics unless 1 <= k <= n <= MaxNodes.
//
// Proof: docs/theorems/holders.md.
func KCoterieSize(n, k int) int {
	needHolders(n, k)
	return MaekawaSize((n + k - 1) / k)
}

// KCoterieLoad returns 1/√(kn), a lower bound of the load of a k-coterie on n nodes, reached by the
// k single nodes of n = k. For k = 1 it is LoadFromNodes. It needs only that two of any k+1 quorums
// meet. It panics unless 1 <= k <= n <= MaxNodes.
//
// Proof: docs/theorems/holders.md.
func KCoterieLoad(n, k int) Surd {
	needHolders(n, k)
	square := new(big.Int).Mul(big.NewInt(int64(n)), big.NewInt(int64(k)))
	return NewSurd(new(big.Rat), new(big.Rat).SetFrac(big.NewInt(1), square))
}

// KCoterieResilience returns the greatest resilience of a k-coterie on n nodes, (kn-1)/(k+1)
// rounded down: were n-f nodes at most n/(k+1), there would be k+1 disjoint sets of so many nodes,
// with a quorum in each. The k-majority reaches it, where it exists. It panics unless 1 <= k <= n
// <= MaxNodes.
func KCoterieResilience(n, k int) int {
	needHolders(n, k)
	return n - n/(k+1) - 1
}

// ArbiterSize returns the least K with K^(k+1) >= n^k. It is a lower bound of K where every node i
// has a quorum S_i, of at most K nodes, every k+1 of which share a node, and every node is in at
// most K of them. It panics unless 1 <= k <= n <= MaxNodes. Cost: some products of numbers of k·40
// bits.
//
// Proof: docs/theorems/holders.md.
func ArbiterSize(n, k int) int {
	needHolders(n, k)
	exponent := func(base, e int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(e)), nil)
	}
	want := exponent(n, k)
	return sort.Search(n, func(size int) bool { return exponent(size, k+1).Cmp(want) >= 0 })
}

// ArbiterResilience returns the greatest resilience of a k-arbiter on n nodes, (n-1)/(k+1) rounded
// down: were n at most (k+1)f, k+1 sets of f nodes would cover all nodes, and the quorums without
// the nodes of one of them each would share none. The uniform k-arbiter reaches it. It panics
// unless 1 <= k <= n <= MaxNodes.
func ArbiterResilience(n, k int) int {
	needHolders(n, k)
	return (n - 1) / (k + 1)
}
