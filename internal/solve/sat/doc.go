// Package sat is the one place that touches a SAT solver: formulas in conjunctive
// normal form, a solver for them with cancellation, encodings as plain clauses, the DIMACS
// format, and other solvers, run as programs over it.
//
// Literals are non-zero ints as in DIMACS: v and -v for variable v >= 1. An encoding is
// written to a [ClauseSink], which both a [CNF] and a [Solver] are, so that the same code
// solves a question and exports it.
//
// # Encodings
//
// [AtMost], [AtLeast] and [Exactly] are sequential counters (C. Sinz, "Towards an Optimal CNF
// Encoding of Boolean Cardinality Constraints", CP 2005, section 2), less the registers that
// cannot matter: k·(n-k) of them for k of n literals. A [Totalizer] (O. Bailleux and
// Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003) has
// an output for each number, so that one formula serves every bound, by assumption.
// [AtMostOne] and [ExactlyOne] are pairwise, for short lists. [LexAtLeast]
// compares two rows of literals; [LexSorted] rows and columns of a matrix are the
// double-lex order (P. Flener et al., "Breaking Row and Column Symmetries in Matrix
// Models", CP 2002), which keeps a model of each orbit where all orders of rows and of
// columns are symmetries.
//
// Tests compare all of them with counting and comparing, for every assignment of a few
// literals; and an independent unit propagator confirms the promises of their documentation.
//
// # Other solvers
//
// [External] runs a program by the conventions of the SAT competitions. CaDiCaL and
// PicoSAT, which the tests use if they are installed, work as they are, and so should other
// competitors. MiniSat refutes, but its models are in another form, without lines "v", and are
// refused.
//
// # Trust
//
// The search of a [Solver] is that of gini (github.com/irifrance/gini), a CDCL solver. A model, of
// gini or of an external solver, is checked against the stored clauses before anyone sees it. An
// Unsat is believed here; the caller compares it with known results ([External].Doubt). A reader
// who does not can write the formula with [CNF.WriteDIMACS] and ask another solver; or, with a
// solver that writes proofs and [External].Proof, have the proof checked by a program that is no
// solver and much shorter, as package internal/solve/evidence does with our own
// (internal/solve/drat). For DRAT proofs also
//
//	drat-trim question.cnf proof
//
// (M. Heule, github.com/marijnheule/drat-trim) prints "s VERIFIED". gini writes no proofs. A
// proof is kept only if it is whole, for which its format must be known: DRAT as text or binary, or
// LRAT as text.
//
// A solver is killed, with its process group, when its context ends, and on Linux when this process
// dies; its files in the folder for temporary ones are removed by the next run.
//
// # Limits of gini
//
// Version 1.0.1 ends the process, or misbehaves, if it has to go on after a conflict that holds
// without assumptions. Solver never makes it do so:
//
//   - An Unsat that needs no assumption is final ("latched"): gini is never called again.
//   - After an Unsat under assumptions gini would resume from its last conflict, and may meet there
//     a contradiction of the clauses alone. Before the next Solve a tautology (v or not v) is
//     added, which makes it forget that conflict.
//   - Empty clauses, repeated literals and tautologies are dealt with here.
package sat
