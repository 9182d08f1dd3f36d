// Package votes finds integer votes of the nodes of a coterie, with the least total, under which
// its live sets are the sets with enough votes. If there are no such votes, it finds a list of
// quorums, a trade, that proves it.
//
// # Votes and load
//
// A vote assignment of a coterie gives each node a number of votes >= 0 so that the live sets,
// which contain a quorum, are those with more than half of all votes (Garcia-Molina and Barbara
// 1985). A nondominated coterie has one if and only if its load L is more than 1/2, and then the
// node weights of the load are votes. The total of integer votes is at least 1/(2L-1), and the
// least is odd (docs/theorems/votes-and-load.md).
//
// In every vote-assignable nondominated coterie of at most eight nodes the least total is the least
// odd number that is at least 1/(2L-1) (a test of package enumerate goes through them all). For
// nine nodes it may be greater: with the votes 24-21-16-13-10-7-6-3-1 L is 35/69, and the least
// total is 71.
//
// # Votes with a quota
//
// A coterie f, dominated or not, has votes with a quota if and only if the nondominated coterie g =
// f ∨ x·f*, with one more node x, has votes (docs/theorems/quotas.md). The least quota that is more
// than half of the votes is (W+1)/2 for the least total W of g, and a trade of g proves that f has
// no votes with any quota.
package votes
