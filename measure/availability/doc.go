// Package availability computes the probability that a quorum survives when nodes crash
// independently. It counts the live sets, from which the availability follows at every crash
// probability. Where there are too many live sets, it proves bounds, counts the smallest
// transversals and samples the rest.
//
// # Method and reach
//
// CountLive counts the live sets of every size, and At takes a crash probability for each node.
// Both compile the live function to a levelled decision diagram, whose states are residual families
// without supersets (masks over up to 512 quorums, ZDDs beyond), and both stop, with a
// *quorum.LimitError, at a number of states that the caller may set. On at most 34 nodes CountLive
// goes over all sets where diagrams take longer, however many quorums there are. The number of
// states depends neither on n nor on the number of quorums, but on how many different functions are
// left when half the nodes are known. With the default limit of 4 million states:
//
//	planes                 to order 5 (31 nodes, 3.5·10⁵ states); for order 7 (57 nodes) the limit is met
//	                       at the 22nd node, where the width still doubles with each
//	billiard               to q = 15 (112 nodes); q = 17 (144 nodes) is out of reach
//	grid                   k × k by inclusion-exclusion for all k up to MaxLiveNodes; by diagram to 10 × 10 and more
//	tree, height 4         65,535 quorums, 31 nodes
//	triangle-lattice       to 10 rows at least: 685,089 quorums, 55 nodes
//	majority               21 nodes as 352,716 explicit quorums
//	paths                  d = 4 (577,905 quorums, 41 nodes)
//
// Beyond that FindFailures counts the transversals of few nodes and samples the others: to within
// one percent from p = 0.01 to 0.3 for planes of order 7, 8 and 9. For one p Bounds gives rigorous
// bounds, Sample and SampleLive samples with an interval, to n of about 10⁴, and Closed exact
// values of grids, M-Grids and read-once formulas, to 20,000 nodes.
//
// Where the first levels of all orders foretell four times the limit of states, the count ends at
// once. So the failure probabilities of planes, difference covers and degenerate planes are
// intervals in tables of more than about 40 nodes.
//
// FindBeside finds the least availability beside nodes that may lie, over all their places.
package availability
