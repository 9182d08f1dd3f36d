// Package construct builds the named families of quorum systems, and reads and prints the specs
// that name them.
//
// # Specs
//
// A spec names a system wherever one is asked for:
//
//	spec      = "-"                       standard input
//	          | "@" PATH                  the file PATH, whatever it is called
//	          | "expr:" REST              reserved for monotone expressions; not read yet
//	          | family                    where the text before the first ":" is a family
//	          | PATH                      a path that ends in .json or holds a separator
//	family    = NAME [ ":" setting { "," setting } ]
//	setting   = KEY "=" value
//	value     = NUMBER | NUMBER { "-" NUMBER } | "(" nested ")"
//	nested    = family | "@" PATH | PATH
//
// The alternatives are tried in this order; Load tries all of them, Parse reads a family, and the
// files that are nested in it (regular ones alone, so that it never waits). Files and standard
// input hold the format of package quorum. There are no spaces. A list of numbers is
// joined by "-"; a nested spec stands in parentheses, at most 16 deep, and commas inside
// parentheses belong to it:
//
//	fpp:order=4                     lines of the projective plane of order 4
//	cyclic:n=13,cover=0-1-3-9       translates of a difference cover
//	lift:m=3,of=(fpp:order=4)       three cartels made of a spec
//	lift:m=3,of=(@mine.json)        and of a file
//
// Settings come in any order. Some parameters may be given in place of another: fpp:n=13 is
// fpp:order=3. Every instance has one canonical spec, which is the name of the system it builds:
// settings in the order of Family.Params, optional ones only where they are not at their default,
// numbers in decimal without sign or leading zeros, residues of covers ascending. Parsing the
// canonical spec gives the same instance back.
//
// # Families
//
// K is the quorum size, q an order or a side, m the number of cartels, d a number of rows. Each is
// documented with its function; Families lists parameters and sources.
//
//	spec                        nodes n               K             quorums   sites
//	fpp:order=q[,plane=p]       q²+q+1 (1)            q+1           n         a matching
//	degenerate-fpp:n=n          every n >= 2          <= q+1 (4)    n         S_i is quorum i
//	grid:n=n                    every n               ⌈2√n⌉-1       n         S_i is quorum i
//	billiard:q=q                (q²-1)/2, q odd       q             n         S_i is quorum i
//	triangle:rows=d             d(d+1)/2              d             Σ d!/i!   none
//	surficial:n=n,m=m           m(m-1)k²/2            (m-1)k        mk        none: m cartels
//	affine:order=q,m=m          q², m <= q+1 (2)      q             mq        none: m cartels
//	net:side=s,m=m              s² (3)                s             ms        none: m cartels
//	lift:m=m,of=(spec)          those of spec         as spec       m times   none: m cartels
//	majority:n=n                every n               ⌊n/2⌋+1       C(n,K)    none
//	singleton:n=n,centre=c      every n               1             1         all sites have it
//	cyclic:order=q              q²+q+1 (1)            q+1           n         S_i is quorum i
//	cyclic:n=n,cover=a-b-c      every n               residues      n         S_i is quorum i
//	triangle-lattice:rows=d     d(d+1)/2              >= d          counted   none
//	paths:d=d                   2d²+2d+1              >= 2d+1       counted   none
//
// (1) q = 1 or a prime power. (2) q a prime power. (3) for the m that planes.NewNet builds, always
// for m <= 3. (4) for the least order q of a plane with at least n points; the sizes of the S_i
// differ, and are counted.
//
// A family that assigns sites lists quorum i = S_i even where two S_i are equal, as happens for
// very small n: what does not hold, quorum.Check reports.
//
// # Instances
//
// Parse and Family.ForN make an Instance: a family with legal parameters. Its figures (Shape) are
// closed forms, with big numbers where they count quorums; Build lists the quorums, at most
// DefaultMaxQuorums of them and MaxIncidences entries unless told otherwise, and for more says how
// many there are. ForN gives each family's one default system for n nodes, or the reason why it
// has none and the nearest n for which it has. The exported function of a family judges its
// arguments as the spec does and returns the same system.
//
// Nodes are 0-based in Go and 1-based in specs, where they occur (singleton's centre). Residues of
// covers and rows of grids are no nodes, and count from 0.
//
// # Errors
//
// Every error that a spec can cause has a type that names the offending value: SyntaxError,
// UnknownFamilyError, ParamError, NoSystemError, CoverError, TooManyError, SourceError,
// UnavailableError. Those that know a way out have a method Hint() string, whose result may be
// empty.
//
// # Sources
//
//   - M. Maekawa, A √N algorithm for mutual exclusion in decentralized systems, ACM Trans. Comput.
//     Syst. 3, 1985, doi:10.1145/214438.214445: projective planes (section 3), degenerate sets
//     (section 7, Method 1), grids (section 7, Method 2).
//   - D. Agrawal, Ö. Eğecioğlu and A. El Abbadi, Billiard quorums on the grid, Inf. Process. Lett.
//     64, 1997, pages 9-16, doi:10.1016/S0020-0190(97)00145-2.
//   - Y.-J. Joung, Quorum-based algorithms for group mutual exclusion, IEEE Trans. Parallel Distrib.
//     Syst. 14(5), 2003, pages 463-476, doi:10.1109/TPDS.2003.1199064: surficial systems, T_m, group
//     quorum systems.
//   - R. A. Bazzi, Planar quorums, Theoret. Comput. Sci. 243, 2000, pages 243-268: the triangle lattice.
//   - L. Lovász, Coverings and colorings of hypergraphs, Proc. 4th Southeastern Conference on
//     Combinatorics, Graph Theory and Computing, 1973, pages 3-12: the triangle.
//   - M. Naor and A. Wool, The load, capacity, and availability of quorum systems, SIAM J. Comput. 27, 1998,
//     pages 423-447: Paths.
//   - C. Schensted and C. Titus, Mudcrack Y and Poly-Y, 1975: exactly one colour wins the game of Y.
//   - J. Singer, A theorem in finite projective geometry and some applications to number theory,
//     Trans. Amer. Math. Soc. 43, 1938, doi:10.1090/S0002-9947-1938-1501951-4.
//   - R. H. Thomas, A majority consensus approach to concurrency control for multiple copy
//     databases, ACM Trans. Database Syst. 4, 1979, doi:10.1145/320071.320076.
package construct
