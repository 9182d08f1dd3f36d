// Package vectors keeps sets of vectors of small numbers, exactly and in little memory: the states
// that a search has visited.
//
// A vector is folded by a binary tree over its positions. An inner node of the tree has a table
// that gives every pair of numbers below it a number of its own; at the root the pair itself is the
// vector, and its number its [Ref]. Vectors that agree in most positions share nearly all pairs but
// the last, so that a vector costs little more than one pair: 8 bytes, and 5 to 7 for the hash
// table (S. Blom, B. Lisser, J. van de Pol, M. Weber: A database approach to distributed state
// space generation, J. Logic Comput. 21, 2011; A. Laarman, J. van de Pol, M. Weber: Parallel
// recursive state compression for free, SPIN 2011). Nothing is lost: vectors are compared with the
// stored ones, so a collision of hashes costs only time.
//
// Several goroutines may add at once, each by a [Worker] of its own. A Ref that a worker got may be
// used by others once they are synchronised with it.
package vectors
