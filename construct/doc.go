// Package construct builds the named families of quorum systems, and reads and prints the specs
// that name them.
//
// # Specs
//
// A spec names a system wherever one is asked for:
//
//	spec      = "-"                       standard input
//	          | "@" PATH                  the file PATH, whatever it is called
//	          | set { "," set }           the quorums themselves
//	          | "expr:" REST              a monotone expression, as quorum.ParseFormula reads it
//	          | family                    where the text before the first ":" is a family
//	          | ALIAS                     another name of one system: fano is fpp:order=2
//	          | PATH                      a path that ends in .json or holds a separator
//	set       = "{" node { "," node } "}"
//	node      = NUMBER | NODENAME
//	family    = NAME [ ":" setting { "," setting } ]
//	setting   = KEY "=" value
//	value     = NUMBER | NUMBER { "-" NUMBER } | own { "-" own } | "(" nested ")" { "|" "(" nested ")" }
//	own       = NUMBER { "+" NUMBER }  the resources of one process
//	nested    = family | ALIAS | "@" PATH | set { "," set } | "expr:" REST | PATH
//
// The alternatives are tried in this order; Open and Load try all of them, Parse reads a family,
// and the files that are nested in it (regular ones alone, so that it never waits). So an alias or
// a family never hides a file that is named with @ or a separator. Files and standard input hold a
// structure in the format of quorum.Read, or a list of quorums, one a line or as CSV: package
// quorum documents both. There are no spaces but in expressions and between quorums. A list of
// numbers is joined by "-"; a nested spec stands in parentheses, at most 16 deep, and commas inside
// parentheses belong to it. Where a family takes one nested spec for each node, as hierarchical
// does, they are joined by "|":
//
//	fpp:order=4                     lines of the projective plane of order 4
//	cyclic:n=13,cover=0-1-3-9       translates of a difference cover
//	cover:group=Z7:Z3,cover=...     translates of a difference cover of a group
//	lift:m=3,of=(fpp:order=4)       three cartels made of a spec
//	lift:m=3,of=(@mine.json)        and of a file
//	hierarchical:outer=(majority:n=3),inner=(hierarchical:outer=(grid:n=9),inner=(@mine.json))
//	hierarchical:outer=(majority:n=3),inner=(majority:n=4)|(majority:n=4)|(majority:n=3)
//	composition:outer=(k-majority:n=5,k=2),node=1,inner=(majority:n=3)   a k-coterie joined with a coterie
//
// At most 1 GiB is read of a file or of standard input: a million quorums of some hundred nodes. A
// file that is known to hold more, or does not begin like a text, is refused at once. Reading ends
// when its context ends, even while it waits for the writer of a pipe.
//
// A nested file may hold an ordinary system, a group system or a k-coterie, where the family takes
// one.
//
// The quorums themselves, {1,2},{2,3},{1,3}, are an ordinary system of as many nodes as the
// greatest number; {a,b},{b,c} gives its nodes names, and numbers them as they first occur. Its
// name is the list with the nodes of each quorum in order. A JSON object in the format of a file
// may stand in place of the list, where it is not nested.
//
// An expression such as expr:a*b + c*d names a group quorum system of two cartels with names for
// nodes: cartel 1, the reads, has the minimal sets of the expression, cartel 2, the writes, their
// dual. Its name is expr: and the expression in its canonical form. It may be nested wherever a
// group system may.
//
// Settings come in any order. Some parameters may be given in place of others: fpp:n=13 is
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
//	cyclic:order=q              q²+q+1 (1)            q+1           n         S_i is quorum i
//	cyclic:n=n,cover=a-b-c      every n               residues      n         S_i is quorum i
//	cover:group=g,cover=a-b-c   the order of g        elements      n         S_i is quorum i
//	grid:n=n                    every n               ⌈2√n⌉-1       n         S_i is quorum i
//	billiard:q=q                (q²-1)/2, q odd       q             n         S_i is quorum i
//	triangle:rows=d             d(d+1)/2              d             Σ d!/i!   none
//	wall:rows=a-b-c             a+b+c                 varies        Σ P_i (6) none
//	wheel:n=n                   every n >= 3          2 or n-1      n         none
//	tree:height=h               2^(h+1)-1             h+1..2^h      2^(2^h)-1 none
//	triangle-lattice:rows=d     d(d+1)/2              >= d          counted   none
//	paths:d=d                   2d²+2d+1              >= 2d+1       counted   none
//	weighted:votes=a-b-c        every n (5)           varies        counted   none
//	majority:n=n                every n               ⌊n/2⌋+1       C(n,K)    none
//	singleton:n=n,centre=c      every n               1             1         all sites have it
//	surficial:n=n,m=m           m(m-1)k²/2            (m-1)k        mk        none: m cartels
//	rectangular-surficial:      Σ k_i·k_j (12)        Σ_{j≠i} k_j   Σ k_i     none: m cartels
//	  sides=k_1-...-k_m
//	affine:order=q,m=m          q², m <= q+1 (2)      q             mq        none: m cartels
//	net:side=s,m=m              s² (3)                s             ms        none: m cartels
//	design-surficial:           d²·m(m-1)/(R(R-1))    d(m-1)/(R-1)  md        none: m cartels
//	  design=D,order=q|m=m,     (13)
//	  degree=d
//	lift:m=m,of=(spec)          those of spec         as spec       m times   none: m cartels
//	gifford:votes=a-b-c,...     every n (5)           varies        counted   none: 2 cartels
//	flexible:n=n,elect=e,...    every n               e, c          C(n,e)+   none: 2 cartels
//	  commit=c, e+c > n                                             C(n,c)
//	read-write-grid:rows=r,...  r·columns             varies        (7)       none: 2 cartels
//	composition:outer=(C),      n(C)+n(D)-1           with x: K(C)  (10)      none (11)
//	  node=x,inner=(D)                                -1+K(D)
//	hierarchical:outer=(C),     n(C)·n(D)             K(C)·K(D)     Σ c^|Q|   none (11)
//	  inner=(D)                                       (9)           (9)
//	hierarchical:outer=(C),     Σ n(D_x)              Σ K(D_x)      Σ Π c_x   none (11)
//	  inner=(D_1)|(D_2)|...                           over x ∈ Q    (9)
//	truncated:n=n,of=(C),       every n < n(C)        as counted    counted   none (11)
//	  mode=drop|merge
//	k-majority:n=n,k=k          k·K <= n              ⌈(n+1)/(k+1)⌉ C(n,K)    none: a k-coterie
//	k-singleton:n=n,k=k         every n >= k          1             k         none: a k-coterie
//	disjoint:n=n,k=k            every n >= k          ⌊n_i/2⌋+1     Σ of each none: a k-coterie
//	disjoint:k=k,of=(D)         k·n(D)                K(D)          k·c       none: a k-coterie
//	product:of=(C_1)|(C_2)|...  Σ n(C_i)              Σ K(C_i)      Π c_i     none: a k-coterie (14)
//	uniform-arbiter:n=n,k=k     every n               ⌊kn/(k+1)⌋+1  C(n,K)    none
//	cube-arbiter:side=s,k=k     s^(k+1)               n-(s-1)^(k+1) n         S_i is quorum i
//	sharing:alpha=a+b-c         Σ (k+1)·size-1 (8)    2^(g-1)·size  Σ Π Q     none: g families
//	threshold:n=n,b=b[,kind=t]  n > 4b (15)           ⌈(n+2b+1)/2⌉  C(n,K)    none
//	byzantine-grid:side=s,b=b   s², s > 3b (15)       s+(s-1)(2b+1) (16)      none
//	mgrid:side=s,b=b            s², s > 2b            r(2s-r)       C(s,r)²   none, r = ⌈√(b+1)⌉
//	rt:k=k,l=l,depth=h          k^h, k/2 < l < k      l^h           (17)      none
//	boostfpp:order=q,b=b        (4b+1)(q²+q+1) (2)    (q+1)(3b+1)   (18)      none
//	hyperplanes:d=d,q=q         (q^(d+1)-1)/(q-1) (2) (q^d-1)/(q-1) n         S_i is quorum i
//	paley:q=q                   q = 3 modulo 4 (2)    (q-1)/2       n         S_i is quorum i
//	twin:q=q                    q(q+2)                (n-1)/2       n         S_i is quorum i
//	menon:u=u                   4u²                   2u²-u         n         S_i is quorum i
//	biplane:k=k                 k(k-1)/2+1            k             n         a matching
//
// (1) q = 1 or a prime power. (2) q a prime power. (3) for the m that planes.NewNet builds, always
// for m <= 3. (4) for the least order q of a plane with at least n points; the sizes of the S_i
// differ, and are counted. (5) votes a, b, c of the nodes, with a quota, or with read= and write=.
// (6) P_i the product of the widths below row i. (7) r^c reads and c·r^(c-1) writes for c columns.
// (8) over all sets of the g groups of processes, k the resources of the set; Q is the number of
// quorums of a k-majority coterie. (9) c is the number of quorums of D; M·c^K where the M quorums
// of C have one size, and otherwise a sum over the quorums Q of C, cartel by cartel; with D_x at
// node x of C, and c_x its quorums, of the products of c_x over the nodes x of Q. (10) |C| + (c-1)
// times the quorums with x. (11) C may be an ordinary or a group system, or, in compositions, a
// k-coterie, and D an ordinary or a group system; the kind of the result follows from the kinds of
// its parts (compose.OfKinds). (12) the number of nodes, each of which may be put on one of P < n
// processes: processes=P. (13) R the number of cartels in a block: m = q²+q+1, R = q+1 with
// design=projective; m = q², R = q with affine; R = 3 with triples, 2 with pairs, m with one; for
// the d and R for which planes.NewNet builds R classes of side d. (14) k is the least of the k_i;
// each C_i is a k_i-coterie, or an ordinary system for k_i = 1. (15) of the kind
// masking; see there for the others. (16) s·C(s,2b+1). (17) C(k,l)^((l^h-1)/(l-1)). (18)
// (q²+q+1)·C(4b+1,b)^(q+1).
//
// A family that assigns sites lists quorum i = S_i even where two S_i are equal, as happens for
// very small n. quorum.Check reports the properties that do not hold.
//
// # Instances
//
// Parse and Family.ForN make an Instance: a family with legal parameters. Its figures (Shape) are
// closed forms, with big numbers where they count quorums; Build lists the quorums, at most
// quorum.DefaultMaxQuorums of them and quorum.MaxIncidences entries unless told otherwise. If there
// are more, its error says how many. ForN gives each family's one default system for n nodes (and m
// cartels, or k holders), or
// the reason why there is none and the nearest n with a system. The exported function of a family
// judges its arguments as the spec does and returns the same system.
//
// Nodes are 0-based in Go and 1-based in specs, where they occur (singleton's centre). Residues of
// covers and rows of grids are no nodes, and count from 0.
//
// If the quorums of a system are the minimal sets of a known formula, Formulas returns the formula
// of each cartel, even at sizes where no list could be made.
//
// # Systems
//
// Every system is a quorum.Known, whatever it comes from. Open finds the system that a spec names
// and lists nothing. Build also lists the quorums, where there are not too many, and so does the
// exported function of a family. Where the list would be too long, they return the system without
// it, Known.Unlisted says so, and quorum.As returns the error. InstanceOf says which family a Known
// is of.
//
// # Errors
//
// Every error that a spec can cause names the offending value. Its type is quorum.FormatError,
// UnknownFamilyError, ParamError, NoSystemError, quorum.TooManyError, SourceError or
// quorum.InputError; the error of a nested spec is wrapped. Errors that know a way out have a
// method Hint() string, whose result may be empty.
//
// # Sources
//
//   - D. Agrawal and A. El Abbadi, An efficient and fault-tolerant solution for distributed mutual
//     exclusion, ACM Trans. Comput. Syst. 9(1), 1991, pages 1-20, doi:10.1145/103727.103728: trees.
//   - S. Y. Cheung, M. H. Ammar and M. Ahamad, The grid protocol: a high performance scheme for
//     maintaining replicated data, IEEE Trans. Knowl. Data Eng. 4(6), 1992, pages 582-592,
//     doi:10.1109/69.180609: the read-write grid.
//   - H. Garcia-Molina and D. Barbara, How to assign votes in a distributed system, J. ACM 32(4),
//     1985, pages 841-860, doi:10.1145/4221.4223: weighted voting as coteries, domination.
//   - D. K. Gifford, Weighted voting for replicated data, Proc. 7th ACM Symposium on Operating
//     Systems Principles, 1979, pages 150-162, doi:10.1145/800215.806583.
//   - H. Howard, D. Malkhi and A. Spiegelman, Flexible Paxos: Quorum intersection revisited, 20th
//     International Conference on Principles of Distributed Systems (OPODIS), 2016.
//   - Y. Marcus and D. Peleg, Construction methods for quorum systems, Technical Report CS92-33,
//     The Weizmann Institute of Science, 1992: wheels.
//   - D. Peleg and A. Wool, Crumbling walls: a class of practical and efficient quorum systems,
//     Distributed Computing 10(2), 1997, pages 87-97, doi:10.1007/s004460050027.
//   - M. Maekawa, A √N algorithm for mutual exclusion in decentralized systems, ACM Trans. Comput.
//     Syst. 3, 1985, doi:10.1145/214438.214445: projective planes (section 3), degenerate sets
//     (section 7, Method 1), grids (section 7, Method 2).
//   - D. Agrawal, Ö. Eğecioğlu and A. El Abbadi, Billiard quorums on the grid, Inf. Process. Lett.
//     64, 1997, pages 9-16, doi:10.1016/S0020-0190(97)00145-2.
//   - Y.-J. Joung, Quorum-based algorithms for group mutual exclusion, IEEE Trans. Parallel
//     Distrib. Syst. 14(5), 2003, pages 463-476, doi:10.1109/TPDS.2003.1199064: surficial systems,
//     T_m, group quorum systems.
//   - R. A. Bazzi, Planar quorums, Theoret. Comput. Sci. 243, 2000, pages 243-268: the triangle
//     lattice.
//   - L. Lovász, Coverings and colorings of hypergraphs, Proc. 4th Southeastern Conference on
//     Combinatorics, Graph Theory and Computing, 1973, pages 3-12: the triangle.
//   - M. Naor and A. Wool, The load, capacity, and availability of quorum systems, SIAM J. Comput.
//     27, 1998, pages 423-447: Paths.
//   - C. Schensted and C. Titus, Mudcrack Y and Poly-Y, 1975: exactly one colour wins the game of
//     Y.
//   - J. Singer, A theorem in finite projective geometry and some applications to number theory,
//     Trans. Amer. Math. Soc. 43, 1938, doi:10.1090/S0002-9947-1938-1501951-4.
//   - R. M. Wilson, An existence theory for pairwise balanced designs, J. Combin. Theory Ser. A 13,
//     1972: designs of designs, points with weights.
//   - M. Whittaker, A. Charapko, J. M. Hellerstein, H. Howard and I. Stoica, Read-write quorum
//     systems made practical, Proc. 8th Workshop on Principles and Practice of Consistency for
//     Distributed Data, 2021: expressions.
//   - H. Kakugawa, S. Fujita, M. Yamashita and T. Ae, Availability of k-coterie, IEEE Trans.
//     Comput. 42, 1993, pages 553-558: k-majority and k-singleton coteries.
//   - Y. Manabe, R. Baldoni, M. Raynal and S. Aoyagi, k-Arbiter: a safe and general scheme for
//     h-out of-k mutual exclusion, Theoret. Comput. Sci. 193, 1998, pages 97-112,
//     doi:10.1016/S0304-3975(97)00303-4: k-arbiters.
//   - T. Harada and M. Yamashita, Coterie join operation and tree structured k-coteries, IEEE
//     Trans. Parallel Distrib. Syst. 12(9), 2001, pages 865-874, doi:10.1109/71.954617: joining a
//     k-coterie with a coterie makes a k-coterie (composition).
//   - H. Miyamoto, H. Kakugawa and M. Yamashita, Extended distributed k-mutual exclusion (in
//     Japanese), 1994: sharing structures, condition C, the construction of section 3.2.2.
//   - M. L. Neilsen and M. Mizuno, Coterie join algorithm, IEEE Trans. Parallel Distrib. Syst.
//     3(5), 1992, pages 582-590, doi:10.1109/71.159041: composition.
//   - A. Kumar, Hierarchical quorum consensus: a new algorithm for managing replicated data, IEEE
//     Trans. Comput. 40(9), 1991, pages 996-1004, doi:10.1109/12.83661.
//   - A. Kumar and S. Y. Cheung, A high availability √N hierarchical grid algorithm for replicated
//     data, Inf. Process. Lett. 40, 1991, pages 311-316.
//   - D. Malkhi and M. Reiter, Byzantine quorum systems, Distributed Computing 11, 1998, pages
//     203-213, doi:10.1007/s004460050050: thresholds and grids for liars.
//   - D. Malkhi, M. Reiter and A. Wool, The load and availability of Byzantine quorum systems, SIAM
//     J. Comput. 29, 2000, doi:10.1137/S0097539797325235: M-Grid, RT, boostFPP.
//   - R. C. Bose and R. C. Burton, J. Combin. Theory 1, 1966, pages 96-104: sets that meet all
//     hyperplanes.
//   - R. G. Stanton and D. A. Sprott, A family of difference sets, Canad. J. Math. 10, 1958, pages
//     73-77: twin prime powers.
//   - H. Nakasora, Mutually orthogonal Latin squares and self-complementary designs: Latin square
//     graphs, whose neighbourhoods are Menon designs.
//   - M. Aschbacher, On collineation groups of symmetric block designs, J. Combin. Theory Ser. A
//     11, 1971, pages 272-281: the biplane of 79 points.
//   - R. H. Thomas, A majority consensus approach to concurrency control for multiple copy
//     databases, ACM Trans. Database Syst. 4, 1979, doi:10.1145/320071.320076.
package construct
