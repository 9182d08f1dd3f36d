// Package total looks for the least total size of Maekawa's sets under a limit on responsibility.
//
// Within reach on two cores: n = 10 in a tenth of a second for every limit, n = 18 in seconds for all
// but two; the search grows with the number of coverings, by orders of magnitude for each step below
// the best total.
//
// # The least total
//
// For n sites and a limit R the least Σ|S_i| is sought, over sets with (a), (b) and every responsibility at
// most R. Seen from the nodes this asks for a covering: let the block B_x = {i : x ∈ S_i} hold the sites that ask
// node x. Then (a) says that every two sites are in a common block, (b) that x ∈ B_x, the
// responsibility of x is |B_x|, and the total is Σ|B_x|.
//
// Leave out the blocks of a single site. What stays are at most n blocks of 2..R sites that cover all pairs, and the
// total is T = n + f with f = Σ(|B|-1). Conversely let such blocks be given, and give each to a site that
// it holds, no two to one site; every other site is asked by itself alone. These sets have (a) and (b) and the
// total n + f. Whether blocks can be given away like that, a matching tells; for sets that differ it may use only one of the
// sites that are in exactly the same blocks: a site without a block is alone in asking itself, and two
// sites in the same blocks that both own one have equal sets. So the cheapest covering has the least total, unless no
// matching gives its blocks away; then all coverings of that cost are searched through for one that has a matching.
//
// # When there are no sets
//
// Let |S_i| <= K besides (K = n for no limit), n >= 2.
//
//   - Counting. S_i shares a node with each of the n-1 others, and each of its nodes is in at
//     most R-1 others: |S_i|(R-1) >= n-1. As Σ|S_i| is the sum of the responsibilities, at most nR, some |S_i| <=
//     R: so R(R-1)+1 >= n. And K >= ⌈(n-1)/(R-1)⌉.
//   - Determinant. Let n = R(R-1), R >= 3. Then |S_i| >= ⌈(n-1)/(R-1)⌉ = R for all i, and
//     Σ|S_i| <= nR, so that all sizes and responsibilities are R. The nodes of S_i are R(R-1) = n
//     times in the n-1 other sets, each of which it meets: it shares two nodes with exactly one S_i', and one with
//     every other. So the incidence matrix A has AA' = (R-1)I + J + P, P the
//     matrix of the pairing i, i' (n is even). The eigenvalues are R-1+n+1 = R² for the
//     vector of ones, R on the n/2-1 dimensions of vectors that are equal on pairs and sum
//     to 0, and R-2 on the n/2 dimensions of those that are opposite on pairs. So
//     R²·R^(n/2-1)·(R-2)^(n/2) = det(A)² is a square. For R = 5, n = 20 it is none.
//   - Planes. For n = R(R-1)+1 the same counting makes all sizes and responsibilities R and all
//     meetings single: a projective plane of order R-1, if R >= 3. The theorem of Bruck and
//     Ryser (bounds.PlaneOrder) excludes some orders.
//
// # Lower bounds on the total
//
// With t_i the number of blocks (of two or more sites) that hold site i:
//
//   - Inclusion: T >= n, by (b).
//   - Sizes: |S_i| >= ⌈(n-1)/(R-1)⌉, so that T is at least n times that.
//   - Meetings: every two sets meet in a node, and a node of responsibility r is where r(r-1) ordered pairs
//     do: Σ r(r-1) >= n(n-1) with 1 <= r <= R and Σ r = T. The sum is convex, so that it
//     is greatest with as many r = R as possible, one between, and the others 1.
//   - Weights: f = Σ_i Σ_{B∋i} (1-1/|B|) >= n·w, where w is the least Σ(1-1/k_j) over
//     2 <= k_j <= R with Σ(k_j-1) >= n-1, for the blocks of a site hold all others. As 1-1/k is a concave
//     increasing function of k-1, w has as many k_j = R as possible: w = q(1-1/R) + (1-1/(ρ+1)) for
//     n-1 = q(R-1)+ρ, 0 <= ρ < R-1.
//   - Proper blocks: T >= 3n-3 if R < n. That is f >= 2n-3, by induction on n for blocks that are not everything. For n = 2
//     there are none that cover. For n >= 3, if for every site i all others make up a block, f >= n(n-2) >= 2n-3.
//     Else take away a site i for which they do not: no block becomes everything, so that what is left has f >= 2(n-1)-3
//     (for n = 3 that cannot be, as two sites are not covered), and i was in at least two blocks,
//     for a single one would be everything. Both are worth 1 in f.
//
// The last is sharp: for 2n/3 <= R < n spread the sites over three points, and take for blocks what is on
// two of them. For R = n one block of everything, the star S_i = {1, i}, has the total 2n-1, which is the bound by meetings.
//
// # What it costs that the sets differ
//
// For n <= 11 nothing, whatever R: the search finds different sets with the least total (a test goes through them). In
// general it may: a covering with more blocks than there are kinds of sites, told apart by their blocks, gives equal sets.
// For n = 18, R = 6 the least total is 77, by sites spread over the points of a plane of order 3; with different sets
// nothing better than 78 is known.
package total
