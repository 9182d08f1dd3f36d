// Package liars says how many nodes of a quorum system may lie: answer anything at all, and not
// only crash.
//
// A fail-prone system has the sets of nodes that may lie together: any b nodes, or sets that are
// given, such as the servers of one operator. For all quorums Q, R and all such sets B, C, a quorum
// system
//
//   - disseminates data that is signed, if Q∩R is no part of B;
//   - masks liars, if Q∩R is no part of B∪C;
//   - is opaque, and masks them for clients that do not know who may lie, if |(Q∩R)∖B| is at least
//     |(R∩B)∪(R∖Q)| and more than |R∩B|;
//
// and if besides some quorum has no node of B, so that liars who are silent stop nobody. Of any b
// nodes that is: two quorums share b+1 nodes, or 2b+1; for opaque ones 2|Q∩R| - |R| is at least 2b
// and |Q∩R| more than 2b; and no b nodes meet all quorums. A quorum and itself are two quorums
// here. In a group system Q and R are quorums of different groups, and each group has a quorum
// without B.
//
// Source: D. Malkhi and M. Reiter, Byzantine quorum systems, Distributed Computing 11, 1998,
// sections 3 to 5.
//
// Proof: docs/theorems/liars.md.
package liars
