package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"coterie/bounds"
	"coterie/internal/sat"
	"coterie/quorum"
)

// MaekawaOptions are those of Maekawa.
type MaekawaOptions struct {
	Options
	// Exact asks for (c) and (d) with equality: every |S_i| = K, every responsibility K.
	Exact bool
	// Size and Responsibility, if not 0, ask for one pair of limits: |S_i| <= Size and every
	// responsibility at most Responsibility. Responsibility alone goes with MinTotal.
	Size, Responsibility int
	// MinTotal asks for the least Σ|S_i| in place of the least K, under Responsibility.
	MinTotal bool
	// Unique asks for sets that differ.
	Unique bool
	// Symmetry is "" (none), "cyclic" (the S_i are translates in Z_n) or "orbits" (a cyclic group acts
	// on nodes and sites, with orbits of one length and fixed nodes): only such systems are then
	// looked for. OrbitLength, if not 0, is that length.
	Symmetry    string
	OrbitLength int
	// Method is "" or "auto" (arithmetic, then covers, then SAT), "sat" (no argument but
	// the formula) or "exhaustive" (a dedicated search in place of SAT).
	Method string
	// Steps, if not 0, limits the exhaustive search with MinTotal: another way to end it
	// than a clock, with the same bounds on every machine. With few steps (up to 2^22) there is
	// no simulated annealing either: with one, arithmetic and constructions alone.
	Steps int64
}

// MaxMaekawaNodes is the greatest n of Maekawa.
const MaxMaekawaNodes = 10_000

// Greatest n up to which Maekawa searches, and does not only construct: covers of Z_n, and formulas
// (whose size grows with n³).
const (
	maekawaCoverNodes   = 150
	maekawaFormulaNodes = 100
)

// Maekawa looks for the least K for which n sites can have sets S_1..S_n with (a), every two meet,
// (b), i ∈ S_i, |S_i| <= K, and every node in at most K of them. Without that last limit the star {1, i}
// would make the question trivial. With Exact it is the least K for which every size and every
// responsibility can be K. The value of the Result is K.
//
// With Size and Responsibility the question is whether sets within these two limits exist
// (reaching both everywhere, with Exact); the Result then has no value, and LowerBy says what proves
// that there are none.
//
// The package documentation, "Maekawa's sets", has the arguments and their proofs. With Symmetry only
// symmetric systems are looked for: that there are none is a note, or the verdict of a pair, and is no bound
// on others. Cost: for n <= 28 milliseconds; in the worst case exponential time, until ctx ends. The
// errors are an *InputError, and those of solvers.
//
// Where a gap is left, symmetric systems are looked for in the hope of one, each kind for two seconds by the
// clock: on a slow machine such a system may be missed, and the plain question is then asked. No bound
// depends on it.
func Maekawa(ctx context.Context, n int, opts MaekawaOptions) (*Result, error) {
	if err := opts.check(n); err != nil {
		return nil, err
	}
	if opts.MinTotal {
		return totalSearch(ctx, n, opts)
	}
	s := &maekawaSearch{
		session: newSession(opts.Options), opts: opts,
		goal: maekawaCase{n: n, size: opts.Size, responsibility: opts.Responsibility, exact: opts.Exact, unique: opts.Unique},
	}
	var err error
	if opts.Size > 0 {
		s.result = &Result{Search: "maekawa", Objective: "existence", Question: "Are there " + s.goal.words() + s.symmetryWords() + "?", Verdict: Unknown}
		err = s.pair(ctx)
	} else {
		s.result = &Result{Search: "maekawa", Objective: "K", Question: s.leastWords(), Verdict: Unknown}
		err = s.least(ctx)
	}
	switch {
	case err == nil:
	case errors.Is(err, errGaveUp): // the session knows why
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		s.result.StoppedBy = stopCause(ctx)
	default:
		return nil, err
	}
	lower, ok := s.result.Lower.Int()
	upper, found := s.result.Upper.Int()
	s.result.Optimal = ok && found && lower == upper
	s.into(s.result)
	return s.result, nil
}

// maekawaInternal is an error of a construction, or the end of ctx.
func maekawaInternal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("internal error: %w", err)
}

// check validates the options.
func (o MaekawaOptions) check(n int) error {
	if err := need("n", n, 1, MaxMaekawaNodes); err != nil {
		return err
	}
	bad := func(option, why, advice string) error { return &InputError{Option: option, Why: why, Advice: advice} }
	for _, limit := range []struct {
		option string
		v      int
	}{{"size", o.Size}, {"responsibility", o.Responsibility}} {
		if limit.v != 0 {
			if err := need(limit.option, limit.v, 1, n); err != nil {
				return err
			}
		}
	}
	switch {
	case o.Size > 0 && o.MinTotal:
		return bad("size", "is no limit of the least total", "ask for the least total under --responsibility")
	case o.Size > 0 && o.Responsibility == 0:
		return bad("size", "a limit on sizes alone is no question", "give --responsibility too; without either the least K is looked for")
	case o.Responsibility > 0 && o.Size == 0 && !o.MinTotal:
		return bad("responsibility", "a limit on responsibilities alone is no question", "give --size too, or --min-total")
	}
	switch o.Symmetry {
	case "", "cyclic", "orbits":
	default:
		return bad("symmetry", fmt.Sprintf("%q is none", o.Symmetry), "cyclic or orbits")
	}
	switch o.Method {
	case "", "auto", "sat", "exhaustive":
	default:
		return bad("method", fmt.Sprintf("%q is none", o.Method), "auto, sat or exhaustive")
	}
	if o.MinTotal {
		return nil
	}
	if o.OrbitLength != 0 {
		if o.Symmetry != "orbits" {
			return bad("orbit-length", "goes with orbits", "give --symmetry orbits")
		}
		if err := need("orbit-length", o.OrbitLength, 2, max(n, 2)); err != nil {
			return err
		}
	}
	switch {
	case o.Symmetry == "orbits" && o.Method == "exhaustive":
		return bad("method", "orbits are looked for by SAT alone", "auto or sat")
	case o.Symmetry == "orbits" && n < 2:
		return bad("n", "one node has no orbits", "at least 2")
	case o.Method == "exhaustive" && o.Symmetry == "" && n > maekawaMaskNodes:
		return bad("n", fmt.Sprintf("%d is out of reach of the exhaustive search", n), fmt.Sprintf("at most %d", maekawaMaskNodes))
	case (o.Method == "sat" || o.Symmetry == "orbits") && n > maekawaFormulaNodes:
		return bad("n", fmt.Sprintf("%d is out of reach of the formula", n), fmt.Sprintf("at most %d", maekawaFormulaNodes))
	}
	return nil
}

// maekawaSearch is one run.
type maekawaSearch struct {
	*session
	opts   MaekawaOptions
	goal   maekawaCase
	result *Result
}

func (s *maekawaSearch) symmetryWords() string {
	switch {
	case s.opts.Symmetry == "cyclic":
		return ", all translates of one set in Z_n"
	case s.opts.OrbitLength > 0:
		return fmt.Sprintf(", with g(S_i) = S_g(i) for a permutation g whose orbits are fixed nodes and orbits of length %d", s.opts.OrbitLength)
	case s.opts.Symmetry == "orbits":
		return ", with g(S_i) = S_g(i) for a permutation g whose orbits are at most 2 fixed nodes and orbits of one length"
	}
	return ""
}

func (s *maekawaSearch) leastWords() string {
	words := s.goal.words()
	at := "at most "
	if s.goal.exact {
		at = "exactly "
	}
	words = strings.ReplaceAll(words, at+"0 ", at+"K ")
	return "What is the least K for which there are " + words + s.symmetryWords() + "?"
}

// plain reports whether a question is answered by the formula or the exhaustive search alone.
func (s *maekawaSearch) plain() bool { return s.opts.Method == "sat" || s.opts.Method == "exhaustive" }

// raise notes a proven lower bound on K.
func (s *maekawaSearch) raise(k int, by string) {
	if old, ok := s.result.Lower.Int(); ok && old >= k {
		return
	}
	s.result.Lower, s.result.LowerBy = new(bounds.Integer(k)), by
	s.bounds(s.result.Lower, s.result.Upper)
}

// eased returns the question without uniqueness where that is free, unless every argument is to be skipped.
func (s *maekawaSearch) eased(c maekawaCase) maekawaCase {
	if !s.plain() && maekawaUniqueIsFree(c) {
		c.unique = false
	}
	return c
}

// accept checks a system against a question, and keeps it as the best. That the sets differ is checked
// if it was asked for, whether or not the question had been eased.
func (s *maekawaSearch) accept(ctx context.Context, c maekawaCase, system *quorum.System, by string) error {
	c.unique = s.goal.unique
	flaw, err := c.judge(ctx, system, s.opts.Jobs)
	if err != nil {
		return err
	}
	if flaw != "" {
		return fmt.Errorf("internal error: %s: %s", by, flaw)
	}
	r := s.result
	r.Verdict, r.System, r.UpperBy = Found, system, by
	if r.Objective == "K" {
		r.Value, r.Upper = new(bounds.Integer(c.size)), new(bounds.Integer(c.size))
		s.bounds(r.Lower, r.Upper)
	}
	return nil
}

// acceptSets is accept of S_1..S_n.
func (s *maekawaSearch) acceptSets(ctx context.Context, c maekawaCase, sets [][]int, by string) error {
	system, err := maekawaSystem(fmt.Sprintf("maekawa n=%d, K=%d, R=%d", c.n, c.size, c.responsibility), sets)
	if err != nil {
		return fmt.Errorf("internal error: %w", err)
	}
	return s.accept(ctx, c, system, by)
}

// least brings the bounds on the least K together as far as it gets.
func (s *maekawaSearch) least(ctx context.Context) error {
	n := s.goal.n
	last := n // the greatest K that can be
	if s.goal.exact && s.goal.unique && n > 1 {
		last = n - 1
	}
	if s.plain() {
		s.raise(1, "a set has a node")
		return s.upwards(ctx, 1, last)
	}
	lower, by := maekawaLower(n)
	s.raise(lower, by)
	if lower > last {
		s.result.Verdict = ProvenAbsent
		s.result.LowerBy = by + fmt.Sprintf("; all sets of %d of %d nodes are equal", n, n)
		return nil
	}
	if s.opts.Symmetry != "" {
		return s.upwards(ctx, lower, last)
	}
	if n > maekawaCoverNodes { // the others take seconds: have something if ctx ends
		first, err := maekawaCyclic(n, maekawaRuler(n, s.goal.unique))
		if err != nil {
			return maekawaInternal(ctx, err)
		}
		if err := s.accept(ctx, s.goal.with(first.k), first.system, first.by); err != nil {
			return err
		}
	}
	s.at("constructions for " + fmt.Sprint(n) + " nodes")
	built, err := maekawaConstructed(ctx, n, s.goal.exact, s.goal.unique)
	if err != nil {
		return maekawaInternal(ctx, err)
	}
	if built != nil {
		if err := s.accept(ctx, s.goal.with(built.k), built.system, built.by); err != nil {
			return err
		}
	}
	if n > maekawaCoverNodes {
		if s.gap() > 0 {
			s.result.StoppedBy = fmt.Sprintf("beyond n = %d nothing is searched", maekawaCoverNodes)
		}
		return nil
	}
	for k := lower; s.gap() > 0 && k < s.upperOr(last+1); k++ {
		if _, err := s.cover(ctx, k); err != nil {
			return err
		}
	}
	if s.gap() == 0 {
		return nil
	}
	if n > maekawaFormulaNodes {
		s.result.StoppedBy = fmt.Sprintf("beyond n = %d no formula is asked", maekawaFormulaNodes)
		return nil
	}
	for k := s.upperOr(last+1) - 1; k >= lower; k-- {
		found, err := s.hopeful(ctx, s.goal.with(k))
		if err != nil {
			return err
		}
		if !found {
			break
		}
	}
	return s.upwards(ctx, lower, s.upperOr(last+1)-1)
}

// gap returns upper - lower bound; 1 if there is no upper one.
func (s *maekawaSearch) gap() int {
	lower, _ := s.result.Lower.Int()
	return s.upperOr(lower+1) - lower
}

func (s *maekawaSearch) upperOr(none int) int {
	if upper, ok := s.result.Upper.Int(); ok {
		return upper
	}
	return none
}

// cover looks for a cyclic cover of k residues.
func (s *maekawaSearch) cover(ctx context.Context, k int) (found bool, err error) {
	s.at(fmt.Sprintf("a difference cover of Z_%d by %d residues", s.goal.n, k))
	cover, decided := cyclicCover(ctx, s.goal.n, k, s.opts.jobs())
	switch {
	case !decided:
		return false, context.Cause(ctx)
	case cover == nil || s.goal.unique && maekawaPeriodic(s.goal.n, cover):
		return false, nil
	}
	built, err := maekawaCyclic(s.goal.n, cover)
	if err != nil {
		return false, fmt.Errorf("internal error: %w", err)
	}
	return true, s.accept(ctx, s.goal.with(k), built.system, built.by)
}

// upwards asks for one K after the other. Without Symmetry every K that has no system is a lower
// bound, and the last one makes an absence.
func (s *maekawaSearch) upwards(ctx context.Context, from, to int) error {
	for k := from; k <= to; k++ {
		c := s.goal.with(k)
		found, by, err := s.exists(ctx, c)
		switch {
		case errors.Is(err, errGaveUp) && s.result.StoppedBy != "":
			continue // beyond the reach of the search, for larger K there may be a construction
		case err != nil:
			return err
		case found:
			return nil
		case s.opts.Symmetry == "":
			s.raise(k+1, by)
		default:
			s.result.Notes = append(s.result.Notes, fmt.Sprintf("K = %d: no such system has this symmetry (%s); this is no bound on others", k, by))
		}
	}
	if s.result.Upper == nil && s.result.StoppedBy == "" {
		s.result.Verdict = ProvenAbsent
		if s.opts.Symmetry != "" {
			s.result.Notes = append(s.result.Notes, "there is no system with this symmetry; this says nothing of others")
		}
	}
	return nil
}

// exists decides one question by the method and for the symmetry that were asked for, and accepts
// what it finds; by says what proves that there is nothing.
func (s *maekawaSearch) exists(ctx context.Context, c maekawaCase) (found bool, by string, err error) {
	c = s.eased(c)
	switch {
	case s.opts.Symmetry == "cyclic" && s.opts.Method == "sat":
		return s.existsCyclicSAT(ctx, c)
	case s.opts.Symmetry == "cyclic":
		return s.existsCyclic(ctx, c)
	case s.opts.Symmetry == "orbits":
		return s.existsOrbits(ctx, c)
	case s.opts.Method == "exhaustive":
		s.at(c.words())
		sets, decided := maekawaExhaustive(ctx, c)
		if !decided {
			return false, "", context.Cause(ctx)
		}
		if sets == nil {
			return false, "exhaustive search: " + c.words(), nil
		}
		return true, "", s.acceptSets(ctx, c, sets, "exhaustive search")
	}
	return s.existsSAT(ctx, c)
}

// existsSAT asks the solver: first without i in S_i, then, if a model cannot be renamed to have it,
// with it.
func (s *maekawaSearch) existsSAT(ctx context.Context, c maekawaCase) (found bool, by string, err error) {
	f := maekawaRelaxed(c)
	answer, err := s.decide(ctx, c.words(), f.cnf)
	if err != nil || answer.verdict == sat.Unsat {
		return false, noModel(c.words(), answer.by), err
	}
	sets := f.sets(answer.model)
	for _, try := range [][][]int{sets, maekawaFilled(c, sets)} {
		renamed, ok, err := maekawaMatch(ctx, try)
		if err != nil {
			return false, "", err
		}
		if ok {
			return true, "", s.acceptSets(ctx, c, renamed, "a model of "+answer.by)
		}
	}
	if c.size == c.responsibility && !c.unique {
		return false, "", errors.New("internal error: a regular graph without a perfect matching")
	}
	f = maekawaInclusive(c)
	answer, err = s.decide(ctx, c.words(), f.cnf)
	if err != nil || answer.verdict == sat.Unsat {
		return false, noModel(c.words(), answer.by), err
	}
	return true, "", s.acceptSets(ctx, c, f.sets(answer.model), "a model of "+answer.by)
}

func noModel(words, by string) string { return fmt.Sprintf("no model of: %s (%s)", words, by) }

// errGaveUp ends a search whose solver did not answer.
var errGaveUp = errors.New("the solver gave up")

// decide asks the solver: Sat or Unsat, or an error that says why there is no answer.
func (s *maekawaSearch) decide(ctx context.Context, words string, cnf *sat.CNF) (answer, error) {
	a, err := s.ask(ctx, question{words: words, cnf: cnf})
	switch {
	case err != nil || a.verdict != sat.Unknown:
		return a, err
	case ctx.Err() != nil:
		return a, context.Cause(ctx)
	}
	return a, errGaveUp
}

// pair decides whether sets within two limits exist.
func (s *maekawaSearch) pair(ctx context.Context) error {
	c := s.goal
	if !s.plain() {
		if by := maekawaForbidden(c); by != "" {
			s.result.Verdict, s.result.LowerBy = ProvenAbsent, by
			return nil
		}
		if s.opts.Symmetry == "" {
			if done, err := s.constructedPair(ctx); done || err != nil {
				return err
			}
			if c.n > maekawaFormulaNodes {
				s.result.StoppedBy = fmt.Sprintf("beyond n = %d no formula is asked", maekawaFormulaNodes)
				return nil
			}
			if found, err := s.hopeful(ctx, c); found || err != nil {
				return err
			}
		}
	}
	found, by, err := s.exists(ctx, c)
	if err != nil {
		return err
	}
	if !found {
		s.result.Verdict, s.result.LowerBy = ProvenAbsent, by
		if s.opts.Symmetry != "" {
			s.result.Notes = append(s.result.Notes, "there is no system with this symmetry; this says nothing of others")
		}
	}
	return nil
}

// constructedPair tries constructions and cyclic covers for a pair of limits.
func (s *maekawaSearch) constructedPair(ctx context.Context) (done bool, err error) {
	c := s.goal
	k := min(c.size, c.responsibility)
	built, err := maekawaForPair(ctx, c)
	if err != nil {
		return false, maekawaInternal(ctx, err)
	}
	if built != nil {
		return true, s.accept(ctx, c, built.system, built.by)
	}
	if lower, _ := maekawaLower(c.n); k < lower || c.n > maekawaCoverNodes {
		return false, nil
	}
	s.at(fmt.Sprintf("a difference cover of Z_%d by %d residues", c.n, k))
	cover, decided := cyclicCover(ctx, c.n, k, s.opts.jobs())
	switch {
	case !decided:
		return false, context.Cause(ctx)
	case cover == nil || c.unique && maekawaPeriodic(c.n, cover):
		return false, nil
	}
	built, err = maekawaCyclic(c.n, cover)
	if err != nil {
		return false, fmt.Errorf("internal error: %w", err)
	}
	return true, s.accept(ctx, c, built.system, built.by)
}

// maekawaPatience is how long one symmetric question may take that is only asked in the hope of a
// system: an answer decides, the end of patience decides nothing.
const maekawaPatience = 2 * time.Second

// hopeful asks for symmetric systems with long orbits, where there is no symmetry to keep to: what
// is found ends the question, and what is not leaves it open.
func (s *maekawaSearch) hopeful(ctx context.Context, c maekawaCase) (found bool, err error) {
	c = s.eased(c)
	for _, a := range maekawaActions(c.n, max(2, c.n/8), c.n-1, 2) {
		if a.hopeless(c) {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, maekawaPatience)
		f := maekawaSymmetric(c, a)
		answer, err := s.ask(limited, question{words: c.words() + ", " + a.words(), cnf: f.cnf})
		cancel()
		switch {
		case err != nil:
			return false, err
		case ctx.Err() != nil:
			return false, context.Cause(ctx)
		case answer.verdict == sat.Sat:
			return true, s.acceptSets(ctx, c, f.sets(answer.model), "a model of "+answer.by+" with "+a.words())
		}
		if answer.verdict == sat.Unsat {
			s.refuted, s.lastRefuted = s.refuted-1, false // no bound rests on it
		}
		s.stopped = "" // a hope that a solver gave up stops nothing
	}
	return false, nil
}

// existsOrbits asks for every action that the options allow.
func (s *maekawaSearch) existsOrbits(ctx context.Context, c maekawaCase) (found bool, by string, err error) {
	shortest, longest, most := 2, c.n, 2
	if s.opts.OrbitLength > 0 {
		shortest, longest, most = s.opts.OrbitLength, s.opts.OrbitLength, c.n
	}
	by = "a fixed site needs short orbits"
	for _, a := range maekawaActions(c.n, shortest, longest, most) {
		if !s.plain() && a.hopeless(c) {
			continue
		}
		f := maekawaSymmetric(c, a)
		answer, err := s.decide(ctx, c.words()+", "+a.words(), f.cnf)
		switch {
		case err != nil:
			return false, "", err
		case answer.verdict == sat.Sat:
			return true, "", s.acceptSets(ctx, c, f.sets(answer.model), "a model of "+answer.by+" with "+a.words())
		}
		by = noModel(c.words()+s.symmetryWords(), answer.by)
	}
	return false, by, nil
}
