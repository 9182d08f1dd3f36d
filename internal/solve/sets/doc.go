// Package sets holds the bit-parallel data structures with which every package counts: [Bits], a
// set of small integers with 64 to a word; [Matrix], rows of such sets, as the incidence of nodes
// and quorums; and [Table], the truth table of a Boolean function of few variables, as the live
// sets of a coterie.
//
// A mask is a set of at most 64 integers in one word: bit v stands for v. The mask of a set of
// nodes is also its place in a table.
//
// Nothing here allocates except results, and loops over words are short enough to be inlined.
// Indices out of range are a caller's bug and panic.
package sets
