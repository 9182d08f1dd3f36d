// Package floor bounds the figures of every quorum system under a fleet, without looking for one.
//
// # What is bounded
//
// Let a be the probabilities with which a read asks the nodes, and b those of a write, under some
// strategies of some system. Every read quorum meets every write quorum, so
//
//	Σ a(i)·b(i) >= 1.
//
// The load limits each product: where node i is busy for p·a(i)+q·b(i) <= U, the point (a(i),b(i))
// is in a triangle, on which a·b is at most U·(λ²·b/p + (1-λ)²·a/q) for every λ in [0,1], and at
// most a and b. The requirements are linear in a and b: what survives failures has a node beside
// each set that may fail. Together this is a linear program whose least value no system undercuts.
//
// Proof: docs/theorems/meeting-products.md.
//
// # Method
//
// The linear program is solved in floating point, which proposes multipliers for its rows. They are
// rounded to fractions, and what they prove is computed exactly by weak duality: a [Proof] holds
// the rows and the multipliers, and adds them up again.
package floor
