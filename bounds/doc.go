// Package bounds holds the closed-form limits of quorum systems: numbers in, numbers out. No
// function here looks at a system. It takes the numbers of nodes, groups or quorum members, and
// returns a limit for all systems with these numbers, or the cost of an algorithm of the
// literature.
//
// # Words
//
// There are n nodes. A quorum system is a family of non-empty node sets, every two of which
// meet; a site assignment gives every node i its own quorum S_i. Maekawa's conditions on a site
// assignment are
//
//	(a) S_i ∩ S_j ≠ ∅    (b) i ∈ S_i    (c) |S_i| = K    (d) every node lies in D of the S_i
//
// The responsibility of a node is the number of listed quorums that hold it (in a site
// assignment: the number of i with the node in S_i; in a group quorum system: counted over all
// cartels). An m-group quorum system has cartels C_1, ..., C_m, and quorums of different
// cartels meet. The degree of a cartel is the most pairwise disjoint quorums in it; the degree
// of the system is the least over its cartels. A strategy is a probability distribution on the
// quorums. Under it every node is asked with some probability. The load of the system is the least,
// over strategies, of the busiest node's probability. The resilience is the most node crashes that
// always leave a whole quorum, which is one less than the size of a smallest transversal.
//
// # Hypotheses
//
// Every limit holds for some systems only, and the function's comment says for which. The functions
// cannot check that: the caller must check the hypothesis before applying a limit to a system. An
// example of a wrong use: the ten 2-element sets of five nodes do not meet pairwise, and their load
// 2/5 is below the 1/√5 of [LoadFromNodes], which therefore does not apply to them, nor to the read
// quorums of a system that reads 2 of 5.
//
// # Exactness
//
// Limits that are counts are ints, exact on their stated range; rational limits are *big.Rat;
// limits with a square root are a [Surd], a + √r with rational a and r, which compares exactly
// with any rational. A [Fraction] is a rational number that does not change and has a text. A
// float64 appears only in [Limit.Approx], [Fraction.Float64] and [Surd.Float64], where it is the
// rounded exact value.
//
// A function given a number outside its stated domain panics with an error: it is a
// caller's bug. [Limits], whose arguments come from a command line, returns that error instead.
//
// # What is where
//
//   - quorum size: [MaekawaNodes], [MaekawaSize], [PlaneSize], [NodesByResponsibility],
//     [MeanSizeFloor], [InclusionSize];
//   - load: [LoadFromSize], [LoadFromNodes], [PlaneLoad], [LoadFromLargest],
//     [CartelLoad], [LoadProduct], [MixLoad], [MixLoadFromSizes], [LoadFromResilience];
//   - resilience: [ResilienceFromSize], [ResilienceFromSurvivors],
//     [ResilienceFromNodes], [CartelResilience], [ResilienceSum], [ResilienceFromLoad];
//   - failure probability: [FailureFloor], [FailureFromSize], [FailureFromResilience],
//     [FailureCeiling], [FailureSum];
//   - degree: [Degree], [DegreeByResponsibility], [DegreeRadicand], [NetDegree], [CartelDegree],
//     [GroupsByResponsibility], and the cost of a degree: [NodesByDegree], [SizeByDegree];
//   - existence: [PlaneOrder], [BruckRyserChowla], [MOLS], [NetGroups], with the
//     number theory behind them, [SumOfTwoSquares], [ConicPlace];
//   - messages: [MessageCounts], [SurficialMessages], [SurficialMessagesUnbounded],
//     [SurficialSide];
//   - as lists: the limits that depend on n and m alone, [Limits]; the limits for a system with
//     more known facts, [Facts.Limits] and [GroupFacts.Limits].
//
// # Sources
//
//   - M. Maekawa, A √N algorithm for mutual exclusion in decentralized systems, ACM
//     TOCS 3(2), 1985.
//   - D. Agrawal, Ö. Eğecioğlu, A. El Abbadi, Billiard quorums on the grid, Inf. Process.
//     Lett. 64, 1997, doi:10.1016/S0020-0190(97)00145-2. It bounds messages only as
//     "proportional to the size of quorums", so it has no row in [MessageCounts].
//   - Y.-J. Joung, Quorum-based algorithms for group mutual exclusion, IEEE Trans. Parallel
//     Distrib. Syst. 14(5), 2003, doi:10.1109/TPDS.2003.1199064.
//   - H. Miyamoto, H. Kakugawa, M. Yamashita, Extended distributed k-mutual exclusion
//     (in Japanese), 1994.
//   - M. Naor, A. Wool, The load, capacity, and availability of quorum systems, SIAM J.
//     Comput. 27(2), 1998.
//   - D. Barbara, H. Garcia-Molina, The reliability of voting mechanisms, IEEE Trans. Comput.
//     C-36(10), 1987; K. Diks, E. Kranakis, D. Krizanc, B. Mans, A. Pelc, Optimal coteries and
//     voting schemes, Inf. Process. Lett. 51, 1994; D. Peleg, A. Wool, The availability of quorum
//     systems, Inf. Comput. 123(2), 1995.
//   - R. H. Bruck, H. J. Ryser, The nonexistence of certain finite projective planes,
//     Canad. J. Math. 1, 1949; S. Chowla, H. J. Ryser, Combinatorial problems, ibid. 2, 1950;
//     M. P. Schützenberger, A non-existence theorem for an infinite family of symmetrical
//     block designs, Ann. Eugenics 14, 1949.
//   - C. W. H. Lam, L. Thiel, S. Swiercz, The non-existence of finite projective planes of
//     order 10, Canad. J. Math. 41, 1989.
//   - G. Tarry, Le problème des 36 officiers, 1900; H. F. MacNeish, Euler squares, Ann. of
//     Math. 23, 1922; R. C. Bose, S. S. Shrikhande, E. T. Parker, Canad. J. Math. 12, 1960;
//     R. H. Bruck, Finite nets II: uniqueness and imbedding, Pacific J. Math. 13, 1963.
//   - J. Schönheim, On coverings, Pacific J. Math. 14, 1964.
//   - J.-P. Serre, A Course in Arithmetic, 1973, chapter III (Hilbert symbols).
//
// Proofs stand in docs/theorems; the function's comment names the file.
package bounds
