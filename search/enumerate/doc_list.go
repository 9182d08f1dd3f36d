// # Order of a listing
//
// A coterie on n nodes that is its own dual (nondominated) is split on its last two nodes: with k =
// n-2, e is the function of the first k nodes that it is at sets with neither of them, p at those
// with node n-2 only, and so p* at those with node n-1 only and e* at those with both. It is
// monotone iff p is and e is a monotone function below p AND p*. Any other coterie f on n nodes is,
// in one way, the part without the last node of a function g on n+1 nodes that is its own dual: g
// is f where that node is missing and f* where it is there, and g is monotone as f <= f*. So with k
// = n-1 it is e at sets without node n-1 and p at those with it, and e <= p AND p* again. The one g
// whose f has no quorum is the node n alone: p = e = 0.
//
// A labelled listing goes through the p in ascending order of their truth tables as numbers (bit a
// of the number is the value at the set a), and for each p through the e in ascending order. For k
// <= 5 variables both are made, each in its place, from pairs of functions of k-1 variables:
// nothing else is kept, and a listing that is taken up behind an item begins at its p. Nondominated
// coteries on one node have no such split; there is one.
//
// A listing of classes goes, in the same way, through the pairs (p, e) of the canonical forms: by
// the counts of p, then by p, then by e. A listing of all coteries names the classes by the split
// of g with its last node fixed; a nondominated coterie among them stands at that place, and is
// shown in its own canonical form.
//
// # Canonical form
//
// Classes are listed by their canonical forms, heads p first and, for each, the e below p AND p*:
// each once, with no memory of those before. Shown, the nodes are numbered from the other end: node
// 0 is the one in most true sets, and nodes in no quorum come last, so that a class looks alike for
// every n. The form depends on the class alone, and is stable: stored listings can be compared and
// taken up.
//
// There are 8652 heads and 253 million pairs (p, e) for nondominated coteries on 8 nodes, 16,353
// and 456 million for all coteries on 7. For k = 6 the e are made of halves of five variables, from
// lists of the functions below each of the 7581. These lists (16 MB), the heads and at most eight
// finished heads for each worker are all that is kept, less than 100 MB in all. What workers find
// is handed on in the order of heads, so that the listing does not depend on their number.
//
// # Slices
//
// A listing of classes is a job of package work: its parts are slices of the heads, and their
// results the e and the automorphisms of each class, twelve bytes, of which whoever lists makes the
// systems. Others may compute them: what they find is trusted by a sample, and that the classes are
// as many as by Burnside's lemma shows that no slice has left any out. A listing that is taken up
// is the same job. Labelled listings have no parts, as each takes less than a second; group systems
// have none, of which at most ten million are listed, in seconds, most of which go into writing
// them; nor have the counts, the longest of which takes ten seconds, over tables of a hundred
// megabytes that every worker would have to make first.
//
// Proof: docs/theorems/canonical-coteries.md.
package enumerate
