// # Nondominated coteries are the self-dual functions
//
// Let f be true at the sets of nodes that contain a quorum of a family, and f* at those that meet
// every quorum: f*(S) holds iff f(complement of S) does not. For monotone f and g, f <= g iff
// g* <= f*, and f** = f. Two quorums are disjoint iff some set and its complement both
// contain one. So the family is a quorum system iff f(S) and f(complement of S) never hold together,
// that is, iff f <= f*. The constant functions are left out by this: true is not below its
// dual, which is false; and false is below true, but it is the family without quorums.
//
// A coterie is nondominated iff every transversal contains a quorum (Garcia-Molina and Barbara 1985,
// theorem 2.1), that is, iff f* <= f. With f <= f* this is f = f*. Conversely a self-dual
// monotone f is not constant, as the dual of a constant function is the other one; so its
// minimal sets are not empty, there is one, and they are a nondominated coterie. As a family of
// minimal sets and its monotone function determine each other, nondominated coteries on n
// nodes are the self-dual monotone functions of n variables.
//
// # Coteries on n nodes are nondominated coteries on n+1 nodes, less one
//
// Let x be one more node. A function g of n+1 variables is given by two of n: g_0(S) = g(S) and
// g_1(S) = g(S with x). g is monotone iff both are and g_0 <= g_1. The complement of S among the
// n+1 nodes has x iff S does not, so g = g* iff g_1 = g_0*. Hence g is self-dual and
// monotone iff g_0 is monotone with g_0 <= g_0* and g_1 = g_0*: each f <= f* of n variables comes from
// just one g. These f are the coteries on n nodes and the constant false, which is no
// coterie; it comes from the g whose only quorum is {x}. So of the nondominated coteries on n+1
// nodes all but one stand for a coterie on n nodes: the coterie is g without the quorums that contain x.
//
// # Splitting on four nodes
//
// Let f be a function of n = k+4 nodes. For a set S of nodes out of the four last ones, 1, 2, 3,
// 4, let f_S be the function of the k others that is left of f when of the four just those in S
// are there. f is self-dual iff f_S = (f_T)* for S and its complement T. It is monotone iff all f_S
// are and f_S <= f_T wherever T is S and one node more. Let f = f*, and write e for f of the empty set,
// f_1, ..., f_4 for one node, A = f_12, B = f_13, C = f_14. All else is dual to these eight: f_34 = A*, f_24 = B*,
// f_23 = C*, f_234 = f_1* and so on, and f_1234 = e*. The steps from no node to one say e <= f_i;
// the steps from one node to two say f_i <= m_i with
//
//	m_1 = A ∧ B ∧ C, m_2 = A ∧ B* ∧ C*, m_3 = A* ∧ B ∧ C*, m_4 = A* ∧ B* ∧ C;
//
// and the steps from two to three and from three to four are the duals of these and say the same.
// So f_1, ..., f_4 can be chosen independently of each other. From e <= f_1 <= A and e <= f_3 <= A* follow
// e <= A <= e*; so it is for B and C, and e <= e*. Conversely, if A, B and C lie in [e, e*] so
// do their duals, and e <= m_i. Therefore the number of nondominated coteries is
//
//	λ(k+4) = Σ_{e ≤ e*} Σ_{A,B,C ∈ [e,e*]} |[e,m_1]| · |[e,m_2]| · |[e,m_3]| · |[e,m_4]|.
//
// The intervals are those of the lattice of all monotone functions of k variables. If a renaming
// of the k nodes leaves f as it is, it leaves each f_S as it is, and conversely; so the same sum over
// the lattice of the functions it leaves as they are counts what it leaves as it is on k+4 nodes.
//
// The sum has symmetries: a renaming of the k nodes carries the terms of e to those of another e; and the
// renamings of the four nodes permute A, B, C and turn two of them into their duals, which permutes
// the four m_i. One term of each orbit is computed, with the number of its fellows. The intervals |[e, x]|
// for all x come from one pass over the lattice for each of its irreducible elements.
//
// The same with three nodes gives λ(k+3) = Σ_{e ≤ e*} Σ_{a,b ∈ [e,e*], a ≤ b*} |[e, a* ∧ b*]|, and with two
// λ(k+2) = Σ_p |[0, p ∧ p*]|; the three sums check each other.
package enumerate
