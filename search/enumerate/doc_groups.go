// # Group quorum systems
//
// An m-group quorum system on n nodes is m >= 2 numbered cartels, each with at least one quorum, all quorums non-empty,
// none in another one of its cartel; quorums of different cartels meet. As functions: f_1, ..., f_m, none constant (a
// cartel without quorums is false everywhere, one with the empty quorum true everywhere), and f_i <= f_j* for i ≠ j,
// where f*(X) = not f(V∖X). It is nondominated (ND) iff f_i = (∨_{j≠i} f_j)* = ∧_{j≠i} f_j* for each i. Classes are
// taken under renamings of the nodes only: cartels keep their numbers, so {{1}}, {{1,2}} and {{1,2}}, {{1}} are two.
// D(n) is the number of all monotone functions of n variables, constant ones among them.
//
// A listing goes by the truth tables of the cartels, cartel 1 first; tables are compared as numbers whose bit X is
// f(X). Of a class it has the tuple that comes first. That is decided while the tuple grows: among the renamings that
// keep the cartels so far, none may make the next one less. (If some renaming makes a tuple less, it keeps what is
// before the first difference.) So every prefix of the first tuple of a class is the first of its own, nothing that was
// listed is kept, and the renamings left at the end are the automorphisms.
//
// # Counting two cartels
//
// There are D(n+1) - 2 D(n) + 1 systems of two cartels, D(n) - 2 of them ND. Proof. With h = f_2*, f_1 <= h is a pair
// of functions, which is one function of n+1 variables: f_1 where the last is not in the set, h where it is. f_1 or h*
// is false everywhere in 2 D(n) - 1 of these pairs (the one where both are counts once); if f_1 or h* is true
// everywhere, the other one is false everywhere. ND means f_2 = f_1*, with any f_1 but the two constants. ∎ A renaming
// of the n nodes is one of n+1 that keeps the last, so the same holds of the pairs that a renaming leaves as they are.
//
// A function of n variables is f_0, f_1, f_2, f_12 on n-2 (by which of two variables are in the set): D(n) = Σ over all
// a = f_1, b = f_2 of |[0, a∧b]| · |[a∨b, 1]|, and |[x, 1]| = |[0, x*]|. With one a for each of the 210 orbits of D(5)
// these are 1.6 million terms for D(7).
//
// # Counting m cartels
//
// Let c be the AND of the duals of the cartels that were chosen. The next one can be any f <= c, because crossing is
// symmetric (f <= g* iff g <= f*); and then c becomes c∧f*. So the number N_i(c) of ways to choose i more depends on c
// alone, and on its orbit alone:
//
//	N_0(c) = 1,    N_{i+1}(c) = Σ_{0 < f <= c, f < 1} N_i(c∧f*),    and there are N_m(1) systems.
//
// This is m products of a vector with a matrix over the orbits of functions, 210 for five nodes, in exact integers.
//
// For three cartels one more node is within reach. Let f_i be a_i <= b_i on the other nodes, without the last node and
// with it. Then f_i <= f_j* iff a_i <= b_j* and b_i <= a_j*, and the second is the first with i and j exchanged (a_i <=
// a_j* follows). So all b_i are free, and the number of m-tuples, constants among them, is
//
//	Σ over b_1, ..., b_m of Π_i |[0, b_i ∧ ∧_{j≠i} b_j*]|.
//
// For m = 2 this is the formula for D(n+1), by b_2 -> b_2*. For m = 3 and five variables it is 7581³ = 4·10^11 terms,
// some 10^9 with the symmetries: b_1 is the first of its orbit, the orbits of b_2, b_3 are no earlier, and b_2, b_3
// come in one order, or b_2 is the first of its orbit under the renamings that keep b_1. Tuples with constants are
// taken off: m with a 1, all others being 0 then; and of those without a 1, by inclusion, the ones with a 0. Four
// cartels on six nodes would be 7581⁴ terms; six variables have too many functions, 7,828,354, for the matrix above.
//
// # Nondominated systems of m cartels
//
// The core of f is f∧f*: the sets X such that X is live and V∖X is not. Let a be a function with a <= a* (a coterie, if
// it is not false everywhere). Its open sets are those at which a* is true and a is not: X is open iff V∖X is. Link two
// open sets if one contains the other, or if they are complements; let comp(a) be the number of components.
//
// Theorem. f_1, ..., f_m, m >= 2, none constant, are an ND system iff there is a coterie a such that each f_i is a
// together with some components of its open sets, and each component is in exactly one f_i. So there are Σ_a m^comp(a)
// of them, over all coteries a on n nodes.
//
// Proof. Let them be ND, and X, Y complements. If f_i and f_j are true at X, i ≠ j, then no f_k is true at Y: f_k <=
// f_i* or f_k <= f_j*. If f_i is the only one at X, then f_i(Y) = ∧_{j≠i} not f_j(X) = 1 and no other is true at Y, f_j
// <= f_i*. If none is at X, then all are at Y. So for X, Y all are true at one and none at the other, or the same
// single one at both. Let a be the sets of the first kind with all true: a = f_i∧f_i* for every i, which is monotone,
// and a <= a*, as X and Y are not both in it. Its open sets are the ones where a single f_i is true; complements have
// the same i, and so have X ⊂ X', as f_i grows and only f_i is true at X'. So i is a matter of components. And a is not
// false everywhere: then all sets were open, the empty set in all of them, and one f_i were true everywhere.
// Conversely, let a coterie and components be given. f_i is monotone: above a set of a are sets of a; above an open X
// is an open X', of the same component, or one in a (X' has a*(X') = 1). It is not constant: a is true at V, and is not
// at the empty set, which is not open. (∨_{j≠i} f_j)* is true at X iff V∖X is neither in a nor open with a label other
// than i, so iff X is in a, or open with label i. That is f_i. ∎
//
// With n nodes fixed the sum is a polynomial in m: on four nodes 12 + 61 m + 6 m² + m³. At 2 it is D(n) - 2, by the
// section above; at 1 it is the number of all coteries; and at 0 that of the ND coteries, which are those without open
// sets. The theorem also says that every function that is not constant is cartel 1 of some ND system, and that of m >=
// 3 cartels: its core decides the rest but for where the other components go.
//
// Coteries on n nodes are the pairs e <= p∧p* of functions of n-1 variables (e without the last node, p with it: a <=
// a* says e <= p*). For n = 6 these are 1,422,563, and 210 orbits of p are enough. A renaming leaves the system as it
// is iff it leaves a, and each component goes to one with its label: components that are exchanged count once.
//
// # Classes, and nodes that are used
//
// By Burnside's lemma the number of classes is (1/n!) Σ over cycle types of (renamings of the type) · (systems that one
// of them leaves as they are). All formulas above hold in the lattice of functions that the renaming leaves as they
// are: ∧, ∨ and * stay in it. A node that is split off must be a fixed one; renamings without one have so few such
// functions (of six variables at most 8600, for three cycles of two) that these are listed, on the poset of orbits of
// sets. Divisibility by n! is checked.
//
// Systems in which every node is in some quorum: a system on n nodes is one on the nodes that it uses, and ND there iff
// it is here (the dual of a function that does not depend on a node does not either). So labelled ones are Σ_j
// (-1)^(n-j) C(n,j) N(j), with N(0) = 0, and classes are the classes on n nodes less those on n-1.
//
// # Limits of group systems
//
// Counted: all systems on n <= 6 nodes for m = 2 and 3, on n <= 5 for 4 <= m <= 100; ND ones on n <= 7 for m = 2, on n
// <= 6 for 3 <= m <= 100. One node more for m = 2 would need D(8), by the formula above a sum over 16353 · 7,828,354
// pairs of functions of six variables. Three cartels on six nodes take some seconds and 350 MB, of which two tables
// take 230; everything else less than a second and 10 MB.
//
// Listed: all systems on n <= 5 nodes and ND ones on n <= 6, where there are at most ten million of them (of classes,
// if these are listed), in 3 MB. A listing of ND systems takes the components of the core of cartel 1 for the other
// cartels, at most ten of them on six nodes, so each choice ends in a system.
package enumerate
