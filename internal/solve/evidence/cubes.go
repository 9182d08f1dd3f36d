package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"coterie/internal/machine/files"
	"coterie/internal/solve/drat"
	"coterie/internal/solve/refutation"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sat/cubes"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// AskCubes implements [session.CubeKeeper]. A proof from any writer is checked when it comes, and
// waits in a file of its own until the question is over. Then the proofs go into one pack, in the
// order of the cubes.
func (w *Writer) AskCubes(ctx context.Context, q session.Question, tree cubes.Tree,
	solve func(keep func(ctx context.Context, cube int, proof []byte) error) (session.Answer, error)) (session.Answer, *search.Proof, error) {
	if kept, err := w.earlierOf(q); err != nil {
		return session.Answer{}, nil, err
	} else if kept != nil && kept.Answer != Open {
		if a, proof, err := w.askedEarlier(ctx, q); err != nil || a.Verdict != sat.Unknown {
			return a, proof, err
		}
	}
	p, err := w.beginCubes(ctx, q, tree)
	if err != nil {
		return session.Answer{}, nil, err
	}
	a, err := solve(p.keep)
	p.question.Solver = a.By
	var refused *refutation.CubeError
	switch {
	case errors.As(err, &refused):
		p.drop()
		return session.Answer{}, nil, sat.Refused(a.By, fmt.Sprintf("it says that there is no model of: %s; %v", q.Words, refused))
	case err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))):
		_ = p.finish(context.WithoutCancel(ctx)) // for a run that resumes this one
		return a, nil, err
	case err != nil || a.Verdict == sat.Unknown:
		if kept := p.finish(context.WithoutCancel(ctx)); kept != nil {
			p.drop()
			return session.Answer{}, nil, kept
		}
		return a, nil, err
	case a.Verdict == sat.Sat:
		p.drop()
		return w.found(ctx, p.number, p.question, a)
	}
	if p.sum.Cubes != len(p.leaves) {
		p.drop()
		return session.Answer{}, nil, quorum.Internal("%d of %d cubes are refuted, and the question is said to be", p.sum.Cubes, len(p.leaves))
	}
	p.question.Answer = Refuted
	if err := p.finish(ctx); err != nil {
		p.drop()
		return session.Answer{}, nil, err
	}
	return a, p.question.proof(), nil
}

// cubeProofs are the proofs of the cubes of one question.
type cubeProofs struct {
	w        *Writer
	number   int
	question Question
	leaves   refutation.List
	open     []int // the leaves that are to be refuted by proofs
	checker  *refutation.Checker
	spool    string // the folder in which proofs wait

	mu   sync.Mutex
	done []bool // leaves that are refuted
	sum  refutation.Tally
}

// beginCubes writes the formula and the list, and finds the leaves that unit propagation refutes.
func (w *Writer) beginCubes(ctx context.Context, q session.Question, tree cubes.Tree) (*cubeProofs, error) {
	p := &cubeProofs{w: w, number: len(w.questions) + 1, question: questionOf(q), checker: refutation.NewChecker(q.CNF)}
	p.spool = filepath.Join(w.path, strconv.Itoa(p.number)+".waiting")
	said := []bool{} // to be refuted by unit propagation
	for decisions, refuted := range tree.All() {
		cube := make([]int32, len(decisions))
		for k, lit := range decisions {
			cube[k] = int32(lit)
		}
		if !refuted {
			p.open = append(p.open, len(p.leaves))
		}
		p.leaves, said = append(p.leaves, cube), append(said, refuted)
	}
	if err := p.leaves.Cover(q.CNF.Variables()); err != nil {
		return nil, quorum.Internal("the cubes of a question do not cover it: %w", err)
	}
	p.done = make([]bool, len(p.leaves))
	var open *drat.ProofError
	for i, cube := range p.leaves {
		tally, err := p.checker.Check(ctx, cube, nil)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err == nil:
			p.done[i] = true
			p.sum.Add(tally)
		case !errors.As(err, &open) || !open.Unfinished:
			return nil, err
		case said[i]:
			return nil, quorum.Internal("unit propagation does not refute cube %d of a question", i+1)
		}
	}
	earlier, err := w.earlierOf(q)
	if err != nil {
		return nil, err
	}
	if p.question.CNF, err = w.write(ctx, p.name(".cnf"), q.CNF.WriteDIMACS); err != nil {
		return nil, err
	}
	p.question.Cubes = &Cubes{Cubes: len(p.leaves)}
	if p.question.Cubes.List, err = w.write(ctx, p.name(".cubes"), func(dst io.Writer) error {
		_, err := tree.WriteTo(dst)
		return err
	}); err == nil {
		switch err = os.Mkdir(p.spool, 0o777); {
		case errors.Is(err, os.ErrExist):
			err = p.takeUp(ctx)
		case err != nil:
			err = files.Failed(p.spool, "made", err)
		}
	}
	if err == nil {
		err = p.resume(ctx, earlier)
	}
	switch {
	case err != nil && ctx.Err() != nil: // files that others have left stay as they were
		return nil, err
	case err != nil:
		p.drop()
		return nil, err
	}
	return p, nil
}

func (p *cubeProofs) name(ending string) string { return strconv.Itoa(p.number) + ending }

// waiting returns the file in which the proof of a leaf waits.
func (p *cubeProofs) waiting(leaf int) string {
	return filepath.Join(p.spool, strconv.Itoa(leaf+1)+".drat")
}

// keep checks and keeps the proof of an open leaf; see [session.CubeKeeper].
func (p *cubeProofs) keep(ctx context.Context, cube int, proof []byte) error {
	if cube < 0 || cube >= len(p.open) {
		return quorum.Internal("there is no open cube %d of %d", cube+1, len(p.open))
	}
	leaf := p.open[cube]
	p.mu.Lock()
	done := p.done[leaf]
	p.mu.Unlock()
	if done {
		return nil
	}
	tally, err := p.checker.Check(ctx, p.leaves[leaf], proof)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case refutation.Wrong(err):
		return &refutation.CubeError{Cube: leaf + 1, Err: err}
	case err != nil:
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.done[leaf] {
		return nil
	}
	if tally.Propagated == 0 {
		if err := files.Write(ctx, p.waiting(leaf), func(dst io.Writer) error {
			_, err := dst.Write(proof)
			return err
		}); err != nil {
			return err
		}
	}
	p.done[leaf] = true
	p.sum.Add(tally)
	return nil
}

// finish packs the proofs that wait, and takes the question into the manifest.
func (p *cubeProofs) finish(ctx context.Context) error {
	pack, err := p.w.write(ctx, p.name(".drat.tar"), func(dst io.Writer) error {
		packer := refutation.NewPacker(dst)
		for _, leaf := range p.open {
			proof, err := os.ReadFile(p.waiting(leaf))
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
			if err := packer.Add(leaf, proof); err != nil {
				return err
			}
		}
		return packer.Close()
	})
	if err != nil {
		return err
	}
	c := p.question.Cubes
	c.Refuted, c.Propagated, c.Proofs = p.sum.Cubes, p.sum.Propagated, pack
	p.question.Checked = checkedCubes(p.sum)
	if err := p.w.add(p.question); err != nil {
		return err
	}
	os.RemoveAll(p.spool)
	return nil
}

// drop removes the files of the question.
func (p *cubeProofs) drop() {
	os.RemoveAll(p.spool)
	p.w.drop(p.number)
	p.question.Cubes = nil
}

// checkedCubes returns the manifest's entry for checked proofs.
func checkedCubes(t refutation.Tally) *Checked {
	return &Checked{By: checkedBy, Steps: t.Steps, Lemmas: t.Lemmas, Needed: t.Needed, RAT: t.RAT, Ignored: t.Ignored}
}

// cubes checks the refutations of the cubes of a question against a formula, and that they cover
// it. The error is that of ctx or of the folder.
func (v *verifier) cubes(ctx context.Context, i int, cnf *sat.CNF) error {
	q, j := v.m.Questions[i], &v.report.Questions[i]
	list, err := v.cubeList(ctx, q.Cubes.List)
	var tally refutation.Tally
	if err == nil {
		tally, err = v.packed(ctx, q, cnf, list)
	}
	var damaged *quorum.FormatError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &damaged):
		return err
	case refutation.Undecided(err):
		j.Open, j.Why = true, err.Error()
	case err != nil:
		j.Why = err.Error()
	case len(list) != q.Cubes.Cubes:
		j.Why = fmt.Sprintf("there are %d cubes, and the manifest says %d", len(list), q.Cubes.Cubes)
	case tally.Cubes != q.Cubes.Refuted || tally.Propagated != q.Cubes.Propagated:
		j.Why = fmt.Sprintf("%d cubes are refuted, %d by unit propagation, and the manifest says %d and %d", tally.Cubes, tally.Propagated, q.Cubes.Refuted, q.Cubes.Propagated)
	default:
		j.Holds, j.Checked = true, checkedCubes(tally)
	}
	return nil
}

func (v *verifier) cubeList(ctx context.Context, file File) (refutation.List, error) {
	r, err := v.folder.open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return refutation.ReadList(ctx, r)
}

func (v *verifier) packed(ctx context.Context, q Question, cnf *sat.CNF, list refutation.List) (refutation.Tally, error) {
	r, err := v.folder.open(ctx, q.Cubes.Proofs)
	if err != nil {
		return refutation.Tally{}, err
	}
	defer r.Close()
	opts := refutation.Options{Jobs: v.opts.Jobs, Open: q.Answer == Open}
	if v.opts.Progress != nil {
		opts.Progress = func(stage string, done, total int) { v.opts.Progress(stage+": "+q.Words, done, total) }
	}
	return refutation.Check(ctx, cnf, list, r, opts)
}
