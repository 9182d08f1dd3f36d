// # Regular functions
//
// Let f be a monotone function. Node i is at least as desirable as j, i ≽ j, if every set with j and not i at which f
// is true stays so when i takes the place of j. f is regular (2-monotonic, complete) if of every two nodes one is at
// least as desirable as the other.
//
// Desirability is a preorder (Isbell 1958; Maschler and Peleg 1966): let i ≽ j ≽ k, and f be true at S+k, where S has
// neither i nor k. If j is not in S, S+j is true by j ≽ k, and S+i by i ≽ j. If S = R+j, then R+k+j is true, so R+k+i
// by i ≽ j, and R+i+j = S+i by j ≽ k. So the nodes of a regular function can be sorted, the most desirable first;
// they fall into groups of equally desirable ones, and two nodes are so iff exchanging them leaves f as it is.
//
// Shift order: S <= T if for each j, T has at least as many of the first j nodes as S. Just below a set T are T
// without the last node, and T with a node replaced by the next one, not in T; every S < T is below one of these or
// equal to it. For let j be the first place where T has more of the first j nodes than S: node j is in T. Let the
// nodes j to i be in T, and i+1 not in T, or i = n. From j to i the count of T grows by one at each place, and that
// of S by no more, so T has more at place i, too. Replacing node i by i+1, or removing it if i = n, takes one from
// the count at place i and changes no other. So f is sorted (monotone, with node 1 ≽ node 2 ≽ ...) iff the sets at
// which it is true are an up-set of the shift order.
//
// Classes: renaming by π carries the preorder of f to that of its image. If both are sorted, π maps groups to groups
// of the same rank, and permutes nodes within groups, which leaves f as it is: the two are equal. So each class of
// regular functions under renaming has one sorted member, and the automorphisms of f are exactly the permutations
// within its groups: their number is the product of the factorials of the sizes.
//
// Listing: turning to complements reverses the shift order. The live sets of a sorted nondominated coterie are an
// up-set U that has exactly one of each set and its complement. Let U be an up-set that has at most one of each, and
// have all S with S >= its complement S' (two of these are never complements: S >= S' >= S would make them equal). If
// neither S nor S' is in U, adding all sets T >= S gives such an up-set again: otherwise some T >= S has its
// complement T' in U, or T' >= S as well; in the first case S' >= T' is in U, too; in the second S' >= T >= S, and S'
// is in U from the beginning. So choices are free, in the order of any list of pairs, and each sequence of choices
// ends in one coterie.
//
// # Votes
//
// A nondominated coterie with a vote assignment w is regular: if w_i >= w_j, i can take the place of j and the set
// does not lose votes. In the sorted order there are then nonincreasing votes: a strictly more desirable node has
// more, as some exchange kills a live set, and within a group the votes can be sorted, by an automorphism. The
// converse fails first for n = 9.
//
// With nonincreasing votes, a set has at most the votes of any set above it in the shift order; so more than half on
// the shift-minimal live sets is more than half on all live ones, and their complements, which are all the others,
// have less than half. Write w_i = d_i + d_{i+1} + ... + d_n with d >= 0 (nodes from 1), and c_Qj for the number of
// the first j nodes that are in Q. Then w(Q) = Σ_j c_Qj·d_j, and the sum of all votes is Σ_j j·d_j. Consider
//
//	maximise Σ_Q p_Q  subject to  Σ_Q c_Qj·p_Q <= j for j = 1..n,  p >= 0
//
// over the shift-minimal sets Q, whose dual is: minimise Σ_j j·d_j subject to Σ_j c_Qj·d_j >= 1 for every Q, d >= 0.
// If the optimum is below 2, its d are votes of a sum below 2 under which every Q has 1 or more, more than half. If
// some p reaches 2, there are none: for all nonincreasing votes of sum W, Σ_Q p_Q·w(Q) = Σ_j d_j·Σ_Q c_Qj·p_Q <= Σ_j
// j·d_j = W, and if each Q had more than half, the left side would be more than W. Both certificates are integers
// once they are scaled, and are added up before a class is counted.
//
// # Coteries with a quota
//
// A coterie f on n nodes, dominated or not, has a vote assignment with a quota if for some w >= 0 and q the live sets
// are those with w(S) >= q. Let f' be its dual; f <= f', as quorums meet. With a further node x let g = f ∨ x·f'. The
// dual of g is f'·(x ∨ f) = x·f' ∨ f, as f·f' = f: g is a nondominated coterie on n+1 nodes. Conversely every
// self-dual g is f ∨ x·f' for f = g without x: coteries on n nodes, and the function that is nowhere true (g = x),
// correspond to the nondominated coteries on n+1.
//
// f has votes with a quota iff g has votes. If g has votes w and w_x of sum W, then f is true at S iff 2w(S) > W: the
// quota is ⌊W/2⌋+1. Conversely let f have integer votes w of sum V with quota q; f' is true at S iff V - w(S) < q,
// that is w(S) >= V-q+1. As f <= f', every set with q votes has V-q+1; so the quota can be raised to V-q+1 if that is
// more, without a change. Now 2q-1 >= V, and with w_x = 2q-1-V the sum is 2q-1: without x more than half is w(S) >=
// q, and with x it is w(S) >= q - w_x = V-q+1, as it must be.
//
// Numbers: so the coteries on n nodes with votes and a quota are one less than the nondominated ones on n+1 nodes
// with votes. Two of them are the same up to renaming iff a renaming carries g to g and x to x; the classes of pairs
// (g, x) are the orbits of nodes under the automorphisms of g, which are its groups. So the classes are the sum, over
// the classes of g, of the number of groups, less one for g = x.
package enumerate
