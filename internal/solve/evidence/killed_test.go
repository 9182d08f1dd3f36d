package evidence_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/search"
)

// TestKilled: the folder of a process that is killed at any moment is resumed, with every cube
// whose proof was kept and every question that was answered, and ends as that of one run. A copy
// made while the search runs stands for the remains of a killed process.
func TestKilled(t *testing.T) {
	asked := evidence.Manifest{Version: "1", Search: "nest", Solver: []string{"halves"}}
	var left []string
	killed := func(folder string) {
		copied := filepath.Join(t.TempDir(), "kept")
		assert.OK(t, os.CopyFS(copied+".partial", os.DirFS(folder+".partial")))
		left = append(left, copied)
	}
	// refute is a solver of cubes that skips the ones that are done, and may be killed after each.
	refute := func(ctx context.Context, folder string, done *int) func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
		return func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
			for _, cube := range []int{2, 0, 3, 1} {
				killed(folder)
				if keep(ctx, cube, nil) == nil {
					*done++
				} else if err := keep(ctx, cube, halves()); err != nil {
					return session.Answer{}, err
				}
			}
			killed(folder)
			return session.Answer{Verdict: sat.Unsat, By: "halves"}, nil
		}
	}
	run := func(folder string) (done int) {
		t.Helper()
		w := assert.Got(evidence.Resume(t.Context(), folder, 2, nil))(t)
		r := assert.Got(nest(t.Context(), t, w, refute(t.Context(), folder, &done)))(t)
		assert.Got(w.Finish(t.Context(), asked, r))(t)
		return done
	}
	want := contents(t, keepCubes(t, 1))
	assert.MustEqual(t, run(filepath.Join(t.TempDir(), "kept")), 1, "cubes that are done by unit propagation, at the start")
	for k, folder := range left { // after so many proofs
		assert.Equal(t, run(folder), []int{1, 2, 3, 4, 4}[k], "after %d proofs: cubes are done", k)
		assert.Map(t, contents(t, folder), want, "after %d proofs another folder", k)
	}
}

// counting counts the questions that a solver gets.
type counting struct {
	*evidence.Writer
	asked int
}

func (c *counting) Ask(ctx context.Context, q session.Question, solve func(proof string) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	return c.Writer.Ask(ctx, q, func(proof string) (session.Answer, error) { c.asked++; return solve(proof) })
}

// TestKilledBetween: likewise between questions, and while a proof is checked; a folder with files
// that no search writes is refused.
func TestKilledBetween(t *testing.T) {
	var left []string
	run := func(folder string, snapshots bool) (asked int) {
		t.Helper()
		w := assert.Got(evidence.Resume(t.Context(), folder, 1, func(string, int, int) {}))(t)
		counted := &counting{Writer: w}
		r := assert.Got(least(session.WithKeeper(t.Context(), counted), 1, false, search.Options{Solver: smallSolver(), Progress: func(string, int, int) {
			if snapshots {
				copied := filepath.Join(t.TempDir(), fmt.Sprint("kept", len(left)))
				assert.OK(t, os.CopyFS(copied+".partial", os.DirFS(folder+".partial")))
				left = append(left, copied)
			}
		}}))(t)
		assert.Got(w.Finish(t.Context(), evidence.Manifest{Search: "least", Seed: 1, Solver: []string{"small"}}, r))(t)
		return counted.asked
	}
	whole := filepath.Join(t.TempDir(), "kept")
	all := run(whole, true)
	want := contents(t, whole)
	for k, folder := range left {
		if asked := run(folder, false); asked > all || k == len(left)-1 && asked > 1 {
			t.Errorf("%d questions were asked again, of %d", asked, all)
		}
		assert.Map(t, contents(t, folder), want, "another folder")
	}
	if all < 2 || len(left) < 2 {
		t.Errorf("%d questions, %d folders", all, len(left))
	}
	strange := filepath.Join(t.TempDir(), "kept")
	assert.OK(t, os.MkdirAll(filepath.Join(strange+".partial", "photos"), 0o777))
	assert.Refused(evidence.Resume(t.Context(), strange, 1, nil))(t, "", "a folder of something else is taken up")
}
