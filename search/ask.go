package search

import (
	"context"

	"coterie/internal/sat"
)

// question is a formula with the words that say what a model of it would be.
type question struct {
	words string
	cnf   *sat.CNF
	// cases, if there are any, are lists of assumptions; the clauses of cnf must imply that
	// one of the lists holds. The built-in solver takes them one by one.
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
}

func newSession(opts Options) *session { return &session{opts: opts} }

// bounds tells progress what is known.
func (s *session) bounds(lower, upper *Figure) { s.lower, s.upper = lower, upper }

// at reports what is being looked for.
func (s *session) at(words string) { s.report(words, -1) }

func (s *session) report(words string, conflicts int64) {
	if s.opts.Progress != nil {
		s.opts.Progress(Progress{Question: words, Lower: s.lower, Upper: s.upper, Conflicts: conflicts})
	}
}

// ask puts a question. The error is that of a solver that failed or gave a wrong model; the
// end of ctx is no error, but the verdict Unknown.
func (s *session) ask(ctx context.Context, q question) (answer, error) {
	s.last = q
	s.at(q.words)
	return s.askGini(ctx, q)
}

// askGini asks the built-in solver.
func (s *session) askGini(ctx context.Context, q question) (answer, error) {
	solver := sat.NewSolver(q.cnf, sat.Options{Seed: s.opts.Seed})
	cases := q.cases
	if len(cases) == 0 {
		cases = [][]int{nil}
	}
	for _, assumptions := range cases {
		verdict, err := solver.Solve(ctx, assumptions...)
		switch {
		case verdict == sat.Sat:
			return answer{sat.Sat, solver.Model(), "gini"}, nil
		case verdict == sat.Unknown && ctx.Err() != nil:
			return answer{by: "gini"}, nil
		case verdict == sat.Unknown:
			return answer{}, err
		}
	}
	return answer{verdict: sat.Unsat, by: "gini"}, nil
}

// into copies what the session knows into a result.
func (s *session) into(r *Result) {
	r.asked, r.words = s.last.cnf, s.last.words
	if s.stopped != "" && r.StoppedBy == "" {
		r.StoppedBy = s.stopped
	}
}
