// Package refutation checks that a formula has no model by cases: a list of cubes, which are
// conjunctions of literals, of which every assignment satisfies one, and for each cube a proof that
// the formula with the literals of the cube as unit clauses has none (docs/theorems/cubes.md).
//
// It believes nobody: not who split the formula, nor who refuted the cubes. [List.Cover] looks at
// the list alone, [Checker] at one cube and its proof, by package drat; [Check] does both for a
// list and a pack of proofs.
//
// # Files
//
// A list is text, a line for each cube, as in the iCNF format: "a", the literals, 0. Lines that
// begin with c are comments. The cubes are the leaves of a binary tree of decisions, from left to
// right, with both signs of a decision in either order. So a hole, a cube twice and a cube that
// another one has in it are seen by going through the list once.
//
// A pack is a tar file of proofs as solvers write them (package drat reads them): 7.drat is that of
// the seventh cube. They come in the order of the cubes. A cube without a file is one that unit
// propagation refutes. The same proofs give the same bytes: no times, no names of people.
package refutation
