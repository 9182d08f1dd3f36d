// Package transversals computes how many nodes may crash, and how many quorums can be at work at
// once. It finds a smallest set of nodes that meets every quorum of a family, and a longest list of
// disjoint quorums, each with the reason why there is no better one.
//
// # Method and reach
//
// Smallest (its size less one is the resilience) and MaxDisjoint (the degree of a cartel) first
// look for a bound that meets the result of a greedy choice. Where there is no such bound, they
// search. Smallest is a branch and bound over the smallest unmet quorum; the table gives the nodes
// of its search tree. MaxDisjoint branches over the node in the fewest quorums, with a memo.
// Quorums are held as bit masks, so that many of them cost memory (one bit for each node and
// quorum) before time. All sets of at most 24 nodes are gone over, whatever the number of quorums
// is, and those of up to 36 nodes if the search takes longer.
//
//	family                  nodes    quorums  smallest transversal, proved by
//	plane of order 16         273        273  17, degrees: no search
//	grid 8×8                   64         64  8, search: 53,000 nodes; 10×10: 4.8 million; 12×12 not
//	billiard q = 17           144        144  8, search: 13,000 nodes; q = 21 in some seconds
//	folded plane              150        150  12, search: 110,000 nodes; n = 200 not in a minute
//	majority of 19             19     92,378  10, table
//	triangle lattice, 9 rows   45     77,689  9, search: 16,000 nodes
//
// Every family of the table with at most 60 nodes and 100,000 quorums takes less than a few
// seconds. The check that no two of 77,689 quorums are disjoint takes about a second; weighted
// votes on 20 nodes take a tenth of that, since nodes of equal votes are interchangeable.
package transversals
