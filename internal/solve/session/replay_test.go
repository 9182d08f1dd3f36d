package session_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/search"
)

// memory is a keeper that knows answers by the formulas. It asks the built-in solver for others,
// unless it has to know everything.
type memory struct {
	answers map[[32]byte]session.Answer
	closed  bool
	flaws   []string
}

func (m *memory) Ask(ctx context.Context, q session.Question, _ func(string) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	var text bytes.Buffer
	if err := q.CNF.WriteDIMACS(&text); err != nil {
		return session.Answer{}, nil, err
	}
	for _, file := range q.Theorems.Files() {
		if _, err := os.Stat(filepath.Join("../../..", file)); err != nil {
			m.flaws = append(m.flaws, fmt.Sprintf("%s names %s: %v", q.Words, file, err))
		}
	}
	if len(q.Theorems) == 0 {
		m.flaws = append(m.flaws, "no theorem: "+q.Words)
	}
	key := sha256.Sum256(text.Bytes())
	a, known := m.answers[key]
	switch {
	case !known && m.closed:
		m.flaws = append(m.flaws, "asked the second time alone: "+q.Words)
		return session.Answer{}, nil, fmt.Errorf("an unknown question")
	case !known:
		s := sat.NewSolver(q.CNF, sat.Options{})
		verdict, err := s.Solve(ctx)
		if err != nil {
			return session.Answer{}, nil, err
		}
		a = session.Answer{Verdict: verdict, By: "memory"}
		if verdict == sat.Sat {
			a.Model = s.Model()
		}
		m.answers[key] = a
	}
	return a, &search.Proof{Question: q.Words, Theorems: q.Theorems.Files()}, nil
}

// TestEverySearchCanBeReplayed: a search asks the same formulas when it gets the same answers, with
// any number of jobs, and has the same result; so answers that are kept can be checked by running
// it again. Every question names theorems that are there.
func TestEverySearchCanBeReplayed(t *testing.T) {
	if asked := replay(t, light); asked < 20 {
		t.Errorf("%d questions were asked", asked)
	}
}

// replay does so with the chosen searches, and returns how many questions they asked.
func replay(t *testing.T, chosen func(name string) bool) (asked int) {
	t.Parallel()
	for _, test := range allSought(t) {
		if !chosen(test.name) {
			continue
		}
		m := &memory{answers: map[[32]byte]session.Answer{}}
		run := func(jobs int) string {
			t.Helper()
			r, err := test.find(session.WithKeeper(t.Context(), m), search.Options{Jobs: jobs, Seed: 1, Solver: []string{"memory"}})
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
				return ""
			}
			r.Notes = nil
			text := assert.Got(r.MarshalJSON())(t)
			return string(text)
		}
		first := run(2)
		m.closed = true
		assert.Equal(t, first, run(1), "%s", test.name)
		for _, flaw := range m.flaws {
			t.Errorf("%s: %s", test.name, flaw)
		}
		asked += len(m.answers)
	}
	return asked
}
