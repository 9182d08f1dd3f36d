// Package packing finds the greatest number of quorums of a family that fit into nodes of given
// capacities. With capacity 1 everywhere they are pairwise disjoint.
package packing
