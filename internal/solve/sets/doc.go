// Package sets holds the bit-parallel mechanisms that every package counts with: [Bits], a set of
// small integers with 64 to a word; [Matrix], rows of such sets, as the incidence of nodes and
// quorums; and [Table], the truth table of a Boolean function of few variables, as the live sets of
// a coterie.
//
// A mask is a set of at most 64 integers in one word: bit v stands for v. A set of nodes and its
// place in a table are one number.
//
// Nothing here allocates but what is returned, and what loops over words is short enough to be
// inlined. Indices out of range are a caller's bug and panic.
package sets
