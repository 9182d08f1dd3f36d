// Package group looks for group quorum systems of the greatest degree.
//
// Within reach on two cores: every n <= 16 with m <= 5 in milliseconds each, and every n <= 36 with
// m <= 6; bounds by constructions and counting for up to 2,000 nodes and 100 groups.
//
// # Degrees and covering arrays
//
// For m >= 2 the greatest degree of an m-group quorum system on n nodes is the greatest d for which
// there is a covering array with n rows, m columns and d symbols: every two columns show each of
// the d² pairs of symbols in some row. With a limit on responsibility an entry may be blank, and no
// row shows more symbols than that. What excludes a degree is proved with it: d² <= n, orthogonal
// Latin squares, the theorem of Erdős, Ko and Rado for d = 2, tight quorums, and fusion.
//
// # Local search
//
// What is left between these arguments and the constructions is a question for one array. A local
// search finds most of those that tables have from annealing, with and without blanks: a step takes
// a pair of symbols that no row shows, and lets a row show it that has one of the two. Pairs that
// were tried in vain get more weight (the breakout method of Morris 1993). It proves nothing. The
// same engine looks for arrays that a group of permutations of columns and symbols leaves
// unchanged, over the orbits of their rows: it draws many groups of the catalogue (see
// [coterie/groups]), with an action of each, and tries them for a few steps, and those that come
// closest for more. Difference matrices, starter vectors (Meagher and Stevens 2005) and cover
// starters are cases of it; groups such as the alternating one on four points and the quaternions
// of order 16 give arrays, too.
//
// Where the balanced columns can be listed, because there are few rows or a group acts on the
// symbols of each column, a tabu search looks for a large clique of columns that fit together in
// pairs. It finds 20 columns of three symbols in 15 rows, and 64 of four in 32.
//
// # Which degrees are decided by search
//
// The exhaustive search lists columns as bit masks and looks for columns that go together: its
// first steps come before the local search, all the others after it. The SAT encoding fixes the d²
// rows that show the pairs of the first two columns. How each cuts symmetric arrays off, and that
// this loses none up to symmetry, is proved, too.
//
// Proof: docs/theorems/covering-arrays.md, docs/theorems/group-normal-form.md.
package group
