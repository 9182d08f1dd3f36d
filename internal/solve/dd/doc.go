// Package dd holds decision diagrams: families of sets of nodes, and by them the monotone functions
// of a quorum system, in a form whose size follows the structure of a family and not its length.
//
// A [Store] has levels 0..u-1, one for each node. A diagram is a [Ref], the number of a triple
// (level, lo, hi): lo are the sets without the node of the level, hi those with it, both as
// diagrams of later levels. [Zero] is the family without sets. The [Rule] of the store gives the
// meaning of a level that is left out:
//
//   - [BDD], reduced ordered binary decision diagrams: the node may be in the set or not. [One] is
//     the family of all sets, so that a diagram is the Boolean function "the set is in the family".
//   - [ZDD], zero-suppressed decision diagrams: the node is not in the set. [One] is the family of
//     the empty set alone. A monotone function is represented by its minimal sets.
//
// Invariants: the store has no triple that the rule leaves out (lo = hi, or hi = Zero), none occurs
// twice, and the parts of a triple have smaller numbers than it. So equal families have equal
// numbers.
//
// Representation: one slice of triples, an open hash table of their numbers, and a cache of the
// results of operations, in which a later one may replace an earlier one; a lost result is computed
// again, and finds its triples. No triple is freed before the store.
//
// A store has a limit of triples and a context. Once the limit is met or the context has ended, Err
// says so, and the results of operations since then are meaningless.
//
// Sources: R. E. Bryant, Graph-based algorithms for Boolean function manipulation, IEEE
// Transactions on Computers 35 (1986); S. Minato, Zero-suppressed BDDs for set manipulation in
// combinatorial problems, DAC 1993; D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4.
package dd
