package search

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"coterie/internal/sat"
)

// The errors of an external solver, which a search returns as they are: it cannot be
// started; it ended with neither an answer nor the status of one who has none; its answer
// is refused, as a model of it is none, or it contradicts itself; there is no proof of its
// answer in the file Options.Proof. A solver without an answer is no error: the verdict is
// Unknown.
type (
	SolverMissingError = sat.SolverMissingError
	SolverCrashError   = sat.SolverCrashError
	SolverLiedError    = sat.SolverLiedError
	SolverProofError   = sat.SolverProofError
)

// question is a formula with the words that say what a model of it would be.
type question struct {
	words string
	cnf   *sat.CNF
	// cases, if there are any, are lists of assumptions; the clauses of cnf must imply that
	// one of the lists holds. The built-in solver takes them one by one, several at a time
	// with several jobs.
	cases [][]int
}

// answer is what a solver says to a question.
type answer struct {
	verdict sat.Verdict // Unknown if the context ended, or the solver gave up
	model   []bool      // model[v] of variable v, if verdict is Sat; satisfies the clauses
	by      string      // which solver
}

// session puts the questions of one search to a solver, keeps the last one, and reports
// progress.
type session struct {
	opts         Options
	last         question
	lower, upper *Figure
	// stopped says why a solver gave up; empty if it did not.
	stopped string
	// open: the last question has no answer. proved is the last one that an external solver
	// refuted, with the proof in Options.Proof; proved.cnf is nil if there is none.
	open   bool
	proved question
	talk   sync.Mutex // held while progress is reported
}

func newSession(opts Options) *session { return &session{opts: opts} }

// bounds tells progress what is known.
func (s *session) bounds(lower, upper *Figure) { s.lower, s.upper = lower, upper }

// at reports what is being looked for.
func (s *session) at(words string) { s.report(words, -1) }

func (s *session) report(words string, conflicts int64) {
	if s.opts.Progress == nil {
		return
	}
	s.talk.Lock()
	defer s.talk.Unlock()
	s.opts.Progress(Progress{Question: words, Lower: s.lower, Upper: s.upper, Conflicts: conflicts})
}

// ask puts a question: to the external solver, if the options name one, else to gini. The
// error is that of a solver that failed or gave a wrong model; the end of ctx is no error,
// but the verdict Unknown, and so is an external solver that has no answer (stopped says so
// then). The verdict does not depend on the number of jobs, as far as there is one; which
// model is found may.
func (s *session) ask(ctx context.Context, q question) (answer, error) {
	s.last, s.open = q, true
	s.at(q.words)
	by := s.askGini
	if len(s.opts.Solver) > 0 {
		by = s.askExternal
	}
	a, err := by(ctx, q)
	s.open = a.verdict == sat.Unknown
	return a, err
}

// askExternal runs the external solver over the formula. Cases are not told: the clauses
// imply them.
func (s *session) askExternal(ctx context.Context, q question) (answer, error) {
	by := filepath.Base(s.opts.Solver[0])
	solver := sat.External{Command: s.opts.Solver, Proof: s.opts.Proof}
	verdict, model, err := solver.Solve(ctx, q.cnf, func(conflicts int64) { s.report(q.words, conflicts) })
	var silent *sat.SolverSilentError
	switch {
	case err == nil:
		if verdict == sat.Unsat && s.opts.Proof != "" {
			s.proved = q
		}
		return answer{verdict, model, by}, nil
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		return answer{by: by}, nil
	case errors.As(err, &silent):
		s.stopped = "the solver gave no answer"
		return answer{by: by}, nil
	}
	return answer{}, err
}

// askGini asks the built-in solver, whose workers share the cases. A question without cases
// has one worker: two solvers that race under two seeds were measured (BenchmarkRace in
// internal/sat), and do not pay. A search under a seed renames variables, and mostly takes
// longer than one in the order in which the encoding names them; against that one, the best
// of two saves a tenth on average, for twice the processors and memory. An encoding
// that wants more than one core says so by cases.
func (s *session) askGini(ctx context.Context, q question) (answer, error) {
	cases := q.cases
	if len(cases) == 0 {
		cases = [][]int{nil}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := refutation{cases: cases, told: func(done int) {
		if len(cases) > 1 {
			s.at(fmt.Sprintf("%s (%d of %d cases refuted)", q.words, done, len(cases)))
		}
	}}
	var workers sync.WaitGroup
	for range min(s.opts.jobs(), len(cases)) {
		workers.Go(func() {
			// A copy of a formula shares its clauses, so that a worker costs what gini needs.
			r.work(ctx, cancel, sat.NewSolver(q.cnf, sat.Options{Seed: s.opts.Seed}))
		})
	}
	workers.Wait()
	switch {
	case r.err != nil:
		return answer{}, r.err
	case r.model != nil:
		return answer{sat.Sat, r.model, "gini"}, nil
	case r.alone || r.done == len(cases):
		return answer{verdict: sat.Unsat, by: "gini"}, nil
	}
	return answer{by: "gini"}, nil // ctx ended
}

// refutation is the common state of the workers on the cases of one question.
type refutation struct {
	cases [][]int
	told  func(done int) // called under the lock when a case is refuted

	sync.Mutex
	next  int     // the first case that nobody has taken
	done  int     // cases without a model
	alone bool    // the clauses alone have none
	cores [][]int // assumptions that cannot hold together
	model []bool  // of a case that has one
	err   error
}

// work refutes cases until there are no more, one has a model, a solver fails, or ctx ends.
func (r *refutation) work(ctx context.Context, stop context.CancelFunc, solver *sat.Solver) {
	for {
		assumptions, ok := r.take()
		if !ok {
			return
		}
		verdict, err := solver.Solve(ctx, assumptions...)
		switch verdict {
		case sat.Unsat:
			if r.refute(solver.Failed()) {
				continue
			}
		case sat.Sat:
			r.Lock()
			r.model = solver.Model()
			r.Unlock()
		case sat.Unknown:
			if wrong := (*sat.WrongModelError)(nil); errors.As(err, &wrong) {
				r.Lock()
				r.err = err
				r.Unlock()
			}
		}
		stop()
		return
	}
}

// take returns a case to work on. Cases that contain assumptions which are known not to hold
// together are refuted by the way.
func (r *refutation) take() (assumptions []int, ok bool) {
	r.Lock()
	defer r.Unlock()
	for r.next < len(r.cases) {
		c := r.cases[r.next]
		r.next++
		if !r.refuted(c) {
			return c, true
		}
		r.done++
		r.told(r.done)
	}
	return nil, false
}

func (r *refutation) refuted(assumptions []int) bool {
	for _, core := range r.cores {
		if subset(core, assumptions) {
			return true
		}
	}
	return false
}

// subset is for lists of a few literals.
func subset(a, b []int) bool {
	for _, x := range a {
		found := false
		for _, y := range b {
			found = found || x == y
		}
		if !found {
			return false
		}
	}
	return true
}

// refute takes a refuted case, and reports whether others remain to be looked at: not if the
// clauses alone are refuted.
func (r *refutation) refute(core []int) (more bool) {
	r.Lock()
	defer r.Unlock()
	r.cores = append(r.cores, core)
	r.done++
	r.alone = r.alone || len(core) == 0
	r.told(r.done)
	return !r.alone
}

// into copies what the session knows into a result. The question that a result exports is
// the last one; where a proof is kept, and nothing is open, the one that the proof refutes.
func (s *session) into(r *Result) {
	asked := s.last
	if s.proved.cnf != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("%s has the proof that there is no model of: %s", s.opts.Proof, s.proved.words))
		if !s.open {
			asked = s.proved
		}
	}
	r.asked, r.words = asked.cnf, asked.words
	if s.stopped != "" && r.StoppedBy == "" {
		r.StoppedBy = s.stopped
	}
}
