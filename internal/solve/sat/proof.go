package sat

import (
	"context"
	"errors"
	"os"

	"coterie/internal/machine/memory"
	"coterie/internal/solve/drat"
)

// checkProof reads the proof that a solver wrote, and reports whether it is whole: each of its
// steps ends, and one of them adds the empty clause. A proof that was cut off by a full disk fails
// this test. The formats are those of package drat: DRAT as text or binary, and LRAT as text. A
// formula that has the empty clause (refuted) needs no step, so that an empty file will do.
//
// It does not check whether the steps follow from each other; a proof checker does. Cost: one
// reading. The error is the cause of ctx, that of reading, or the fault of the proof.
func checkProof(ctx context.Context, path string, refuted bool) error {
	// Reading a pipe or a device that the solver left there might never end.
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return errors.New("the solver wrote none")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("what the solver left in its place is no file")
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	refutes, err := drat.Scan(ctx, f)
	var wrong *drat.ProofError
	switch {
	case info.Size() == 0 && refuted:
		return nil
	case info.Size() == 0:
		return errors.New("it is empty")
	case errors.As(err, &wrong) && wrong.Cut:
		return errors.New("it is cut off in the middle of a step")
	case errors.As(err, &wrong):
		return errors.New("it is no proof as DRAT (text or binary) or LRAT (text)")
	case errors.As(err, new(*memory.Error)): // the checker of the proof reports that it is too large
		return nil
	case err == nil && !refutes:
		return errors.New("it is cut off: none of its steps is the empty clause")
	}
	return err
}
