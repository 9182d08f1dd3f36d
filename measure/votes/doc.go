// Package votes finds integer votes of the nodes of a coterie, of the least total, under which its
// live sets are those with enough votes; or a list of quorums, a trade, which proves that no votes
// do it.
//
// # Votes and load
//
// A vote assignment of a coterie gives each node a number of votes >= 0 so that the live sets,
// which contain a quorum, are those with more than half of all votes (Garcia-Molina and Barbara
// 1985). A nondominated coterie has one if and only if its load L is more than 1/2, and then the
// node weights of the load are votes. The total of integer votes is at least 1/(2L-1), and the
// least is odd (docs/theorems/votes-and-load.md).
//
// In every vote-assignable nondominated coterie of at most eight nodes the least odd number that is
// at least 1/(2L-1) is reached (a test of package enumerate goes through them all). The votes
// 24-21-16-13-10-7-6-3-1 make one of nine nodes where it is not: L = 35/69, and the least total is
// 71.
//
// # Votes with a quota
//
// A coterie f, dominated or not, has votes with a quota if and only if the nondominated coterie g =
// f ∨ x·f*, with one more node x, has votes (docs/theorems/quotas.md). The least quota that is more
// than half of the votes is (W+1)/2 for the least total W of g, and a trade of g proves that f has
// no votes with any quota.
package votes
