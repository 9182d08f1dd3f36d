// Package quorum holds quorum systems and their properties: node sets,
// families, site assignments, group quorum systems, k-coteries and sharing
// structures; the judges of each property, which give a witness; the dual; and the file format.
//
// # Definitions
//
// Let V = {1, ..., n} be nodes. A quorum system is a family of non-empty subsets
// of V ("quorums"), every two of which meet. It is a coterie if moreover no
// quorum contains another (Garcia-Molina and Barbara, J. ACM 32, 1985,
// doi:10.1145/4221.4223).
//
// A site assignment gives site i its own quorum S_i. Maekawa (ACM TOCS 3, 1985,
// doi:10.1145/214438.214445) asks of it:
//
//	(a)  S_i ∩ S_j ≠ ∅ for all i, j                     Intersection
//	(b)  i ∈ S_i                                        Inclusion
//	(c)  |S_1| = ... = |S_n| = K                        EqualEffort
//	(d)  every node is in the same number of S_i        EqualResponsibility
//
// and Agrawal, Eğecioğlu and El Abbadi (Inf. Process. Lett. 64, 1997,
// doi:10.1016/S0020-0190(97)00145-2) name a fifth condition, that the S_i differ: Uniqueness. The
// responsibility of a node is the number of S_i that it is in; without a site assignment, the
// number of listed quorums; in a group system, counted over all cartels.
//
// An m-group quorum system (Joung, IEEE Trans. Parallel Distrib. Syst. 14, 2003,
// doi:10.1109/TPDS.2003.1199064, Definition 3.1) is a list of m cartels: quorums
// of different cartels meet (CrossIntersection), and each cartel is an antichain
// (CartelMinimality). A read/write system is the case m = 2.
//
// A k-coterie (Kakugawa, Fujita, Yamashita and Ae, IEEE Trans. Comput. 42, 1993)
// is a non-empty antichain of non-empty quorums in which every h < k pairwise
// disjoint quorums extend by one that is disjoint from all of them
// (KNonIntersection), and among any k+1 quorums two meet (KIntersection). A
// 1-coterie is a coterie. A sharing structure (U, R, α) (Miyamoto, Kakugawa and
// Yamashita, 1994) says which resources each process may use; ConditionC asks
// that for every set of groups the union of their families is a k-coterie for the
// k resources they share. ForGood asks whether some rule can give each process a
// resource of its own when it enters, so that nobody ever has to exchange one.
//
// The dual of a family is the family of its minimal transversals, the minimal
// sets that meet all its quorums. A coterie is nondominated iff it is its own
// dual.
//
// # Formulas
//
// A Formula says of a node set whether it contains a quorum: leaves are nodes, gates ask for a
// quota of the votes of their parts. Its quorums are the minimal sets on which it holds
// (MinimalSets), its dual has the minimal transversals (Dual). ParseFormula reads the expressions
// of quoracle's users. In a read-once formula no node occurs twice; the number of quorums, their
// sizes and the responsibilities follow from those of the parts (Shape), at any size.
//
// # Representation
//
// A Family keeps its quorums as sorted int32 lists in one flat slice. Properties
// of pairs are judged on the transposed incidence matrix, 64 quorums at a time:
// the quorums that meet Q are the OR of the rows of its nodes, those that contain
// Q the AND. For very many quorums on at most 26 nodes a table of all 2^n sets is
// used instead. Values are immutable, and safe for concurrent use.
//
// Nodes, quorums and cartels are numbered from 0 in Go. Whatever a person reads or
// writes counts from 1: Node, Index and Set do that shift in their text and JSON
// forms, and nothing else does.
//
// # File format
//
// A file holds one JSON object. All numbering starts at 1.
//
//	{"format":"coterie/1","kind":"quorum-system","name":"fpp:order=2","n":7,
//	 "quorums":[[1,2,3],[1,4,5],[1,6,7],[2,4,6],[2,5,7],[3,4,7],[3,5,6]],
//	 "sites":[1,4,7,2,5,3,6]}
//
// Keys: "format" and "kind" always; "name" (any text; for a built system its
// spec) and "names" (n distinct node names, kept from input to output) may be
// absent. The others depend on the kind:
//
//	quorum-system        n, quorums; optional: sites, the index of the quorum of
//	                     site 1, of site 2, ...
//	group-quorum-system  n, cartels: [[[1,2],[3,4]],[[1,3],[2,4]]]; optional:
//	                     roles, ["reads","writes"] for two cartels that are these
//	k-coterie            n, k, quorums
//	sharing-structure    resources, alpha: the resources of process 1, of process
//	                     2, ...; optional, together: n (arbiters) and families,
//	                     [{"group":[1,3],"quorums":[[1,2]]}], one for each class
//	                     of processes with the same resources
//	federated            names, sets: a quorum set for each name, as below; null for a
//	                     node without one. ReadInput returns the members within a
//	                     FederatedError: package federated has the value, and the
//	                     forms of other programs
//	asymmetric           n, faulty: the fail-prone sets of process 1, of process 2, ...;
//	                     optional: quorums, those of each process. Likewise within an
//	                     AsymmetricError: package asymmetric has the value, and the form
//
// An object with the key "threshold" and no "format" is a quorum set as Stellar's tools
// write it: it defines the quorum slices of a node (D. Mazières, The Stellar consensus
// protocol, 2015), and where all nodes have the same one, the minimal slices are the
// minimal quorums:
//
//	{"threshold":2,"validators":["A","B"],
//	 "innerQuorumSets":[{"threshold":1,"validators":["C","A"],"innerQuorumSets":[]}]}
//
// read as an ordinary system with names: its nodes are the validators in the order in
// which they first occur, its quorums the minimal sets of them with the threshold of
// validators and inner sets, which are judged in the same way. Either list may be absent
// or null, a validator may occur in several sets but not twice in one list, thresholds
// are at least 1 and at most the number of entries of both lists, and sets nest at most
// 100 deep.
//
// Without the key "format", "kind" and "n" may be left out: the keys tell the kind, n is the
// greatest node, and Input.Note lists the assumptions.
//
// Unknown keys, keys of another kind and keys given twice are errors, as are a
// node outside 1..n, an empty quorum and a node twice in one quorum. Repeated
// quorums and families that are no coteries are legal: reading checks form, Check
// judges properties. Written quorums are sorted; their order is kept.
//
// # Lists
//
// Where a spec names a file (package construct), at most 1 GiB of it is read, and it may also be a
// list with a quorum on each line, nodes by numbers from 1 or by names, with commas or spaces
// between them, # before comments:
//
//	1,2          or    web db          or    2: 1,2        the quorum of site 2
//	2 3 # both         db "mail 1"           1 3: 1 3      that of sites 1 and 3
//
// n is the greatest number, or the number of names, which are numbered as they first occur: letters
// (of any language), digits, "_", "." and "-", and anything else in Go's double quotes. If one line
// names sites, all do, and every node is named. Quorums may stand in braces, then several on a
// line: {1,2} {2,3}. A list whose first line has the columns nodes and group, quorum, size or sites
// is CSV, as `coterie build` writes it: nodes and sites hold nodes as a line does, groups are
// cartels. CSV holds neither k nor roles nor nodes that are in no quorum.
package quorum
