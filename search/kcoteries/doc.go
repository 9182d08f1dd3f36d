// Package kcoteries looks for the best k-coteries (Kakugawa, Fujita, Yamashita and Ae, IEEE Trans.
// Comput. 42, 1993): the least size under Maekawa's conditions, the least load, and the least
// probability that crashes leave fewer than h pairwise disjoint quorums.
//
// The size needs Maekawa's conditions, since without them k single nodes are best. Sites are parted
// into k coteries for an upper bound; counting gives a lower one. The two meet for 2 <= k <= 5 up
// to 40 nodes, and for most numbers of nodes to 150.
//
// Loads and probabilities are decided up to six nodes, where all classes of nondominated k-coteries
// are gone through: whatever a k-coterie has, one that dominates it has no worse. Beyond, a
// construction and a bound are given.
//
// Proof: docs/theorems/k-coterie-sites.md, docs/theorems/k-coterie-load.md.
package kcoteries
