package session

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sat"
	"coterie/quorum"
	"coterie/search"
)

// Question is a formula, with words that describe its models.
type Question struct {
	Words string
	CNF   *sat.CNF
	// Cases, if there are any, are lists of assumptions. The clauses of CNF must imply that one of
	// the lists holds. The built-in solver takes them one by one, or several at a time with several
	// jobs.
	Cases [][]int
	// Theorems prove the encoding: whatever symmetry the formula breaks, it has a model if and only
	// if the thing asked for exists.
	Theorems Theorems
	// Known, if not nil, is called before anything rests on the answer that there is no model.
	Known Known
}

// Theorems lists files of docs/theorems, without folder and ending.
type Theorems []string

// Answer is the answer of a solver to a question.
type Answer struct {
	Verdict sat.Verdict // Unknown if the context ended, or the solver gave up
	Model   []bool      // model[v] of variable v, if verdict is Sat; satisfies the clauses
	By      string      // the name of the solver
}

// Ask puts a question to the external solver, if the options name one, and else to gini. An error
// means that a solver failed or gave a wrong model. The verdict is Unknown if ctx ends, if an
// external solver has no answer, or if the formula would take too much memory; the result then says
// so. Neither the verdict nor the model depends on the number of jobs: a new solver finds the model
// of the first case that has one.
func (s *Session) Ask(ctx context.Context, q Question) (Answer, error) {
	if err := q.CNF.Err(); err != nil { // which the built-in solver would need, too
		if ctx.Err() == nil {
			s.stopped = err.Error()
		}
		return Answer{}, nil
	}
	s.asked(q)
	s.At(q.Words)
	var a Answer
	var err error
	if s.keeper != nil {
		a, err = s.askKeeper(ctx, q)
	} else if s.Options.Cubes > 0 {
		if a, err = s.askCubes(ctx, q); err == nil && a.Verdict == sat.Unsat {
			err = s.doubt(ctx, q)
		}
	} else if len(s.Options.Solver) > 0 {
		a, err = s.askExternal(ctx, q, "")
	} else if a, err = s.askGini(ctx, q); err == nil && a.Verdict == sat.Unsat {
		err = s.doubt(ctx, q)
	}
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		a, err = Answer{By: a.By}, nil // in the middle of a comparison
	}
	if err != nil {
		a = Answer{}
	}
	if s.AskedRefuted = a.Verdict == sat.Unsat; s.AskedRefuted {
		s.Refuted++
	}
	return a, err
}

// Hope makes a short attempt at a question: the built-in solver spends so many rounds of
// [sat.Propagations] on it, whatever the options say. The verdict is Sat or Unknown. If the attempt
// fails, nothing follows.
func (s *Session) Hope(ctx context.Context, q Question, rounds int) (Answer, error) {
	if q.CNF.Err() != nil {
		return Answer{}, nil
	}
	s.asked(q)
	s.At("an attempt that need not succeed: " + q.Words)
	solver := sat.NewSolver(q.CNF, sat.Options{Seed: s.Options.Seed, Limit: rounds})
	verdict, err := solver.Solve(ctx)
	if sat.FaultOf(err) == sat.WrongModel {
		return Answer{}, quorum.Internal("%w", err)
	}
	if verdict != sat.Sat {
		return Answer{}, nil
	}
	return Answer{sat.Sat, solver.Model(), "gini"}, nil
}

// asked takes a question as the last one of the result.
func (s *Session) asked(q Question) {
	s.Asked, s.WriteDIMACS, s.AskedRefuted = q.Words, q.CNF.WriteDIMACS, false
}

// askKeeper leaves a question to the keeper of proofs, which may ask the external solver.
func (s *Session) askKeeper(ctx context.Context, q Question) (Answer, error) {
	if len(q.Theorems) == 0 {
		return Answer{}, quorum.Internal("no theorem carries the encoding of: %s", q.Words)
	}
	a, proof, err := s.askKept(ctx, q)
	if lied, ok := errors.AsType[*sat.SolverError](err); ok && lied.Fault == sat.Lied && len(s.Options.Solver) > 0 {
		lied.Command = s.Options.Solver[0]
	}
	if err != nil {
		return Answer{By: a.By}, err
	}
	if a.Verdict == sat.Unsat && proof != nil {
		s.Proofs = append(s.Proofs, *proof)
	}
	if a.Verdict == sat.Unknown && ctx.Err() == nil {
		s.stopped = noAnswer
	}
	return a, nil
}

// askKept asks the keeper, which may have the question split.
func (s *Session) askKept(ctx context.Context, q Question) (Answer, *search.Proof, error) {
	unproved := func() error {
		if len(s.Options.Solver) > 0 {
			return nil
		}
		return quorum.Bad("proof", "the built-in solver writes no proofs", "name a solver that does")
	}
	keeper, keepsCubes := s.keeper.(CubeKeeper)
	if s.Options.Cubes == 0 || !keepsCubes {
		return s.keeper.Ask(ctx, q, func(proof string) (Answer, error) {
			if err := unproved(); err != nil {
				return Answer{}, err
			}
			return s.askExternal(ctx, q, proof)
		})
	}
	tree, err := s.split(ctx, q)
	if err != nil {
		return Answer{}, nil, err
	}
	return keeper.AskCubes(ctx, q, tree, func(keep func(ctx context.Context, cube int, proof []byte) error) (Answer, error) {
		if err := unproved(); err != nil {
			return Answer{}, err
		}
		a, err := s.decideCubes(ctx, q, tree, keep)
		if err == nil && a.Verdict == sat.Unsat {
			err = s.doubt(ctx, q)
		}
		return a, err
	})
}

// noAnswer is the reason why a search stops if its solver gave up.
const noAnswer = "the solver gave no answer"

// askExternal runs the external solver over the formula; its proof, that there is no model, goes to
// a file, if one is named. The solver does not get the cases: the clauses imply them.
func (s *Session) askExternal(ctx context.Context, q Question, proof string) (Answer, error) {
	by := filepath.Base(s.Options.Solver[0])
	solver := sat.External{Command: s.Options.Solver, Proof: proof, Doubt: func(ctx context.Context) error { return s.doubt(ctx, q) }}
	verdict, model, err := solver.Solve(ctx, q.CNF, func(conflicts int64) {
		s.Count("conflicts: "+q.Words, int(conflicts), 0)
	})
	switch {
	case err == nil:
		return Answer{verdict, model, by}, nil
	case sat.FaultOf(err) == sat.Silent:
		s.stopped = noAnswer
		return Answer{By: by}, nil
	}
	return Answer{By: by}, err
}

// newSolver returns a new solver of a formula for one of its cases, since the clauses that a solver
// learned from other cases would influence the model that it finds. (That cost nothing where it was
// measured: planes of order 7, squares of order 7 and 8.) A copy of a formula shares its clauses,
// so that a solver costs no more than gini needs.
func (s *Session) newSolver(cnf *sat.CNF) *sat.Solver {
	return sat.NewSolver(cnf, sat.Options{Seed: s.Options.Seed})
}

// askGini asks the built-in solver, whose workers share the cases: the first case that has a model
// gives the answer, after all cases before it are refuted, as with one worker.
//
// A question without cases has one worker, whatever the jobs: a race of two searches under
// different seeds was measured (BenchmarkRace of internal/solve/sat: pigeonholes, Langford's rows,
// orthogonal squares, random formulas). The first of two is 1.2 times as fast as the
// search without a seed, on average, if the second processor and its half of the cache
// cost nothing; it is not worth twice the memory, and models that depend on the clock. An encoding
// that wants more than one processor has cases (BenchmarkAskCases).
func (s *Session) askGini(ctx context.Context, q Question) (Answer, error) {
	cases := q.Cases
	if len(cases) == 0 {
		cases = [][]int{nil}
	}
	ctx, decided := context.WithCancel(ctx)
	defer decided()
	r := refutation{decided: decided, told: func(done int) {
		if len(cases) > 1 {
			s.Count("cases refuted: "+q.Words, done, len(cases))
		}
	}}
	models := make([][]bool, len(cases))
	first, err := par.First(ctx, s.Options.Jobs, len(cases), func(ctx context.Context, _, i int) (found bool, err error) {
		models[i], err = r.try(ctx, func() *sat.Solver { return s.newSolver(q.CNF) }, cases[i])
		return models[i] != nil, err
	})
	switch {
	case sat.FaultOf(err) == sat.WrongModel:
		return Answer{}, quorum.Internal("%w", err)
	case err == nil && first < len(cases):
		return Answer{sat.Sat, models[first], "gini"}, nil
	case r.alone || r.done == len(cases):
		return Answer{Verdict: sat.Unsat, By: "gini"}, nil
	}
	return Answer{By: "gini"}, nil // ctx ended
}

// refutation is the common state of the workers on the cases of one question.
type refutation struct {
	told    func(done int) // called under the lock when a case is refuted
	decided func()         // called when no case needs to be looked at

	sync.Mutex
	done  int     // cases without a model
	alone bool    // the clauses have none
	cores [][]int // assumptions that cannot hold together
}

// try looks for a model of one case; nil without an error if it has none. A case with assumptions
// that are known not to hold together is refuted already.
func (r *refutation) try(ctx context.Context, newSolver func() *sat.Solver, assumptions []int) (model []bool, err error) {
	r.Lock()
	refuted := r.refuted(assumptions)
	if refuted {
		r.done++
		r.told(r.done)
	}
	r.Unlock()
	if refuted {
		return nil, nil
	}
	solver := newSolver()
	verdict, err := solver.Solve(ctx, assumptions...)
	r.Lock()
	defer r.Unlock()
	switch {
	case verdict == sat.Sat:
		return solver.Model(), nil
	case verdict == sat.Unsat && !r.refute(solver.Failed()):
		r.decided()
	}
	return nil, err
}

func (r *refutation) refuted(assumptions []int) bool {
	return slices.ContainsFunc(r.cores, func(core []int) bool { return len(without(core, assumptions)) == 0 })
}

// without returns a without the elements of b, two lists of a few literals.
func without(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(x int) bool { return slices.Contains(b, x) })
}

// refute takes assumptions that cannot hold together, and reports whether other cases remain to be
// looked at: not if these are none. The lock is held.
func (r *refutation) refute(core []int) (more bool) {
	r.cores = append(r.cores, core)
	r.done++
	r.alone = r.alone || len(core) == 0
	r.told(r.done)
	return !r.alone
}
