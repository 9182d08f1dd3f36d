// # Order of a listing
//
// A coterie on n nodes that is its own dual (nondominated) is split on its last two nodes: with k = n-2, e is
// the function of the first k nodes that it is at sets with neither of them, p at those with node n-2 only, and
// so p* at those with node n-1 only and e* at those with both. It is monotone iff p is and e is a monotone
// function below p AND p*. Any other coterie f on n nodes is, in one way, the part without the last node of a
// function g on n+1 nodes that is its own dual: g is f where that node is missing and f* where it is there, and
// g is monotone as f <= f*. So with k = n-1 it is e at sets without node n-1 and p at those with it, and e <= p
// AND p* again. The one g whose f has no quorum is the node n alone: p = e = 0.
//
// A labelled listing goes through the p in ascending order of their truth tables as numbers (bit a of the
// number is the value at the set a), and for each p through the e in ascending order. For k <= 5 variables both
// are made, each in its place, from pairs of functions of k-1 variables: nothing else is kept, and a listing
// that is taken up behind an item begins at its p. Nondominated coteries on one node have no such split; there
// is one.
//
// A listing of classes goes, in the same way, through the pairs (p, e) of the canonical forms: by the counts of
// p, then by p, then by e. A listing of all coteries names the classes by the split of g with its last node
// fixed; a nondominated coterie among them stands at that place, and is shown in its own canonical form.
//
// # Canonical form
//
// Let f be a nondominated coterie on n = k+2 <= 8 nodes, and v_i the number of true sets with node i. Of the
// orders of the nodes those are allowed in which v_{n-1} >= v_{n-2} >= v_i for all other i, and for which the
// counts of p ascend: its numbers of true sets with node i, for i = 0..k-1. The canonical form is what the
// order makes of f for which the counts are least, lexicographically from i = 0; then p, as a number, is; then
// e. For a dominated coterie on n <= 7 nodes, the same is said of the function g on n+1 nodes above, with node
// n fixed in its place and without the condition on v_n; so node n-1 is one in most true sets of f.
//
// Few pairs of nodes can be the last two: those tied for most true sets, mostly one or two pairs. For each, the
// counts are sorted, and only nodes of equal counts are exchanged. A renaming that keeps f carries a pair of
// last nodes that gives the least form to another one; any two of these pairs give the same function, hence
// differ by such a renaming; and those that keep the pair are the renamings of the other nodes that keep p and
// e. So the number of automorphisms is the number of pairs that give the least form times the number of
// renamings of the first k nodes that keep p and e.
//
// Shown, the nodes are numbered from the other end: node 0 is the one in most true sets, and nodes in no quorum
// come last, so that a class looks alike for every n. The form depends on the class alone, and is stable: stored
// listings can be compared and taken up.
//
// # Listing classes without keeping them
//
// Let (p, e) be canonical. Then p is a head: its counts ascend, and it is the least of the orders that keep its
// counts, since reordering p alone leaves the last two nodes. Heads are one for each class of monotone
// functions of k variables under renaming. Further
//
//   - |p| <= 2^(k-1), which says v_{n-1} >= v_{n-2}, as |p*| = 2^k - |p| and the other true sets have both or
//     neither (not for dominated coteries, whose node n is fixed);
//   - |e with i| <= |p without i| for each i < k, which says v_{n-2} >= v_i. Proof. The dual of x is true at as
//     many sets with i as x is false at sets without i: 2^(k-1) - |x without i|. So v_i = 2^k + |p with i| - |p
//     without i| + |e with i| - |e without i|, and v_{n-2} = |p| + |e*| = |p with i| + |p without i| + 2^k - |e
//     with i| - |e without i|. The difference v_{n-2} - v_i is 2|p without i| - 2|e with i|. ∎
//   - e is the least of what the renamings that keep p make of it;
//   - no other pair of last nodes with the same v gives less.
//
// Conversely a pair with all this is canonical: an allowed order has as last two nodes either those of (p, e),
// and then gives no smaller p, as p is a head, and for the same p no smaller e; or others, with the same v. So
// the canonical forms are those pairs, each class has one, and going through heads and, for each, through the e
// below p AND p* yields each class once, with no memory of those before. ∎
//
// The bound on the counts of e is one subtraction of packed bytes. There are 8652 heads and 253 million pairs
// (p, e) for nondominated coteries on 8 nodes (16,353 and 456 million for all coteries on 7), and few survive
// to meet the last two conditions. For k = 6 the e are made of halves e0 <= e1 of five variables, from the
// lists of the functions below each of the 7581: 7,828,354 numbers of 16 bits. These lists (16 MB), the heads
// and at most eight finished heads for each worker are all that is kept, less than 100 MB in all. Workers take
// heads in turn, and what they find is handed on in the order of heads, so that the listing does not depend on
// their number; it is taken up behind an item at its head.
//
// Every listing of classes is tested against the sum of its orbits, n!/automorphisms: it is the labelled
// number, for nondominated coteries up to n = 8 and all coteries up to n = 7.
package enumerate
