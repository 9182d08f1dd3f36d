package session

import (
	"context"
	"fmt"

	"coterie/internal/solve/sat"
	"coterie/quorum"
)

// Known returns the reason why a question has a model, by constructions and arithmetic, without a
// solver. It returns "" if these do not decide. The error is the cause of ctx, or internal.
type Known func(ctx context.Context) (why string, err error)

// The limits on the search for a model of a formula that an external solver refuted: rounds of
// [sat.Propagations], some tenths of a second, on formulas of at most so many literals.
const (
	doubtRounds   = 30
	doubtLiterals = 1 << 20
)

// doubt compares the answer that a question has no model with known results: with constructions
// and, if another program gave the answer, with a short search of our own. The error is a
// *sat.SolverError, of the built-in solver an internal one, or the cause of ctx, if ctx ends
// before. Then nothing may rest on the answer.
func (s *Session) doubt(ctx context.Context, q Question) error {
	if q.Known != nil {
		s.At("what constructions have of: " + q.Words)
		switch why, err := q.Known(ctx); {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return err
		case why != "":
			return s.lied(q, why)
		}
	}
	if len(s.Options.Solver) == 0 || q.CNF.Literals() > doubtLiterals {
		return nil
	}
	// A seed of its own: whether the built-in solver finds a model does not depend on the seed.
	solver := sat.NewSolver(q.CNF, sat.Options{Limit: doubtRounds})
	switch verdict, _ := solver.Solve(ctx); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case verdict == sat.Sat: // checked against the clauses
		return s.lied(q, "a model that gini finds")
	}
	return nil
}

// lied returns the error for a solver that refuted a question that has a model.
func (s *Session) lied(q Question, why string) error {
	text := fmt.Sprintf("it says that there is no model of: %s; there is one: %s", q.Words, why)
	if len(s.Options.Solver) == 0 {
		return quorum.Internal("the answer of gini is wrong: %s", text)
	}
	return sat.Refused(s.Options.Solver[0], text)
}
