// Package cubes splits the question whether a formula has a model into cubes: lists of literals,
// such that every assignment satisfies exactly one of them. Each cube is then a question of its
// own, the formula under the literals as assumptions, for another core or another machine: M.
// Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by
// Lookaheads", HVC 2011.
//
// A [Tree] holds the cubes as the leaves of a tree of decisions: an inner node decides a literal,
// first that it holds, then that it does not. So the leaves cover the space whatever the formula
// says, which package refutation checks on the cubes alone, and the refutations of the leaves add
// up to one of the formula: the clause that denies a node follows from those of its two children by
// unit propagation. A leaf that unit propagation refutes stays in the tree.
//
// [Split] makes the tree. It is determined by the formula and its options: its cost is bounded in
// steps, and no clock plays a part.
//
// The text of a tree ([Tree.WriteTo]) consists of lines in the iCNF format, in the order of the
// leaves: "a", the literals and a 0. A leaf that unit propagation refutes has the line
//
//	c refuted by unit propagation
//
// before it, which other programs skip as a comment.
package cubes
