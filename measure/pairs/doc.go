// Package pairs gives every two of n blocks of data an owner that holds both: a plan for
// computations on all pairs, such as exact attention, n-body forces or a Gram matrix, in which no
// owner does more than it must.
//
// The blocks are the nodes of a family of sets, and each owner holds the blocks of one set: of one
// site of a quorum system, or of one quorum. An owner of speed s with c pairs has the share c/s.
// The translates D+i of a difference cover D modulo n hold every pair, and every owner has
// ⌊(n-1)/2⌋ or ⌈(n-1)/2⌉ of them (see [OfCover]). For other families, owners of different speed, or
// fewer owners than blocks, the least greatest share is found by flows (see [Of]).
//
// Sources: C. Kleinheksel and A. K. Somani, Scaling distributed all-pairs algorithms: manage
// computation and limit data replication with quorums (ICISA 2016), for owners by cyclic covers;
// N. J. A. Harvey, R. E. Ladner, L. Lovász and T. Tamir, Semi-matchings for bipartite graphs and
// load balancing (J. Algorithms 59, 2006), for the least greatest share.
//
// Proof: docs/theorems/pair-owners.md.
package pairs
