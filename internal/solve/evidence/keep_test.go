package evidence_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/evidence"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// TestPlaces: a link to an empty folder stays one, and the folder that the search runs in, which a
// rename cannot replace, is refused before the search.
func TestPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	var flaw *quorum.FormatError
	if _, err := evidence.Create(".", nil); !errors.As(err, &flaw) {
		t.Errorf("the working folder: %v", err)
	}
	assert.OK(t, os.Mkdir("real", 0o777))
	if err := os.Symlink("real", "link"); err != nil {
		t.Skip(err)
	}
	w := assert.Got(evidence.Create("link", nil))(t)
	r := assert.Got(least(session.WithKeeper(t.Context(), w), 1, false, search.Options{Solver: smallSolver()}))(t)
	assert.MustEqual(t, assert.Got(w.Finish(t.Context(), evidence.Asked{Search: "least"}, r))(t), "real")
	if info, err := os.Lstat("link"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is none: %v", err)
	}
	if _, err := os.Stat(filepath.Join("link", evidence.ManifestName)); err != nil {
		t.Error(err)
	}
}

// TestStopped: a search that is run again with less memory, say, and stops, speaks against nobody.
func TestStopped(t *testing.T) {
	folder, _ := keep(t, 1, false)
	stops := func(context.Context, *evidence.Manifest) (*search.Result, error) {
		return &search.Result{Verdict: search.Unknown, StoppedBy: "too large"}, nil
	}
	assert.Equal(t, verify(t, folder, evidence.Options{Search: stops}).Verdict(), "undecided", "a search that stops")
}

// TestInterrupted: a search that is cut off leaves the partial folder, whose proofs can be checked.
func TestInterrupted(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	w := assert.Got(evidence.Create(folder, nil))(t)
	assert.Refused(evidence.Create(folder, nil))(t, "", "two searches in one folder")
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	r := assert.Got(least(session.WithKeeper(ctx, w), 1, false, search.Options{Solver: smallSolver(), Progress: func(string, int, int) {
		if asked++; asked == 2 {
			cancel()
		}
	}}))(t)
	path, err := w.Finish(ctx, evidence.Asked{Search: "least", Seed: 1, Solver: []string{"small"}}, r)
	if path != folder+".partial" || err != nil {
		t.Fatalf("%q, %v", path, err)
	}
	if r := verify(t, path, evidence.Options{}); r.Verdict() != "undecided" || len(r.Questions) != 1 || !r.Questions[0].Holds {
		t.Errorf("%s, %+v", r.Verdict(), r.Questions)
	}
}
