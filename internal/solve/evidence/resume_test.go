package evidence_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// TestResume: an interrupted search that is taken up asks for the cubes that are open alone, as
// often as it is interrupted, and ends with the folder that it would have had in one go; a proof
// that has gone bad meanwhile is made again.
func TestResume(t *testing.T) {
	want := contents(t, keepCubes(t, 1))
	asked := evidence.Manifest{Version: "1", Search: "nest", Solver: []string{"halves"}}
	for _, bad := range []bool{false, true} {
		folder := filepath.Join(t.TempDir(), "kept")
		for round := range 5 { // each has one cube more; 0, 2 and 3 are to be refuted
			w := assert.Got(evidence.Resume(t.Context(), folder, 2, nil))(t)
			ctx, cancel := context.WithCancel(t.Context())
			done, tried := 0, 0
			r := assert.Got(nest(ctx, t, w, func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
				for cube := range 4 {
					if keep(ctx, cube, nil) == nil {
						done++
						continue
					}
					if tried++; tried == 2 {
						cancel()
						return session.Answer{By: "halves"}, nil
					}
					if err := keep(ctx, cube, halves()); err != nil {
						return session.Answer{}, err
					}
				}
				return session.Answer{Verdict: sat.Unsat, By: "halves"}, nil
			}))(t)
			path, err := w.Finish(ctx, asked, r)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			last := path == folder
			if !bad && (done != 1+round || last != (round == 2)) || bad && last != (round == 4) {
				t.Fatalf("bad %v, round %d: %d cubes were done, %s", bad, round, done, path)
			}
			if last {
				break
			}
			if bad && round == 1 {
				m := manifestOf(t, path)
				plant(t, path, m, &m.Questions[0].Cubes.Proofs, repackedOne(t, "2.drat", "0\n"))
			}
		}
		assert.Map(t, contents(t, folder), want, "bad %v: another folder", bad)
	}
}

// TestResumeFails: a search that fails, or is ended before it asks anything, keeps the files of an
// interrupted run; one that asks something else removes them.
func TestResumeFails(t *testing.T) {
	interrupted := func(t *testing.T) (folder string) {
		folder = filepath.Join(t.TempDir(), "kept")
		w := assert.Got(evidence.Resume(t.Context(), folder, 1, nil))(t)
		ctx, cancel := context.WithCancel(t.Context())
		r := assert.Got(nest(ctx, t, w, func(keep func(context.Context, int, []byte) error) (session.Answer, error) {
			defer cancel()
			return session.Answer{By: "halves"}, keep(ctx, 2, halves())
		}))(t)
		assert.Got(w.Finish(ctx, evidence.Manifest{Search: "nest", Solver: []string{"halves"}}, r))(t)
		return folder
	}
	intact := func(folder string) {
		t.Helper()
		r := verify(t, folder+".partial", evidence.Options{})
		if len(r.Questions) != 1 || !r.Questions[0].Holds || r.Manifest.Questions[0].Cubes.Refuted != 4 {
			t.Errorf("%s, %+v", r.Verdict(), r.Questions)
		}
	}
	folder := interrupted(t)
	w, err := evidence.Resume(t.Context(), folder, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Discard()
	intact(folder)
	ctx, cancel := context.WithCancel(t.Context())
	w = assert.Got(evidence.Resume(ctx, folder, 1, nil))(t)
	cancel()
	assert.Is(t, assert.Err(nest(ctx, t, w, nil)), context.Canceled)
	assert.Equal(t, assert.Got(w.Finish(ctx, evidence.Manifest{Search: "nest"}, &search.Result{Verdict: search.Unknown}))(t), folder+".partial")
	intact(folder)
	w = assert.Got(evidence.Resume(t.Context(), folder, 1, nil))(t)
	r := assert.Got(least(session.WithKeeper(t.Context(), w), 1, false, search.Options{Solver: smallSolver()}))(t)
	assert.Equal(t, assert.Got(w.Finish(t.Context(), evidence.Manifest{Search: "least", Seed: 1, Solver: []string{"small"}}, r))(t), folder)
	if left := glob(t, folder, "*"); slices.ContainsFunc(left, func(path string) bool { return strings.Contains(path, "cubes") || strings.Contains(path, "tar") }) {
		t.Errorf("%v is left", left)
	}
	damaged := interrupted(t)
	assert.OK(t, os.Remove(filepath.Join(damaged+".partial", "1.cubes")))
	assert.As[*quorum.FormatError](evidence.Resume(t.Context(), damaged, 1, nil))(t, "a damaged folder")
}
