package evidence_test

import (
	"bytes"
	"compress/flate"
	"context"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
	"coterie/internal/solve/evidence"
	"coterie/internal/solve/session"
	"coterie/search"
)

// split is a search with one question in cubes: whether the pigeons have room.
func split(ctx context.Context, t *testing.T, opts search.Options) (*search.Result, error) {
	t.Helper()
	r := &search.Result{Search: "nest", Question: "have they room?", Verdict: search.ProvenAbsent, Objective: "existence", LowerBy: "no model of: four pigeons in three holes (solver)"}
	s := session.New(ctx, opts, r)
	a, err := s.Ask(ctx, session.Question{Words: "four pigeons in three holes", CNF: pigeons(), Theorems: session.Theorems{"sequential-counter"}})
	if err != nil {
		return nil, err
	}
	assert.MustEqual(t, a.Verdict.String(), "unsat", "%v", a.Verdict)
	return r, s.Close()
}

// forger is a worker that changes its proofs.
func forger(change func(proof string) string) work.Kind {
	kind := worktest.Kind("cube")
	return work.Kind{Name: kind.Name, Open: func(ctx context.Context, params []byte, host work.Host) (work.Task, error) {
		task, err := kind.Open(ctx, params, host)
		if err != nil {
			return nil, err
		}
		return work.TaskFunc(func(ctx context.Context, part work.Part) ([]byte, error) {
			result, err := task.Do(ctx, part)
			if err != nil || part.Index%2 == 0 {
				return result, err
			}
			proof, err := io.ReadAll(flate.NewReader(bytes.NewReader(result[1:])))
			if err != nil {
				return nil, err
			}
			forged := bytes.NewBuffer([]byte{result[0]})
			w, err := flate.NewWriter(forged, 1)
			if err != nil {
				return nil, err
			}
			w.Write([]byte(change(string(proof))))
			err = w.Close()
			return forged.Bytes(), err
		}), nil
	}}
}

// TestElsewhere: workers on other machines return proofs with their answers, and the folder is the
// same by bytes; a forged proof is refused when it arrives, and nothing follows from it.
func TestElsewhere(t *testing.T) {
	assert.Long(t, "runs of a solver")
	var first map[string]string
	for i, runner := range []work.Runner{
		nil, work.Here{Jobs: 2},
		&worktest.Elsewhere{Seed: 3, Host: work.Host{Solver: smallSolver()}},
	} {
		folder := filepath.Join(t.TempDir(), "kept")
		w := assert.Got(evidence.Create(folder, nil))(t)
		r := assert.Got(split(session.WithKeeper(work.With(t.Context(), runner), w), t, search.Options{Cubes: 4, Jobs: 1, Solver: smallSolver()}))(t)
		assert.MustEqual(t, assert.Got(w.Finish(t.Context(), evidence.Manifest{Search: "nest", Solver: []string{"small"}}, r))(t), folder)
		got := contents(t, folder)
		if i == 0 {
			first = got
		}
		if !maps.Equal(got, first) || len(r.Proofs) != 1 || r.Proofs[0].Cubes < 2 || !r.Proofs[0].Checked {
			t.Errorf("runner %d: another folder, or %+v", i, r.Proofs)
		}
		report := verify(t, folder, evidence.Options{Search: func(ctx context.Context, _ *evidence.Manifest) (*search.Result, error) {
			return split(ctx, t, search.Options{Solver: smallSolver()})
		}})
		if !report.Verified() {
			t.Errorf("runner %d: %s, %s", i, report.Verdict(), report.NotDerived)
		}
	}
	for name, change := range map[string]func(string) string{
		"nothing but the end": func(string) string { return "0\n" },
		"nothing":             func(string) string { return "" },
		"without the end":     func(proof string) string { return proof[:strings.Index(proof, "\n")+1] },
		"no proof":            func(string) string { return "believe me\n" },
	} {
		folder := filepath.Join(t.TempDir(), "kept")
		w, err := evidence.Create(folder, nil)
		if err != nil {
			t.Fatal(err)
		}
		runner := &worktest.Elsewhere{Kinds: []work.Kind{forger(change)}, Seed: 3, Host: work.Host{Solver: smallSolver()}}
		if _, err = split(session.WithKeeper(work.With(t.Context(), runner), w), t, search.Options{Cubes: 4, Solver: smallSolver()}); err == nil || !strings.Contains(err.Error(), "cube ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
