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
// A question is a formula in conjunctive normal form. It is satisfiable if and only if the thing
// asked for exists; the documentation of each encoding has the proof. The built-in solver is gini.
// Before anything rests on its answer that there is no model, the answer is compared with
// constructions. [Options].Solver names another solver, which is run as a program over a DIMACS
// file. [Result].WriteDIMACS writes the last question, so that any solver can confirm the answer.
// The command line can keep each question with the checked proof of the other solver, and can run
// a search again from kept answers: with the same answers a search asks the same questions.
//
// With [Options].Cubes each question is split (package internal/solve/sat/cubes), and its cubes are
// parts of a job, decided on the cores of this machine or on others. The model is that of the first
// cube that has one, and is checked against the clauses, so that no answer depends on which worker
// was fast. If proofs are kept, each refuted cube has one. Otherwise the solver is trusted, and
// some of the cubes that other machines decided are decided again here. A note of the result says
// which.
//
// The searches are packages of their own: [coterie/search/maekawa], [coterie/search/total],
// [coterie/search/cyclic], [coterie/search/group], [coterie/search/load], [coterie/search/latin]
// and [coterie/search/extend]. Each says what is within its reach on two cores, and how that grows.
//
// A context ends every search, with the best so far and the bounds that were proved.
package search
