package search

import (
	"context"
	"errors"
	"testing"

	"coterie/bounds"
	"coterie/internal/solve/sat"
)

// TestKnownIsCompared: that there is no model of what is known to have one is believed of no
// solver.
func TestKnownIsCompared(t *testing.T) {
	cnf := sat.NewCNF(t.Context())
	v := cnf.NewVar()
	cnf.AddClause(v)
	cnf.AddClause(-v)
	known := func(context.Context) (string, error) { return "a construction", nil }
	var lied *SolverLiedError
	s := NewSession(Options{})
	if a, err := s.Ask(t.Context(), Question{Words: "w", CNF: cnf, Known: known}); err == nil || errors.As(err, &lied) || a.Verdict != sat.Unknown {
		t.Errorf("gini: %v, %v", a.Verdict, err)
	}
	s = NewSession(Options{Solver: []string{"sh", "-c", "exit 20"}})
	if a, err := s.Ask(t.Context(), Question{Words: "w", CNF: cnf, Known: known}); !errors.As(err, &lied) || a.Verdict != sat.Unknown {
		t.Errorf("external: %v, %v", a.Verdict, err)
	}
	if s.Refuted = 1; !errors.As(s.compare(&Result{Lower: new(bounds.Integer(3)), Upper: new(bounds.Integer(2))}), &lied) {
		t.Error("bounds that contradict each other")
	}
}
