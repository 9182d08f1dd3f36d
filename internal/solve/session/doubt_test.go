package session

import (
	"context"
	"testing"

	"coterie/internal/solve/sat"
	"coterie/search"
)

// TestKnownIsCompared: no solver is believed that refutes a question known to have a model.
func TestKnownIsCompared(t *testing.T) {
	cnf := sat.NewCNF(t.Context())
	v := cnf.NewVar()
	cnf.AddClause(v)
	cnf.AddClause(-v)
	known := func(context.Context) (string, error) { return "a construction", nil }
	s := New(t.Context(), search.Options{}, &search.Result{})
	if a, err := s.Ask(t.Context(), Question{Words: "w", CNF: cnf, Known: known}); err == nil || sat.FaultOf(err) == sat.Lied || a.Verdict != sat.Unknown {
		t.Errorf("gini: %v, %v", a.Verdict, err)
	}
	s = New(t.Context(), search.Options{Solver: []string{"sh", "-c", "exit 20"}}, &search.Result{})
	if a, err := s.Ask(t.Context(), Question{Words: "w", CNF: cnf, Known: known}); sat.FaultOf(err) != sat.Lied || a.Verdict != sat.Unknown {
		t.Errorf("external: %v, %v", a.Verdict, err)
	}
	s.Raise(3, "")
	s.Reduce(2, "")
	if s.Refuted = 1; sat.FaultOf(s.Close()) != sat.Lied {
		t.Error("bounds that contradict each other")
	}
}
