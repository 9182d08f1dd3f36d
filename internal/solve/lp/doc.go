// Package lp solves linear programs exactly: packing programs (Program), and any others (General).
//
// # Packing programs
//
// The rows have a room b_i >= 0, the columns entries a_ij that are integers >= 0 and not all 0.
// Without shares a Program is to
//
//	maximise Σ v_j  subject to  Σ_j a_ij v_j <= b_i for every row i,  v >= 0.
//
// With shares, one of each group of columns (a concurrent packing), it is to
//
//	maximise t  subject to the same, and  share_g·t <= Σ_{j of group g} v_j for every group g.
//
// The load of a quorum system is such a program (package measure). Nodes and quorums that look
// alike make one row and one column of it: Refine finds them. Averaging a solution over the classes
// of an equitable partition keeps it feasible, so the value is the same (Grohe, Kersting, Mladenov
// and Selman, Dimension reduction via colour refinement, 2014).
//
// # Method
//
// Solve runs Small, the simplex method in floating point, generating columns where there are many
// (Gilmore and Gomory 1961). Its basis is made exact: by continued fractions, else by solving its
// equations p-adically (Dixon, Numer. Math. 40, 1982). The result is a proposal, which the caller
// judges by its own certificate. If it is not accepted, the simplex method in rational numbers goes
// on from there to an optimum. SolveRational is that method alone.
//
// # General programs
//
// A General is to minimise c·x subject to rows a·x <= b, a·x >= b or a·x = b and x >= 0, with
// rational data of any sign; a Pricer may add columns while it is solved. Small, in floating point,
// proposes a basis, whose equations are solved exactly. If the result is no optimum yet, the
// simplex method in rational numbers goes on from there. Its answer is a Certificate of an optimum,
// of there being no solution (Farkas), or of a ray along which the objective falls, that Check
// judges.
//
// # Searches
//
// Small and Whole are for searches that solve thousands of programs of a few rows. Small is
// floating point alone: its caller makes fractions of the dual values. Whole, for at most 11 rows,
// is exact.
//
// # Invariants
//
// Every result is a function of the program and the limits alone: no time, no number of processors,
// and no fused multiplication (products are rounded by an explicit float64) enters. This includes
// the choice among several optimal vertices, since strategies are printed. So the rules of pricing
// and of ties must stay as they are. The end of a context and of each limit is a *LimitError.
package lp
