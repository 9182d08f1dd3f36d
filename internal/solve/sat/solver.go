package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/irifrance/gini"
	"github.com/irifrance/gini/inter"
	"github.com/irifrance/gini/z"
)

// Verdict is the answer of a solver.
type Verdict int

// The verdicts. Unknown comes with an error that says why.
const (
	Unknown Verdict = iota
	Sat
	Unsat
)

func (v Verdict) String() string {
	switch v {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	default:
		return "unknown"
	}
}

// Options are those of a Solver; the zero value is useful.
type Options struct {
	// Seed, if not 0, renames the variables, reorders the clauses that exist at the first Solve,
	// and reorders the literals in each. Different seeds search in different orders.
	Seed uint64
	// Limit, if not 0, ends each Solve after so many rounds of [Propagations] each, whatever the
	// time.
	Limit int
}

// ErrLimit is the error of a Solve that reached Options.Limit.
var ErrLimit = errors.New("the limit of the search is reached")

// Propagations is the number of literals that are propagated or guessed in a round of search. A
// round takes some ten milliseconds.
const Propagations = 20_000

// stopPatience is the time for which a cancelled Solve waits for gini, which checks for a stop only
// once in many propagations.
const stopPatience = 100 * time.Millisecond

// Solver answers whether its clauses, and assumptions, can be satisfied; clauses may be added
// between the questions, and learned clauses are kept. Make one with NewSolver. It is not safe for
// concurrent use.
type Solver struct {
	cnf  *CNF
	opts Options

	g       *gini.Gini // nil before the first Solve, after one that ended while clauses were sent, and after the latch
	sent    int        // clauses that gini has
	to      []z.Lit    // variable -> gini's positive literal; to[0] is not used
	latched bool       // the clauses alone are unsatisfiable
	reset   bool       // gini may have stopped at a conflict, that of assumptions
	running chan int   // receives the result of a search that was told to stop; nil if there is none

	verdict Verdict
	model   []bool
	failed  []int
}

// NewSolver returns a solver of a copy of c, or of no clauses if c is nil.
func NewSolver(c *CNF, opts Options) *Solver {
	if c == nil {
		c = &CNF{}
	}
	return &Solver{cnf: c.Clone(), opts: opts}
}

// NewVar returns a new variable.
func (s *Solver) NewVar() int { return s.cnf.NewVar() }

// AddClause adds a clause, as [CNF.AddClause] does. Answers of the last Solve are kept until the
// next one.
func (s *Solver) AddClause(lits ...int) { s.cnf.AddClause(lits...) }

// CNF returns a copy of the formula as it is now, for example to write it.
func (s *Solver) CNF() *CNF { return s.cnf.Clone() }

// Solve looks for an assignment that satisfies all clauses and the assumed literals. The verdict is
// Sat (then Model and Value tell the assignment), Unsat (then Failed tells which assumptions are to
// blame), or Unknown, if and only if the error is not nil: the cause of ctx, which is noticed at
// once or within some 100 ms, ErrLimit, a *SolverError (WrongModel), or that of a formula that is
// not finished. It panics on an assumption that is 0 or beyond MaxVariables; the variables of
// assumptions exist from then on.
//
// Answers are determined by the clauses, the questions so far and the seed, as long as no
// question was cancelled. Worst-case time is exponential.
func (s *Solver) Solve(ctx context.Context, assumptions ...int) (Verdict, error) {
	for _, a := range assumptions {
		s.cnf.Grow(variable(a))
	}
	s.verdict, s.model, s.failed = Unknown, nil, nil
	if err := s.cnf.Err(); err != nil && !s.latched {
		return Unknown, err
	}
	switch {
	case !s.latched && (ctx.Err() != nil || !s.ended(ctx)):
		return Unknown, context.Cause(ctx)
	case s.latched || !s.send(ctx):
		s.latch()
		return Unsat, nil
	case s.g == nil:
		return Unknown, context.Cause(ctx)
	}
	if s.reset {
		s.forgetConflict()
	}
	search := s.run
	if s.opts.Limit > 0 {
		search = s.runLimited
	}
	switch search(ctx, assumptions) {
	case 1:
		return s.accept(assumptions)
	case -1:
		s.refuse(assumptions)
		return Unsat, nil
	}
	return Unknown, cmp.Or(context.Cause(ctx), ErrLimit)
}

func (s *Solver) assume(assumptions []int) {
	for _, a := range assumptions {
		s.g.Assume(s.inner(a))
	}
}

// runLimited lets gini search within the limit: 1, -1, or 0 if that or ctx ended it first. gini has
// only a limit of time, which it checks once in [Propagations]. A limit that has passed by then
// makes each Try a round of that length. The next Try begins anew with all learned clauses.
func (s *Solver) runLimited(ctx context.Context, assumptions []int) int {
	for range s.opts.Limit {
		s.assume(assumptions)
		if result := s.g.Try(time.Nanosecond); result != 0 || ctx.Err() != nil {
			return result
		}
	}
	return 0
}

// sendPatience is the number of clauses after which a Solve checks whether it is still wanted.
const sendPatience = 1 << 14

// send hands the new clauses to gini. It returns false if one of them is empty. If ctx ends first,
// gini is given up (nil), and the next Solve begins anew.
func (s *Solver) send(ctx context.Context) bool {
	if s.g == nil {
		s.g = gini.NewVc(s.cnf.vars+1, s.cnf.Len())
	}
	order := make([]int, 0, s.cnf.Len()-s.sent)
	for i := s.sent; i < s.cnf.Len(); i++ {
		order = append(order, i)
	}
	var rng *rand.Rand
	if s.opts.Seed != 0 && s.to == nil {
		rng = rand.New(rand.NewPCG(s.opts.Seed, 0))
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	s.nameVariables(rng)
	var clause []int32
	for at, i := range order {
		if at%sendPatience == sendPatience-1 && ctx.Err() != nil {
			s.g, s.to, s.sent = nil, nil, 0
			return true
		}
		clause = append(clause[:0], s.cnf.Clause(i)...)
		if len(clause) == 0 {
			return false
		}
		slices.SortFunc(clause, func(a, b int32) int {
			if d := max(a, -a) - max(b, -b); d != 0 {
				return int(d)
			}
			return int(a - b)
		})
		clause = slices.Compact(clause)
		if tautology(clause) {
			continue
		}
		if rng != nil {
			rng.Shuffle(len(clause), func(i, j int) { clause[i], clause[j] = clause[j], clause[i] })
		}
		for _, l := range clause {
			s.g.Add(s.inner(int(l)))
		}
		s.g.Add(z.LitNull)
	}
	s.sent = s.cnf.Len()
	return true
}

// tautology judges a clause sorted by variable and without repeats.
func tautology(clause []int32) bool {
	for i := 1; i < len(clause); i++ {
		if clause[i] == -clause[i-1] {
			return true
		}
	}
	return false
}

// nameVariables gives new variables their names in gini: the same numbers, permuted by rng if it is
// not nil.
func (s *Solver) nameVariables(rng *rand.Rand) {
	from := max(1, len(s.to))
	if s.to == nil {
		s.to = make([]z.Lit, 1, s.cnf.vars+1)
	}
	for v := from; v <= s.cnf.vars; v++ {
		s.to = append(s.to, z.Var(v).Pos())
	}
	if rng != nil {
		fresh := s.to[from:]
		rng.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
	}
}

func (s *Solver) inner(lit int) z.Lit {
	if lit < 0 {
		return s.to[-lit].Not()
	}
	return s.to[lit]
}

// forgetConflict makes gini go back to its state without assumptions, see the package
// documentation.
func (s *Solver) forgetConflict() {
	v := z.Var(1).Pos()
	s.g.Add(v)
	s.g.Add(v.Not())
	s.g.Add(z.LitNull)
	s.reset = false
}

// run lets gini search: 1, -1, or 0 if ctx ended first.
func (s *Solver) run(ctx context.Context, assumptions []int) int {
	s.assume(assumptions)
	if ctx.Done() == nil {
		return s.g.Solve()
	}
	search := s.g.GoSolve()
	// gini's Wait and Stop exclude each other, so the result is asked for: at first very
	// often, since most searches are short, in the end once a millisecond. If other searches have
	// all the processors, each Gosched may take 10 ms, so there are few of them.
	for start := time.Now(); time.Since(start) < 50*time.Microsecond; runtime.Gosched() {
		if result, ok := search.Test(); ok {
			return result
		}
	}
	pause := 2 * time.Microsecond
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		if result, ok := search.Test(); ok {
			return result
		}
		select {
		case <-ctx.Done():
			return s.stop(search)
		case <-timer.C:
			pause = min(2*pause, time.Millisecond)
			timer.Reset(pause)
		}
	}
}

// stop ends a search. One that does not end soon is left to end on its own: its result
// is awaited by the next Solve.
func (s *Solver) stop(search inter.Solve) int {
	result := make(chan int, 1)
	go func() { result <- search.Stop() }()
	select {
	case r := <-result:
		return r
	case <-time.After(stopPatience):
		s.running = result
		return 0
	}
}

// ended waits for a search that was stopped before; false means that ctx ended first.
func (s *Solver) ended(ctx context.Context) bool {
	if s.running == nil {
		return true
	}
	select {
	case r := <-s.running:
		// It may have ended by itself in the last moment, by a conflict.
		s.running, s.reset = nil, true
		if r == -1 && len(s.g.Why(nil)) == 0 {
			s.latch()
		}
		return true
	case <-ctx.Done():
		return false
	}
}

// latch records that the clauses alone are unsatisfiable.
func (s *Solver) latch() {
	s.latched, s.g, s.to, s.verdict = true, nil, nil, Unsat
}

// accept takes gini's model, after a check against the clauses as they were given.
func (s *Solver) accept(assumptions []int) (Verdict, error) {
	model := make([]bool, s.cnf.vars+1)
	known := s.g.MaxVar()
	for v := 1; v < len(model); v++ {
		if m := s.to[v]; m.Var() <= known { // gini does not know the others: they are free
			model[v] = s.g.Value(m)
		}
	}
	if i := s.cnf.Violated(model); i >= 0 {
		return Unknown, wrongModel("does not satisfy clause %d (counted from 0)", i)
	}
	for _, a := range assumptions {
		if model[variable(a)] != (a > 0) {
			return Unknown, wrongModel("contradicts assumption %d", a)
		}
	}
	s.verdict, s.model = Sat, model
	return Sat, nil
}

func wrongModel(format string, args ...any) error {
	return &SolverError{Fault: WrongModel, Err: fmt.Errorf("the SAT solver's model "+format, args...)}
}

// refuse takes gini's reason for an Unsat.
func (s *Solver) refuse(assumptions []int) {
	why := s.g.Why(nil)
	if len(why) == 0 {
		s.latch()
		return
	}
	s.verdict, s.reset = Unsat, true
	for _, a := range assumptions {
		if slices.Contains(why, s.inner(a)) && !slices.Contains(s.failed, a) {
			s.failed = append(s.failed, a)
		}
	}
}

// Model returns the assignment that the last Solve found, a copy: entry v is the value of
// variable v, entry 0 is not used. It panics if the last verdict was not Sat.
func (s *Solver) Model() []bool {
	s.mustBe(Sat)
	return slices.Clone(s.model)
}

// Value returns the value of a literal in the assignment that the last Solve found; a
// variable that came later is false. It panics if the last verdict was not Sat.
func (s *Solver) Value(lit int) bool {
	s.mustBe(Sat)
	v := variable(lit)
	return (v < len(s.model) && s.model[v]) == (lit > 0)
}

// Failed returns assumptions of the last Solve that cannot hold together, in the order in
// which they were given, not always as few as possible; none if the clauses alone are
// unsatisfiable. It panics if the last verdict was not Unsat.
func (s *Solver) Failed() []int {
	s.mustBe(Unsat)
	return slices.Clone(s.failed)
}

func (s *Solver) mustBe(v Verdict) {
	if s.verdict != v {
		panic(fmt.Sprintf("sat: the last verdict was %v, not %v", s.verdict, v))
	}
}
