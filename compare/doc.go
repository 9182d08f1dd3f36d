// Package compare compares quorum systems on n nodes in one table: every family of package
// construct that has a system for n, and given systems. An engineer with n servers should read this
// table first.
//
// # Figures
//
// A row has the sizes K and the responsibilities, and three costs, for which less is better. Sizes
// and responsibilities are those of the S_i if sites are assigned, and otherwise those of the
// quorums.
//
//	load      the least probability of the busiest node over all strategies (Naor and Wool 1998)
//	failure   the probability that no quorum lives when every node crashes with probability p
//	messages  between different nodes, for one entry without contention: a request to every other
//	          node of the quorum, its answer, and the release (Maekawa 1985, section 8.1), so that
//	          they are 3·(mean over the nodes i of E|Q_i \ {i}|) when every node asks equally often
//
// Row.MessagesBy names the quorums Q_i. If sites are assigned, they are the S_i. Otherwise every
// node, whether in them or not, draws quorums by the strategy that loads.Find returns with
// the load. The number is 3(K-1) if all S_i have K nodes, including i. It is 3·K̄·(n-1)/n under a
// strategy whose quorums have K̄ nodes on average. The strategy matters only if the quorums differ
// in size: another strategy of the same load may then have another mean size.
//
// A row also has the resilience, and whether the system is nondominated. For a group system, the
// load is that of equal shares of all groups, failure and resilience are those of the worst cartel,
// and K̄ is the mean over groups. Joung (2003) counts 3K̄ for it, including the messages of a node
// to itself.
//
// # Exact, open, estimated
//
// Every cell is either exact, or null with a reason, or an estimate with its interval. Budgets
// count quorums, states and steps and never use a clock, so tables are equal on every machine and
// with any number of workers.
//
// # Front and picks
//
// A row is on the front if load, failure and messages are exact and no other such row for the same
// n is as good in all three and better in one. Systems whose quorums do not meet, and given systems
// of another kind than the families, are in the table but take no part. A pick is the row with the
// least exact load, failure or number of messages. The other two costs, in that order, and then the
// order of package construct break ties. All comparisons are of exact fractions.
//
// A single node that decides alone has the fewest messages by definition, but tolerates no crash.
// If a pick is such a system, the best of the others is given beside it.
package compare
