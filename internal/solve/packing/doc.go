// Package packing finds how many quorums of a family fit into nodes of given capacities: of
// capacity 1 everywhere, how many are pairwise disjoint.
package packing
