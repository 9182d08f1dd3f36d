package sat

import (
	"errors"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
)

// TestSolveEndsWhileClausesAreSent: a question that is no longer wanted before gini has all its
// clauses ends there, and the next Solve asks all of it.
func TestSolveEndsWhileClausesAreSent(t *testing.T) {
	for _, seed := range []uint64{0, 7} {
		s := NewSolver(nil, Options{Seed: seed})
		const n = 3 * sendPatience
		s.AddClause(1)
		for v := 1; v < n; v++ {
			s.AddClause(-v, v+1)
		}
		asked := looks.Before(t.Context(), 2)
		if v, err := s.Solve(asked); v != Unknown || err != nil && !errors.Is(err, looks.Err) || s.g != nil {
			t.Fatalf("seed %d: %v, %v after the context ended (%d)", seed, v, err, asked.Left())
		}
		if v, err := s.Solve(t.Context()); v != Sat || err != nil || !s.Value(n) {
			t.Fatalf("seed %d: %v, %v", seed, v, err)
		}
		s.AddClause(-n)
		assert.Equal(t, assert.Got(s.Solve(t.Context()))(t), Unsat, "seed %d", seed)
	}
}
