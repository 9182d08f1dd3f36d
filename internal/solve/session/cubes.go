package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/work"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/sat/cubes"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// cubeSample is the number of refutations without a proof from other machines that are computed
// again.
const cubeSample = 3

// cubeNote says how the question was split, and why refutations are believed. The words do not
// depend on the machines that decided the cubes.
func (s *Session) cubeNote() string {
	c := s.cubes
	if c.questions == 0 {
		return ""
	}
	by := "gini"
	if len(s.Options.Solver) > 0 {
		by = filepath.Base(s.Options.Solver[0])
	}
	trust := fmt.Sprintf("that a cube has no model is the word of %s, and %d of those from other machines are computed again", by, cubeSample)
	if c.proved {
		trust = fmt.Sprintf("the proofs of %s that a cube has no model are checked, one by one", by)
	}
	return fmt.Sprintf("%s, split by %s at most, %s, of which %s by unit propagation; %s",
		show.Count(c.questions, "question"), show.Count(s.Options.Cubes, "decision"), show.Count(c.leaves, "cube"), fallen(c.leaves-c.open), trust)
}

func fallen(n int) string {
	if n == 1 {
		return "1 is refuted"
	}
	return fmt.Sprintf("%d are refuted", n)
}

// split makes the tree of a question. It gets the cases if each is one literal. The measure for the
// rest was chosen by experiment: see cubes.Window.
func (s *Session) split(ctx context.Context, q Question) (cubes.Tree, error) {
	s.At("the split of: " + q.Words)
	opts := cubes.Options{Depth: s.Options.Cubes}
	for _, assumptions := range q.Cases {
		if len(assumptions) != 1 {
			opts.Cases = nil
			break
		}
		opts.Cases = append(opts.Cases, assumptions[0])
	}
	tree, err := cubes.Split(ctx, q.CNF, opts)
	if err == nil {
		err = memory.Ask(ctx, "the cubes", tree.Literals(), 16)
	}
	if err == nil {
		leaves, open := tree.Leaves()
		s.cubes.questions++
		s.cubes.leaves += leaves
		s.cubes.open += open
	}
	return tree, err
}

// askCubes splits a question and has the cubes decided.
func (s *Session) askCubes(ctx context.Context, q Question) (Answer, error) {
	tree, err := s.split(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	return s.decideCubes(ctx, q, tree, nil)
}

// decideCubes has the open leaves of a tree decided. keep, if not nil, is the function of
// [CubeKeeper].
func (s *Session) decideCubes(ctx context.Context, q Question, tree cubes.Tree, keep func(ctx context.Context, cube int, proof []byte) error) (Answer, error) {
	task := &cubeTask{cnf: q.CNF, head: cubeHead{Seed: s.Options.Seed, Solver: s.Options.Solver, Proofs: keep != nil}}
	by := "gini"
	if len(s.Options.Solver) > 0 {
		by, task.head.Seed = filepath.Base(s.Options.Solver[0]), 0
	}
	params, err := task.params()
	if err != nil {
		return Answer{}, err
	}
	s.cubes.proved = keep != nil
	d := &deciding{task: task, open: tree.Cubes(), keep: keep, first: -1}
	job := work.Job{
		Kind: cubeKind, Title: "cubes of: " + q.Words, Params: params, Parts: len(d.open),
		Input: func(i int) []byte { return cubeInput(d.open[i]) },
		Ends:  func(_ int, result []byte) bool { return len(result) > 0 && result[0] == cubeModel },
		Known: func(i int) []byte { return d.known(ctx, i) },
		Trust: work.Trust{Check: d.trust, Checked: "every model by the clauses, every refutation by its proof"},
	}
	if keep == nil {
		job.Trust.Checked = "every model by the clauses"
		job.Trust.Sample = min(cubeSample, len(d.open))
	}
	done := 0
	runner := work.RunnerOf(ctx)
	_, err = work.On(runner, s.Options.Jobs).Run(ctx, job, d, func(i int, result []byte) error {
		if err := d.take(ctx, i, result); err != nil {
			return err
		}
		done++
		s.Count("cubes decided: "+q.Words, done, len(d.open))
		return nil
	})
	var part *work.PartError
	if errors.As(err, &part) && runner == nil {
		err = part.Err
	}
	switch {
	case sat.FaultOf(err) == sat.WrongModel:
		return Answer{}, quorum.Internal("%w", err)
	case err != nil:
		return Answer{By: by}, err
	case d.first >= 0:
		return Answer{sat.Sat, d.model, by}, nil
	case d.unanswered > 0:
		s.stopped = noAnswer
		return Answer{By: by}, nil
	case d.refuted != len(d.open): // a runner that left one out would hide its model
		return Answer{}, quorum.Internal("%d of %d cubes are refuted, and nothing is said of the others", d.refuted, len(d.open))
	}
	return Answer{Verdict: sat.Unsat, By: by}, nil
}

// deciding is the state of a question whose cubes are being decided, and the task for this machine.
type deciding struct {
	task *cubeTask
	open [][]int
	keep func(ctx context.Context, cube int, proof []byte) error

	first      int // of the cubes that have a model; -1 without one
	model      []bool
	unanswered int
	refuted    int
}

// Do implements [work.Task]. A proof is checked by the goroutine that receives it.
func (d *deciding) Do(ctx context.Context, part work.Part) ([]byte, error) {
	result, err := d.task.Do(ctx, part)
	if err == nil && d.keep != nil {
		err = d.check(ctx, part.Index, result)
	}
	return result, err
}

// check judges a result by its certificate: a model, or a proof that the keeper takes.
func (d *deciding) check(ctx context.Context, i int, result []byte) error {
	_, proof, _, err := d.task.read(d.open[i], result)
	if err == nil && proof != nil {
		err = d.keep(ctx, i, proof)
	}
	return err
}

// trust is check for a result of another machine: that the memory of this one does not suffice to
// check a proof is no fault of the worker, and ends the search when the result is taken.
func (d *deciding) trust(ctx context.Context, i int, result []byte) error {
	err := d.check(ctx, i, result)
	if errors.As(err, new(*memory.Error)) {
		return nil
	}
	return err
}

// known returns the result of a cube whose proof the keeper has from an earlier run.
func (d *deciding) known(ctx context.Context, i int) []byte {
	if d.keep != nil && d.keep(ctx, i, nil) == nil {
		return provedResult(nil)
	}
	return nil
}

// take receives the results one at a time, in any order.
func (d *deciding) take(ctx context.Context, i int, result []byte) error {
	model, proof, open, err := d.task.read(d.open[i], result)
	switch {
	case err != nil:
		return quorum.Internal("the result of cube %d: %w", i+1, err)
	case proof != nil: // checked, but for one that an earlier run has left
		if err := d.keep(ctx, i, proof); err != nil {
			return err
		}
		d.refuted++
	case open:
		d.unanswered++
	case model == nil:
		d.refuted++
	case d.first < 0 || i < d.first:
		d.first, d.model = i, model
	}
	return nil
}
