// Package drat checks proofs that a formula has no model, as SAT solvers write them in the DRAT
// format (N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: Efficient Checking and Trimming Using
// Expressive Clausal Proofs", SAT 2014), as text or binary, or in LRAT, whose hints it ignores. It
// knows nothing about solvers and their search.
//
//	report, err := drat.Check(ctx, cnf, proof, nil)
//
// cnf is a *[coterie/internal/solve/sat.CNF] or any other [Formula], proof an io.Reader. A nil
// error means that the formula has no model. Otherwise it is
//
//   - a [*ProofError]: the proof cannot be read, a step that the refutation needs does not follow,
//     or the proof ends and there is no contradiction;
//   - the cause of ctx, a *memory.Error, or the error of the reader, which say nothing of the
//     proof.
//
// # Proofs
//
// Steps add a clause or delete one. An added clause follows if unit propagation from its negation,
// over the present clauses, meets a contradiction (RUP); or if this holds for each of its
// resolvents on its first literal with a present clause (RAT), which keeps a model if there is one.
// The proof is over with the first step after which unit propagation alone meets a contradiction:
// the empty clause need not be written down, and later steps are not read. CaDiCaL's proofs need
// RUP alone, with its default options and with --plain (the techniques that need more, --block,
// --cover, --condition, are off there); [Report].RAT counts the steps that needed more.
//
// # Deletions
//
// Deleting only ever makes a refutation harder, so ignoring a deletion does no harm to the
// conclusions of RUP steps, and RAT steps are judged with the clause that stayed. Two kinds are
// ignored and counted, as drat-trim does by default: of unit clauses, and of clauses that are at
// the moment the reason of a literal that is true (solvers delete those, and go on as if the
// literal were given); and of clauses that are not there, or that LRAT names by numbers.
//
// # Method
//
// Forward, steps are read up to the contradiction, propagating units only. Backward from there, a
// clause is checked only if a checked clause has used it. The clauses used are the core of formula
// and proof. Propagation has two watched literals, first over clauses that are in the core (so that
// it stays small), then over the others. All clauses lie in one flat slice. Cost: about that of the
// solver's own propagations; 4 bytes a literal, 12 a clause, 16 for its watches, 4 a step, some 80
// a variable. The answer and the report are the same in every run.
package drat
