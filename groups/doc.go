// Package groups has the finite groups of small order: each as a table, with its automorphisms,
// subgroups and actions, and all of them up to isomorphism in a catalogue.
//
// # Elements
//
// A [Group] of order n has the elements 0, 1, ..., n-1, and 0 is the identity. Which element has
// which number follows from the group's name alone: [Parse] of a name always gives the same table,
// so that sets of elements can be kept in files. In Z_n element i is the residue i.
//
// # Names
//
//	Z12, C12      cyclic of order 12
//	D5            dihedral of order 10: the symmetries of a regular pentagon
//	Q8, Q16       generalized quaternion of order 8, 16, a power of two
//	Dic3          dicyclic of order 12, four times the number
//	SD16, M16     semidihedral, modular of order 16: Z8 with Z2, x -> 3x and x -> 5x
//	S4, A5        symmetric, alternating
//	SL2-3, GL2-3  2×2 matrices over GF(3), of determinant 1, invertible
//	H27           Heisenberg: upper triangular 3×3 matrices with ones over GF(3)
//	Z7:Z3@2       semidirect: the generator of Z3 acts on Z7 as x -> 2x; without @2 the least
//	              multiplier of the largest order that is possible
//	GF9:Z4        the maps x -> ax+b of GF(9) with a in the group of 4 roots of unity
//	D4oQ8         central product of two groups with one central involution each
//	Z2xZ8, D4xZ3  direct product, of any of these
//	G32.17        number 17 of order 32 in the catalogue, which has such a number for every group
//
// # The catalogue
//
// [All] lists the groups of an order up to isomorphism, for every order up to 100 but 64 and 96,
// which have 267 and 231 groups. All of these but A5 are solvable, so have a normal subgroup of
// prime index, and come by extending a smaller group by a cyclic one; a test makes the catalogue
// again from the trivial group, and compares the counts with the known ones. The number of a group
// is its number in this catalogue; [Group.SmallGroup] and [KnownAs] give the numbers of the Small
// Groups library of GAP.
//
// Proof: docs/theorems/cyclic-extensions.md.
package groups
