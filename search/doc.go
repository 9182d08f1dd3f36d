// Package search finds best quorum systems, and proves that they are: for every number of
// nodes, also where no plane exists.
//
// Every search answers with a [Result]: a verdict, a lower and an upper bound with the
// argument that proves each, and the system that meets the upper one (the lower one, where
// more is better), checked by package quorum whatever found it. Arithmetic comes first,
// then dedicated exact search, then SAT. Nothing is called optimal unless the two bounds
// meet.
//
// # Questions for a SAT solver
//
// A question is a formula in conjunctive normal form that is satisfiable if and only if what is
// asked for exists; each encoding's documentation has the proof. The built-in solver is gini. That
// a question has no model is compared with what constructions have before anything rests on it.
// [Options].Solver names another one, which is run as a program over a DIMACS file, and
// [Result.WriteDIMACS] writes the last question, so that any solver can confirm the answer. The
// command line keeps each question with the other solver's proof, checked, or answers from what was
// kept: a search asks the same questions when it gets the same answers. A question names the
// theorems that carry its encoding.
//
// With [Options].Cubes each question is split (package internal/solve/sat/cubes), and its cubes are
// parts of a job, decided on the cores of this machine or on others. The model is that of the first
// cube that has one, checked against the clauses, so that no answer depends on who was fast. That a
// cube has no model comes with a proof where they are kept; otherwise it is the word of the solver,
// and of the cubes from other machines some are decided again here. A note of the result says
// which. How to split was measured (package cubes): a look-ahead among the first open variables,
// in the order of the formula.
//
// The searches are packages of their own: [coterie/search/maekawa], [coterie/search/total],
// [coterie/search/cyclic], [coterie/search/group], [coterie/search/load], [coterie/search/latin]
// and [coterie/search/extend]. Each says what is within its reach on two cores, and how that grows.
//
// A context ends every search, with the best so far and the bounds that were proved.
package search
