// Package masking looks for the best quorum systems among nodes that may lie: dissemination,
// masking and opaque systems for b liars, of the least size or the least load.
//
// Within reach on two cores, with proof: the least size, for every n; the least load up to n = 8,
// of masking systems up to 9 and of opaque ones up to 10 for one liar, and some beyond, in seconds.
// Beyond, to 60 nodes, two bounds: arithmetic, and the best of thresholds on up to n nodes, of all
// families of package construct that bear b liars, and of local search.
//
// The proof of a least load is a formula without a model. Its variables are sets of nodes, and its
// clauses say that quorums share enough, that no b nodes meet all of them, and, for each of the
// node weights that a linear program has found, that some quorum weighs less than the load sought.
package masking
