// Package maekawa looks for the sets that Maekawa's algorithm needs: the least K for n sites, and pairs
// of limits.
//
// Within reach on two cores: milliseconds wherever a cover, a plane or a symmetric system meets a bound
// by arithmetic, which is so for all n <= 60 but 29, 30, 38, 41 and 52 to 55. There the plain question
// is open, and no solver is expected to end it soon; the bounds differ by one.
//
// # Maekawa's sets
//
// [Find] asks for sets S_1..S_n on n nodes with (a), every two meet, (b), i ∈ S_i, |S_i| ≤ K,
// and every node in at most R of them: r(x) ≤ R, where r(x) is the responsibility of x. The least K
// is asked for with R = K. What follows is what the search rests on, with proofs.
//
// # Pairs of limits
//
// If sets with (a), |S_i| ≤ K and r(x) ≤ R exist, then
//
//	K(R-1)+1 ≥ n    and    R(R-1)+1 ≥ n.
//
// Proof. Count the pairs (x, j) with j ≠ i and x ∈ S_i ∩ S_j for one i. Each of the n-1 other sets
// gives one or more, and each x ∈ S_i at most R-1:
//
//	n-1 ≤ Σ_{x∈S_i} (r(x)-1) ≤ |S_i|(R-1),    (1)
//
// the first inequality of the two. Summed over all i, Σ_i Σ_{x∈S_i} (r(x)-1) = Σ_x r(x)(r(x)-1) ≥
// n(n-1), and the left side is at most n·R(R-1). ∎
//
// By (1) every size is at least s = ⌈(n-1)/(R-1)⌉. If s = R, then all sizes are R, since their sum
// is Σ r(x) ≤ nR; so then R is a K of the question of the least K, and whatever forbids that K
// forbids the pair, for every limit on sizes.
//
// With (b), K = 1 leaves S_i = {i}, which do not meet for n ≥ 2. With (b), K = 2 and n > 3 some node
// is in all sets, so that R ≥ n. Proof. A set of a single node x meets the others only if x is in all of
// them. So let all be pairs. Pairs that meet pairwise have a node in common, or they are the three pairs
// of three nodes, and by (b) there is no fourth node. ∎
//
// # Least K
//
// With R = K the least K is at least the K with K(K-1)+1 ≥ n (Maekawa 1985, section 3). At n =
// K(K-1)+1 equality means a projective plane of order K-1, which the theorem of Bruck and Ryser excludes
// for some orders; at n = K(K-1) a determinant would have to be a square. Both are proved at
// bounds.PlaneSize. For n = 111 the plane, of order 10, is excluded by a computation of Lam, Thiel and
// Swiercz (1989) that is not executed here; the result says so.
//
// From above, a difference cover of Z_n by K residues gives (a) to (d): translates of D, with size
// and responsibility |D| (construct.Cyclic). For n ≤ 28 the cover of the least size that arithmetic
// allows exists, so that arithmetic and covers alone answer. Constructions that need no search
// answer for every n: planes; rulers, of about √(3/2)·√n marks; and a plane whose lines are used again by
// the nodes beyond its points.
//
// # Inclusion restored
//
// Without (b) sites and nodes can be renamed independently, which permits to sort rows and columns of the
// matrix of a formula. For R = K nothing is lost: if sets with (a), |S_i| ≤ K and r(x) ≤ K exist, then
// such sets with (b) exist, and the search makes them of the former.
//
// Proof. Let a bipartite graph join site i and node x if x ∈ S_i. As long as a site with fewer than K
// nodes and a node with fewer than K sites are not joined, join them: (a) and the limits are kept.
// In the end all deficient sites are joined to all deficient nodes; and as there are n of both, the
// deficiencies of the sites have the same sum d as those of the nodes, nK less the number of edges.
// Let A be any set of sites, and B the nodes that are joined to any of them. If A has no deficient
// site, then the K|A| edges of A end in B, and |A| ≤ |B|. Otherwise B holds all deficient nodes, so
// that K|B| - d edges end in B, among them the at least K|A| - d of A, and again |A| ≤ |B|. By Hall's
// theorem a perfect matching exists. Give every node the number of the site it is matched with. ∎
//
// With equality in (c) and (d) the graph is regular and nothing has to be added. For R ≠ K the
// statement is false: K = 1, R = n has the sets {1}, {1}, ..., and none with (b). There, and where sets
// are to differ, which added nodes might undo, the question without (b) is used to refute only: its
// model is taken if it has a perfect matching, before or after adding, and else the question is put again
// with (b).
//
// # Order of rows and columns
//
// Without (b) every renaming of sites and every one of nodes carries models into models. Of all
// matrices of one orbit take that whose rows, read one after the other, are lexicographically the largest:
// exchanging two neighbouring rows, or columns, does not make it larger, so both are in descending order
// (Flener et al., CP 2002). If the sets differ, so do the rows, and they descend strictly.
//
// With (b) only renaming sites and nodes together is a symmetry. That moves the nodes of S_1 other than
// 1 to 2..|S_1|, which the formula with (b) asks for.
//
// # Equal sets
//
// Two of the sets can be equal only if n ≤ K(R-2)+2, so that for larger n sets that differ cost nothing.
//
// Proof. Let S_i = S_j with i ≠ j and k = |S_i|. In (1) the set S_j gives k pairs, and each of the n-2
// others at least one: n-2+k ≤ k(R-1), that is, n ≤ k(R-2)+2 ≤ K(R-2)+2. (R ≥ 2, as two sets hold a
// node of S_i.) ∎
//
// For n = 2, sets that are equally large and differ do not exist at all. Translates of a difference
// cover D differ unless D + t = D for some t ≠ 0.
//
// # Systems with a symmetry
//
// A permutation g of the nodes acts on the sites in the same way; g(S_i) = S_g(i) for all i says that
// the system stays the same. The search takes g with some fixed nodes and orbits of one length L. The set
// of a site that g moves is free, the others of its orbit follow; that of a fixed site is a union of
// orbits. So entries (i, x) and (g(i), g(x)) of the matrix are one variable, and one row, column and
// pair of sets of each orbit have to be asked for. L = n is a difference cover.
//
// If g has a fixed site, then L ≤ max(K, R-1). Proof. Its set S is a union of orbits and fixed nodes. If
// S holds an orbit, then L ≤ |S| ≤ K. Else take a site that g moves: its set meets S in a fixed node,
// which is then in the sets of its whole orbit, and in S, so that L+1 ≤ R. ∎
//
// What is not found with a symmetry may exist without one: the answer for symmetric systems is never a
// bound on all.
package maekawa
