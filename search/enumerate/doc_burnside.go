// # Classes are counted by the systems that a renaming fixes
//
// Let the n! renamings π of n nodes act on the λ self-dual monotone functions (the nondominated coteries), πf being
// true at πX iff f is true at X, and let Fix(π) be how many f have πf = f. The number of classes of functions that
// differ by a renaming is ΣFix(π)/n! (Cauchy, Frobenius; known as Burnside's lemma). For count the pairs (π, f) with
// πf = f. By π they are ΣFix(π). By f, the renamings that leave f as it is are a group of some order s, and
// πf = π'f iff π' is π after one of them, so the class of f has n!/s members; with s pairs each they
// make n! pairs for every class.
//
// Fix(π) depends only on the lengths of the cycles of π: two renamings with the same cycle lengths are π and
// ρπ/ρ for some ρ, and f is fixed by π iff ρf is by ρπ/ρ. So one renaming of each cycle type is enough, times the size
// of the type. A type with a_l cycles of length l has n!/Π(l^a_l·a_l!) renamings: write the n nodes in a row in
// any of the n! orders and cut it into cycles, longest first; each cycle can begin at any of its nodes, and cycles of one
// length can be in any order. The sizes add up to n!, and the sum over types is a multiple of n!; both
// are checked. The same lemma for the group of the powers of one π of order m says that Fix(π^0) + ... + Fix(π^(m-1))
// is a multiple of m; this is checked for every type. For a prime m it says Fix(π) ≡ λ mod m.
//
// All coteries on n nodes, and the family without quorums, are the self-dual functions of n+1 nodes: g with g <= g*
// stands for the function that is g without the last node and g* with it, which is monotone and self-dual, and
// every self-dual f is had from what it is without the last node. A renaming of the n nodes is one of n+1 that holds the last, and
// g is as it was iff the other function is. So the classes of coteries are the sum over the types of n nodes, with
// one more cycle of length 1 each, over n!, less 1 for the empty family, a class of its own.
//
// A class with a node that is in no quorum is, without that node, a class on n-1 nodes: which of several such nodes
// is left out makes no difference up to renaming, and any class on n-1 nodes comes from one. So the classes
// in which all nodes are used are those on n nodes less those on n-1.
//
// # A renaming with only even cycles fixes nothing
//
// If all cycles of π are even, let X be every other node of each cycle. Then πX is the complement of X, so that f = πf
// would give X and its complement the same value, where a self-dual function has different ones. If π has a cycle of odd
// length, the majority of its nodes is self-dual and fixed. So Fix(π) = 0 iff all cycles are even.
//
// # Cycles taken apart leave functions of the other nodes
//
// Let T be some of the cycles of π with t nodes in all, σ and τ what π is on T and on the k = n-t other nodes. Let f_S be the
// function of the other nodes that f is when S ⊆ T is the set of nodes of T that are there. Then
//
//   - f is monotone iff all f_S are, and f_S <= f_S' when S' has one node more;
//   - f is self-dual iff f_(T\S) = f_S* for all S;
//   - πf = f iff f_σ(S) = τf_S for all S, as f_σ(S)(τY) = f(π(S∪Y)) and τf_S(τY) = f_S(Y) = f(S∪Y).
//
// So one f_S of each orbit of σ and complement on the subsets of T is free up to monotony, where an S with σ^L(S) = S
// has τ^L f_S = f_S, and one with σ^L(S) = T\S has τ^L f_S = f_S*. Renaming commutes with *, AND and OR, and f <= g with τf <= τg;
// duals reverse <=. Let D^ρ be the monotone functions of the k nodes that ρ fixes: it has with two functions their AND and OR, and
// the duals. |[e, m]^ρ| is how many of its members lie between e and m. Always e = f_∅ ∈ D^τ.
//
// Three nodes: b = f_1, c = f_2, d = f_3 determine f_23 = b*, f_13 = c*, f_12 = d*. Monotony says e <= b, c, d and b <= c*,
// b <= d*, c <= d* (f_1 <= f_13 and so on; the conditions on f_123 = e* are duals of those on e). So e adds a factor |[0, b∧c∧d]^τ|, and
//
//   - three fixed nodes: b, c, d ∈ D^τ with the three conditions;
//   - 1 and 2 exchanged: c = τb, b ∈ D^(τ²), d ∈ D^τ with b <= (τb)* and b <= d*, which is also τb <= d*;
//   - a circle 1, 2, 3: c = τb, d = τ²b, b ∈ D^(τ³) with b <= (τb)*, which is c <= d* when τ is applied, and d <= b*, so
//     b <= d*, when it is twice.
//
// Two nodes: p = f_1 and p* = f_2 with e <= p∧p*, a factor |[0, p∧p*]^τ|. Fixed nodes have p ∈ D^τ, exchanged ones p ∈ D^(τ²) with τp = p*.
//
// Four nodes: A = f_12, B = f_13, C = f_14 determine f_34 = A*, f_24 = B*, f_23 = C*. Monotony says that A, B, C and their duals
// lie above f_i where i is in the pair, and e <= f_i: so e <= A, B, C <= e*, and e <= f_i <= m_i with
//
//	m_1 = A∧B∧C, m_2 = A∧B*∧C*, m_3 = A*∧B∧C*, m_4 = A*∧B*∧C;
//
// sets of three nodes give the duals of these. Given e, A, B, C the f_i of different orbits of σ are free of each other, and one of an orbit of length
// L is any member of [e, m_i]^ρ with ρ = τ^L, which also puts the others of its orbit below their m. So the number is the sum over e, A, B, C of:
//
//   - four fixed nodes: A, B, C ∈ D^τ; the product of |[e, m_i]^τ| for i = 1, 2, 3, 4;
//   - 1 and 2 exchanged: A ∈ D^τ, B ∈ D^(τ²), and C = (τB)*, since f_23 = τf_13; |[e, m_1]^(τ²)|·|[e, m_3]^τ|·|[e, m_4]^τ|;
//   - also 3 and 4 exchanged: A ∈ D^τ, and B, C ∈ D^(τ²) with τB = B*, τC = C*, since f_13 goes to f_24 and f_14 to f_23;
//     |[e, m_1]^(τ²)|·|[e, m_3]^(τ²)|;
//   - a circle 1, 2, 3 and a fixed 4: f_14, f_24, f_34 are C, B* = τC, A* = τ²C with C ∈ D^(τ³); |[e, m_1]^(τ³)|·|[e, m_4]^τ|;
//   - a circle 1, 2, 3, 4: f_12, f_23, f_34, f_14 are A, C* = τA, A* = τ²A, C = τ³A, so A ∈ D^(τ⁴) with τ²A = A*; f_13
//     goes to f_24, so B ∈ D^(τ²) with τB = B*; |[e, m_1]^(τ⁴)|.
//
// No cycle apart: decide for every orbit O of π on sets and the orbit O' of their complements (another one, or there is no f)
// which of them f is true at. Write O <= P if a set of P contains one of O: then P' <= O'. The orbits where f is true, T, are to be closed
// upwards and never to hold both P and P'. If O' <= O then O must be in T, since otherwise O' is, and O with it. Let T be these orbits and all above them
// at first. It holds no P, P': these would be above some O and Q with O' <= O, Q' <= Q, and O' <= O <= P <= Q' <= Q <= P' <= O'
// makes all sizes equal, so O = O'. Then put an orbit O with neither O nor O' in T into it, and all above it. If P and P' are in T now, one is new, say
// P >= O, so P' <= O'. If P' is new as well, P' >= O and so O <= O', and O' was in T from the start; if not, O' was in T because T is closed upwards. Neither
// is so. Hence every way to decide the open orbits one after the other ends in one fixed function, all are found, and no way leads nowhere.
package enumerate
