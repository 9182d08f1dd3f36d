// # Group quorum systems
//
// An m-group quorum system on n nodes is m >= 2 numbered cartels, each with at least one quorum,
// all quorums non-empty, none in another one of its cartel; quorums of different cartels meet. As
// functions: f_1, ..., f_m, none constant (a cartel without quorums is false everywhere, one with
// the empty quorum true everywhere), and f_i <= f_j* for i ≠ j, where f*(X) = not f(V∖X). It is
// nondominated (ND) iff f_i = (∨_{j≠i} f_j)* = ∧_{j≠i} f_j* for each i. Classes are taken under
// renamings of the nodes only: cartels keep their numbers, so {{1}}, {{1,2}} and {{1,2}}, {{1}} are
// two. D(n) is the number of all monotone functions of n variables, constant ones among them.
//
// A listing goes by the truth tables of the cartels, cartel 1 first; tables are compared as numbers
// whose bit X is f(X). Of a class it has the tuple that comes first. That is decided while the
// tuple grows: among the renamings that keep the cartels so far, none may make the next one less.
// (If some renaming makes a tuple less, it keeps what is before the first difference.) So every
// prefix of the first tuple of a class is the first of its own, nothing that was listed is kept,
// and the renamings left at the end are the automorphisms.
//
// # Limits of group systems
//
// Counted: all systems on n <= 6 nodes for m = 2 and 3, on n <= 5 for 4 <= m <= 100; ND ones on n
// <= 7 for m = 2, on n <= 6 for 3 <= m <= 100. One node more for m = 2 would need D(8), by the
// formula above a sum over 16353 · 7,828,354 pairs of functions of six variables. Three cartels on
// six nodes take some seconds and 350 MB, of which two tables take 230; everything else less than a
// second and 10 MB.
//
// Listed: all systems on n <= 5 nodes and ND ones on n <= 6, where there are at most ten million of
// them (of classes, if these are listed), in 3 MB. A listing of ND systems takes the components of
// the core of cartel 1 for the other cartels, at most ten of them on six nodes, so each choice ends
// in a system.
//
// Proof: docs/theorems/counting-group-systems.md, docs/theorems/counting-nondominated-groups.md.
package enumerate
