// Package planes builds finite geometries in which lines meet: projective and affine planes over
// Galois fields, cyclic difference sets, nets, mutually orthogonal Latin squares, and block
// designs.
//
// # Planes
//
// A projective plane of order n >= 2 has n^2+n+1 points and as many lines, n+1 points on each line
// and n+1 lines through each point; any two points are joined by exactly one line, any two lines
// meet in exactly one point, and there is a quadrangle: four points no three of which are on a
// line. An affine plane of order n >= 2 is a projective plane without one of its lines and the
// points on it: n^2 points, n^2+n lines of n points, any two points on exactly one line, and the
// lines in n+1 parallel classes of n lines, each class a partition of the points.
//
// [Plane] is a plane given explicitly, as the list of its lines. It satisfies these axioms whenever
// it exists: [NewProjective] and [NewAffine] build planes over fields, which have them by linear
// algebra, and [FromLines] checks them. [Plane.Verify] judges them from the list of lines alone,
// with a witness. Order 1 is admitted as a degenerate projective plane, the triangle: it satisfies
// everything except that it has no quadrangle.
//
// # Coordinates and numbering
//
// PG(2,q) is the geometry of the 3-dimensional vector space over GF(q): points are its
// 1-dimensional subspaces, lines its 2-dimensional ones. A point is written by homogeneous
// coordinates (x0, x1, x2), not all 0 and up to a common factor; a line [a0, a1, a2] has the points
// with a0 x0 + a1 x1 + a2 x2 = 0. The normal form of a point has 1 as its first non-zero
// coordinate:
//
//	number        point      affine meaning
//	0             (0, 0, 1)  the direction of the lines x = c
//	1 + a         (0, 1, a)  the direction of the lines of slope a
//	q+1 + q x+y   (1, x, y)  the point (x, y)
//
// where a, x, y are the codes 0..q-1 of field elements in package gf. So points are numbered by the
// lexicographic order of their normal forms. The normal form of a line has 1 as its last non-zero
// coordinate:
//
//	number        line         affine meaning
//	0             [1, 0, 0]    the line at infinity
//	1 + c         [-c, 1, 0]   x = c
//	q+1 + q a+c   [-c, -a, 1]  y = a x + c
//
// and lines are numbered by the lexicographic order of their ascending lists of points: line 0 is
// 0..q, the next q lines go through point 0, then q lines go through point 1, and so on. AG(2,q) is
// PG(2,q) without line 0 and points 0..q, so that point q x + y is (x, y), line c is x = c, and
// line q + q a + c is y = a x + c. Its parallel class 0 is the lines x = c, and class 1+a the lines
// of slope a, each in the order of c.
//
// The join of two points is O(1) field operations with these coordinates. Everything else about a
// plane is read from its table of lines, 4 bytes per incidence, and from a second table, the lines
// through each point, which is made when it is first asked for.
//
// # Planes that are not Desarguesian
//
// [NewHall], its dual [NewDualHall], and [NewHughes] are planes in which Desargues's theorem fails;
// with PG(2,9) they are the four planes of order 9, and there are no others (Lam, Kolesova and
// Thiel 1991). All computations about them use their lists of lines alone:
// [Plane.DesarguesCounterexample] finds a configuration that refutes the theorem, or proves the
// theorem for the plane; [DesarguesConfiguration.Refutes] checks one; [Plane.CentralGroups] and
// [Plane.FanoSubplanes] are invariants, which tell the four planes apart:
//
//	plane of order 9   full groups   their centres   their axes   Fano subplanes
//	PG(2,9)            8281          91              91           0
//	Hall               100           10              91           51840
//	dual Hall          100           91              10           51840
//	Hughes             0             0               0            33696
//
// # Singer difference sets
//
// A perfect difference set modulo v is a set D of residues such that every residue but 0 is a
// difference of two elements of D exactly once. [IsDifferenceSet] judges this; [IsDifferenceCover]
// judges the weaker form, where every residue is a difference at least once. Then the translates D
// + i are the lines of a projective plane on the residues: |D ∩ (D+i)| counts the ways to write i
// as a difference, so two translates meet in one point. Singer (1938) showed that PG(2,q) is such a
// plane for every prime power q, with v = q^2+q+1.
//
// (docs/theorems/singer.md)
//
// [SingerSet] takes for D the line through points 0 and 1: the k with w^k in the span of 1 and w.
// This is a normal form up to translation, as 1 is a difference exactly once. A linear recurrence
// finds it in v steps and O(q) memory, and all q(q+1) differences are then counted, again in O(q)
// memory, at orders whose table of lines would not fit anywhere.
//
// # Nets and Latin squares
//
// An m-net of side s ([Net]) is s^2 points and m parallel classes of s lines such that each class
// partitions the points and lines of different classes meet in exactly one point; each line has s
// points then. Above side 1, m is at most s+1, and a net with s+1 classes is an affine plane (Bruck
// 1951). The first m classes of AG(2,q) are a net of side q.
//
// A net is a set of m-2 mutually orthogonal Latin squares, and conversely. Two classes of the net
// serve as rows and columns, so that points are cells; another class gives each cell the number of
// its line there. That is a Latin square since a line meets each row and each column once, and the
// squares of two classes are orthogonal since a line of one meets each line of the other once.
// Conversely the rows, the columns and, for each square, the sets of cells with one symbol are the
// classes of a net. [NetFromSquares] and [Net.Squares] are these maps, inverse to each other. The
// field squares L_a(x, y) = y - a x, one for each a not 0 in GF(q) (Bose 1938), thus come
// from the classes of slope a of AG(2,q), and [NewNet] has the classes of [NewAffine] for prime
// powers.
//
// MacNeish's product combines mutually orthogonal squares of sides s and t to as many of side st,
// so that a side with least prime-power component q has at least q-1 of them (MacNeish 1922). This
// package builds that many and no more. In particular it has no two orthogonal squares for the
// sides 2 mod 4, although they exist except for 2 and 6 (Bose, Shrikhande and Parker 1960; Tarry
// 1900 for 6).
//
// An orthogonal array of strength 2 and index 1 is a net, too: a row for each point and a column
// for each class ([Net.OrthogonalArray]).
//
// # Block designs
//
// A [Design] has v points and blocks of k points such that any two points are in exactly one block.
// Planes are designs ([Plane.Design]); [SteinerTriples] builds a design with k = 3 for every v that
// has one, by Bose's and Skolem's constructions; [AllPairs] and [SingleBlock] are the trivial ones.
// [Design.Verify] judges the list of blocks, with a witness.
//
// # Conventions
//
// Points, lines, classes, symbols and cells are counted from 0, in values and in error messages.
// Orders that no construction here has are refused with an [*OrderError], which makes no statement
// on existence; axioms that fail are reported with a witness. All values are immutable and safe for
// concurrent use; slices described as views must not be written.
//
// # Sources
//
//   - R. C. Bose, On the application of the properties of Galois fields to the problem of
//     construction of hyper-Graeco-Latin squares, Sankhyā 3 (1938) 323-338.
//   - R. C. Bose, On the construction of balanced incomplete block designs, Ann. Eugenics 9
//     (1939) 353-399.
//   - R. C. Bose, S. S. Shrikhande and E. T. Parker, Further results on the construction of
//     mutually orthogonal Latin squares and the falsity of Euler's conjecture, Canadian J. Math. 12
//     (1960) 189-203.
//   - R. H. Bruck, Finite nets I: numerical invariants, Canadian J. Math. 3 (1951) 94-107.
//   - R. Baer, Homogeneity of projective planes, Amer. J. Math. 64 (1942) 137-152.
//   - K. A. Bush, Orthogonal arrays of index unity, Ann. Math. Statist. 23 (1952) 426-434.
//   - P. Dembowski, Finite Geometries, Springer 1968 (general reference).
//   - L. Euler, Recherches sur une nouvelle espèce de quarrés magiques, Verhandelingen Zeeuwsch
//     Genootschap der Wetenschappen te Vlissingen 9 (1782) 85-239.
//   - M. Hall, Projective planes, Trans. Amer. Math. Soc. 54 (1943) 229-277.
//   - D. R. Hughes, A class of non-Desarguesian projective planes, Canadian J. Math. 9 (1957)
//     378-388.
//   - T. P. Kirkman, On a problem in combinations, Cambridge and Dublin Math. J. 2 (1847)
//     191-204.
//   - C. W. H. Lam, G. Kolesova and L. Thiel, A computer search for finite projective planes of
//     order 9, Discrete Math. 92 (1991) 187-195.
//   - H. F. MacNeish, Euler squares, Annals of Math. 23 (1922) 221-227.
//   - C. R. Rao, Factorial experiments derivable from combinatorial arrangements of arrays, J.
//     Roy. Statist. Soc. Suppl. 9 (1947) 128-139.
//   - J. Singer, A theorem in finite projective geometry and some applications to number theory,
//     Trans. Amer. Math. Soc. 43 (1938) 377-385.
//   - T. Skolem, Some remarks on the triple systems of Steiner, Math. Scand. 6 (1958) 273-280.
//   - G. Tarry, Le problème des 36 officiers, Comptes rendus de l'Association française pour
//     l'avancement des sciences (1900).
package planes
