// Package compare sets every family of package construct that has a system for n nodes, and systems
// that are given, in one table: what an engineer with n servers reads first.
//
// # Figures
//
// A row has the sizes K and the responsibilities (of the S_i where sites are assigned, else of the
// quorums), and three costs, each the less the better:
//
//	load      the least probability of the busiest node over all strategies (Naor and Wool 1998)
//	failure   the probability that no quorum lives when every node crashes with probability p
//	messages  between different nodes, for one entry without contention: a request to every other
//	          node of the quorum, its answer, and the release (Maekawa 1985, section 8.1), so that
//	          they are 3·(mean over the nodes i of E|Q_i \ {i}|) when every node asks equally often
//
// Row.MessagesBy names the quorums Q_i: the S_i where sites are assigned, and else quorums that
// every node, in them or not, draws by the strategy that measure.FindLoad gives for the load. That
// is 3(K-1) where all S_i have K nodes, i among them, and 3·K̄·(n-1)/n under a strategy whose
// quorums have K̄ nodes on average. There may be other strategies of the same load with another
// mean size; a strategy is used where its quorums differ in size only.
//
// and resilience and domination. Of a group system the load is that of equal shares of all groups,
// failure and resilience are those of the worst cartel, and K̄ is the mean over groups. Joung
// (2003) counts 3K̄ there, the messages of a node to itself included.
//
// # Exact, open, estimated
//
// Every cell is exact, or null with a reason of its own, or an estimate with its interval. Budgets
// are counted in quorums, states and steps, never by a clock, so that tables are equal wherever and
// on however many workers they are made.
//
// # Front and picks
//
// A row is on the front if load, failure and messages are exact and no other such row for the same
// n is as good in all three and better in one. Systems whose quorums do not meet, and given systems
// of another kind than the families, stand in the table and take no part. A pick is the row with
// the least exact load, failure or number of messages; ties fall to the other two, in that order,
// and then to the order of package construct. All comparisons are of exact fractions.
//
// One node that decides alone has the fewest messages by definition, and no tolerance: where a pick
// is such a system, the best of the others stands beside it.
package compare
