// Package group looks for group quorum systems of the greatest degree.
//
// Within reach on two cores: every n <= 16 with m <= 5 in milliseconds each, and every n <= 36 with
// m <= 6; bounds by constructions and counting for up to 2,000 nodes and 100 groups.
//
// # Degrees and covering arrays
//
// A covering array CA(n; 2, m, d) has n rows, m columns and entries from d symbols, and every two columns show
// each of the d² pairs of symbols in some row; CAN(2,m,d) is the least n for which there is one. For m >= 2 the
// greatest degree of an m-group quorum system on n nodes is the greatest d with CAN(2,m,d) <= n.
//
// Proof. Let the degree be at least d, and choose d pairwise disjoint quorums in each of the m cartels. Number
// them, give each node that is in none of the chosen quorums of a cartel to any of them, and write into row v
// and column c the number of the quorum of cartel c that node v is in now. Chosen quorums of different cartels
// had a node in common, and have it still: its row shows their pair. Conversely let an array be given. The rows
// that show symbol s in column c are a quorum. It is not empty, as the column shows s in a pair (m >= 2); those
// of one column are disjoint, hence an antichain of degree d; those of two columns meet in a row that shows
// their pair. ∎
//
// With a limit R on the responsibility (the number of quorums, over all cartels, that a node is in) nodes are
// not given away, and an entry may be blank: there is a system of degree at least d with all responsibilities
// at most R if and only if there is an array, perhaps with blanks, in which every two columns show all d² pairs
// and no row shows more than R symbols. The proof is the same: a system loses no property when a cartel is cut
// down to d disjoint quorums, and no node is then in more quorums. For R >= m this is no limit: m symbols are
// all that a row can show.
//
// For m = 1 the greatest degree is n: n quorums of one node.
//
// # What excludes a degree
//
//   - d² <= n for m >= 2 (Joung 2003, Lemma 3.2; bounds.Degree), as two columns show d² pairs in different
//     rows.
//   - For n = d² the array is orthogonal: m-2 orthogonal Latin squares of side d (bounds.NetDegree): m <= d+1,
//     and m <= 3 for d = 6 (Tarry 1900). For m = 2 and 3 there are such arrays for every d (grids; Latin
//     squares), so that the greatest degree is ⌊√n⌋ for every n. For powers of primes d and m <= d+1 the affine
//     plane is one, CAN = d². Proof. Its d² points are the rows, m of its d+1 classes of parallels the columns,
//     the d lines of a class the symbols. Two lines of different classes share exactly one point, which shows
//     their pair. ∎ For d = 1 one row is enough, for every m.
//   - d = 2: m <= C(n-1, ⌈n/2⌉) (Katona 1973; Kleitman and Spencer 1973). Proof from the theorem of Erdős, Ko
//     and Rado (1961): of each column take the rows with 0 or those with 1, whichever are fewer, k = ⌊n/2⌋ at
//     most. For two columns these sets meet, and neither contains the other, since all four pairs are shown; so
//     they are at most C(n-1, k-1) = C(n-1, ⌈n/2⌉). ∎ So many there are: the sets of groupKatona, ⌈n/2⌉ of n-1
//     rows.
//   - Tight quorums: for m >= d+2 and n <= d²+d-2, m(d²+d-n) <= n. Proof. Every symbol is in at least d rows.
//     Let n = d²+e; call a symbol of a column tight if it is in exactly d rows. As each column has e rows more
//     than d for each symbol, at least d-e of its symbols are tight, and at most e(d+1) rows of it show others.
//     Two rows that show the same tight symbol in a column differ in every other column: the d rows with it
//     show all d symbols there. So for a row r that shows tight symbols in t columns, the rows that share one of
//     them with r are t(d-1) different ones, which share nothing else with r. From t(d-1) <= n-1 <=
//     (d-1)(d+2)-1 we get t <= d+1 < m: some symbol of r is not tight, and at least d further rows share it. So
//     t(d-1) + d <= n-1 = d²-1+e and t <= d + (e-1)/(d-1) < d+1. Hence each row shows at least m-d symbols that
//     are not tight, n(m-d) <= m·e(d+1), and (d²+e)(m-d) <= m·e(d+1) is m(d-e) <= d²+e, as m(d²+e) - m·e(d+1) =
//     m·d(d-e). ∎
//   - Fusion: CAN(2,m,d-1) <= CAN(2,m,d) - 2 for d >= 2 and m >= 2 (Colbourn, Kéri, Rivas Soriano and
//     Schlage-Puchta 2010). So what excludes degree d-1 on n-2 nodes excludes d on n. Proof. Rename the symbols
//     of each column so that one row shows ∞ throughout. Drop this row. Drop another row x too, and write, in
//     each column c, x_c for every ∞ that is left (any symbol if x_c = ∞). Pairs without ∞ that the row x did
//     not show are where they were. The pair (x_a,x_b) of columns a and b, neither of them ∞, is shown now
//     where (∞,x_b) was: not in the first row, which has ∞ in column b, nor in x. ∎ (Executed on nets it builds
//     arrays, too.)
//   - With a limit R on responsibility: bounds.DegreeByResponsibility (Joung's Lemma 3.3 generalised). R = 1 is
//     impossible for m >= 2: a node that two quorums of different cartels share is in both. And sizes: a quorum
//     meets d(m-1) chosen ones of the other cartels, at most R-1 of them in one node, so it has at least k =
//     ⌈d(m-1)/(R-1)⌉ nodes; all chosen ones together take m·d·k <= R·n. For R = 2 the first is the whole truth:
//     m(m-1)/2 squares of d² nodes, one for each pair of cartels, whose columns belong to the one cartel and
//     whose rows to the other (Joung's surficial system), with nodes to spare in no quorum, have degree d
//     whenever m(m-1)/2·d² <= n.
//
// # Which degrees are decided by search
//
// What is left between these arguments and the constructions is a question for one array. The exhaustive search
// lists columns as bit masks and looks for columns that go together; the SAT encoding fixes the d² rows that
// show the pairs of the first two columns. How each cuts symmetric arrays off, and that this loses none up to
// symmetry, is proved at groupExhaust and at groupNormalise.
package group
