// Package load looks for the least load that any quorum system on n nodes has.
//
// Within reach on two cores, with proof: n <= 13 in seconds; n = q²+q and q²+q+1, where there is a
// plane of order q, at once. Between, up to 10,000 nodes, two bounds in seconds.
//
// What could be better is split into cases by linear programs; the node weights that exclude them
// become clauses, in one of two formulas, and a solver shows that these have no model. Its word, or
// the proof that it writes, is all that the lower bound rests on.
//
// Method Cases asks no solver: nodes that no case has told apart may change their names, so that
// one case of each orbit is enough, and its node weights are added up exactly.
package load
