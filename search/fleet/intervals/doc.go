// Package intervals finds the best quorum system of a fleet of few nodes among all there are, and
// proves that it is.
//
// # Definition
//
// Reads are a monotone Boolean function f of the nodes that live: true where they contain a read
// quorum. Writes are its dual: no families of quorums that meet are better, whatever is asked for.
// On five nodes there are 7,579 such functions, on six 7.8 million, on seven 2.4·10¹². Reads =
// writes asks for the self-dual ones, the nondominated coteries.
//
// # Method
//
// [Find] is a branch and bound over intervals lo <= f <= hi of functions, as truth tables. Reads
// from hi and writes from the dual of lo bound every function in between by a linear program. Where
// the quorums that its solution asks meet, one of those functions has that figure; otherwise two of
// them are disjoint, and it branches on whether the first contains a quorum. Nodes that are alike
// make intervals that are images of each other, of which one is looked at. The intervals with the
// least bounds are taken first, a fixed number at a time, so that answers do not depend on how many
// workers there are. Proof: docs/theorems/intervals.md.
//
// Linear programs are solved in floating point, whose dual values prove bounds that are rounded
// down; ties are compared in rational numbers. What is required of a system bounds the first
// interval (what it survives), the linear programs (capacity, time, nodes asked), or the functions
// of an interval by the probability that quorums live.
//
// # Reach
//
// On one core, fleets of five nodes take milliseconds, of six some tens of them, or seconds where
// there is a strategy for each of many shares, most of seven or eight nodes seconds. Beyond that a
// search that is cut off has a bound that holds for every system: of ten nodes most often within
// a few percent after 6,000 intervals. Where another bound is known, it ends as soon as its pace
// says that it will not pass that one.
package intervals
