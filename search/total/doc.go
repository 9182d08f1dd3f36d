// Package total looks for the least total size of Maekawa's sets under a limit on responsibility.
//
// Within reach on two cores: n = 10 in a tenth of a second for every limit, n = 18 in seconds for
// all but two; the search grows with the number of coverings, by orders of magnitude for each step
// below the best total.
//
// # The least total
//
// For n sites and a limit R the least Σ|S_i| is sought, over sets with (a), (b) and every
// responsibility at most R. Seen from the nodes this asks for a covering of all pairs of sites by
// blocks B_x = {i : x ∈ S_i}, each given to a site that it holds.
//
// For n <= 11 it costs nothing that the sets differ, whatever R: the search finds different sets
// with the least total (a test goes through them). In general it may: for n = 18, R = 6 the least
// total is 77, by sites spread over the points of a plane of order 3; with different sets nothing
// better than 78 is known.
//
// Proof: docs/theorems/least-total.md.
package total
