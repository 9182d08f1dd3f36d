// Package sat is the one place that touches a SAT solver: formulas in conjunctive
// normal form, a solver for them with cancellation, and the DIMACS format, in which
// any other solver can be asked the same question.
//
// Literals are non-zero ints as in DIMACS: v and -v for variable v >= 1. An encoding is
// written to a [ClauseSink], which both a [CNF] and a [Solver] are, so that the same code
// solves a question and exports it.
//
// # What is trusted
//
// The search is that of gini (github.com/irifrance/gini), a CDCL solver. A model is
// checked against the stored clauses before anyone sees it; an Unsat is believed, and a
// reader who does not can write the formula with [CNF.WriteDIMACS] and ask another solver.
//
// # What is kept away from gini
//
// Version 1.0.1 ends the process, or runs wild, where it is asked to go on after a
// conflict that holds without assumptions. Solver never does that:
//
//   - An Unsat that needs no assumption is final ("latched"): gini is never called again.
//   - After an Unsat under assumptions gini would resume from its last conflict, and may
//     meet there a contradiction of the clauses alone. Before the next Solve a clause that
//     says nothing (v or not v) is added, which makes it forget that conflict.
//   - Empty clauses, repeated literals and tautologies are dealt with here.
package sat
