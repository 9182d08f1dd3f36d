// Package maekawa looks for the sets that Maekawa's algorithm needs: the least K for n sites, and
// pairs of limits.
//
// Within reach on two cores: milliseconds wherever a cover, a plane or a symmetric system meets a
// bound by arithmetic, which is so for all n <= 60 but 30, 38 and 52 to 55; a second for 30, where
// the sets fall into pairs and a formula of these is refuted. For the others the plain question is
// open, and no solver is expected to end it soon; the bounds differ by one. Package
// [coterie/bounds/excess] says what structure remains.
//
// # Maekawa's sets
//
// [Least] and [Pair] ask for sets S_1..S_n on n nodes with (a), every two meet, (b), i ∈ S_i, |S_i|
// ≤ K, and every node in at most R of them. The least K is asked for with R = K; it is at least the
// K with K(K-1)+1 ≥ n. At n = K(K-1)+1 equality means a projective plane of order K-1, at n =
// K(K-1) a determinant would have to be a square. For n = 111 the plane, of order 10, is excluded
// by a computation of Lam, Thiel and Swiercz (1989) that is not executed here; the result says so.
//
// From above, a difference cover of Z_n by K residues gives (a) to (d) (construct.Cyclic). For n ≤
// 28 the cover of the least size that arithmetic allows exists, so that arithmetic and covers alone
// answer. Constructions that need no search answer for every n: planes; rulers, of about √(3/2)·√n
// marks; and a plane whose lines are used again by the nodes beyond its points.
//
// For R = K nothing is lost without (b), and rows and columns of the matrix of a formula can be
// sorted. For R ≠ K, and where sets are to differ, the question without (b) is used to refute only:
// its model is taken if it has a perfect matching, before or after adding nodes, and else the
// question is put again with (b). What is not found with a symmetry may exist without one: the
// answer for symmetric systems is never a bound on all.
//
// [Automorphisms] prescribes any group with any orbits, on nodes and sites each its own; where n is
// within K-2 of K(K-1)+1, [PrimeOrders] lists which prime orders automorphisms can have, with how
// many fixed nodes, by counting and by SAT.
//
// Proof: docs/theorems/prescribed-automorphisms.md, docs/theorems/pairs-of-limits.md,
// docs/theorems/plane-size.md, docs/theorems/inclusion-restored.md, docs/theorems/excess-pairs.md,
// docs/theorems/excess-cycles.md.
package maekawa
