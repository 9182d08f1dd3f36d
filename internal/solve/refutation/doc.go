// Package refutation checks that a formula has no model by cases: a list of cubes, which are
// conjunctions of literals, such that every assignment satisfies one of them, and for each cube a
// proof that the formula with the literals of the cube as unit clauses has none
// (docs/theorems/cubes.md).
//
// It trusts neither the program that split the formula nor those that refuted the cubes.
// [List.Cover] looks at the list alone, [Checker] at one cube and its proof, by package drat;
// [Check] does both for a list and a pack of proofs.
//
// # Files
//
// A list is text, a line for each cube, as in the iCNF format: "a", the literals, 0. Lines that
// begin with c are comments. The cubes are the leaves of a binary tree of decisions, from left to
// right, with both signs of a decision in either order. So one pass through the list finds a hole,
// a repeated cube, and a cube that contains another one.
//
// A pack is a tar file of proofs as solvers write them (package drat reads them): 7.drat is the
// proof for the seventh cube. They come in the order of the cubes. A cube without a file is refuted
// by unit propagation. The same proofs give the same bytes: no times, no names of people.
package refutation
