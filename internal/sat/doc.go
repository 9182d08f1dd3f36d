// Package sat is the one place that touches a SAT solver: formulas in conjunctive
// normal form, a solver for them with cancellation, and the DIMACS format, in which
// any other solver can be asked the same question.
//
// Literals are non-zero ints as in DIMACS: v and -v for variable v >= 1.
package sat
