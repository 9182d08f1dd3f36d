package maekawa

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/bounds"
	"coterie/internal/sat"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// Options are those of Maekawa.
type Options struct {
	search.Options
	// Exact asks for (c) and (d) with equality: every |S_i| = K, every responsibility K.
	Exact bool
	// Size and Responsibility, if not 0, ask for one pair of limits: |S_i| <= Size and every
	// responsibility at most Responsibility.
	Size, Responsibility int
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
}

// MaxNodes is the greatest n of Maekawa.
const MaxNodes = 10_000

// Greatest n up to which Maekawa searches, and does not only construct: covers of Z_n, and formulas
// (whose size grows with n³).
const (
	coverNodes   = 150
	formulaNodes = 100
)

// Find looks for the least K for which n sites can have sets S_1..S_n with (a), every two meet,
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
// errors are a *quorum.InputError, and those of solvers.
//
// Where a gap is left, symmetric systems are looked for in the hope of one, each kind for two seconds by the
// clock: on a slow machine such a system may be missed, and the plain question is then asked. No bound
// depends on it.
func Find(ctx context.Context, n int, opts Options) (*search.Result, error) {
	if err := opts.check(n); err != nil {
		return nil, err
	}
	s := &run{
		Session: search.NewSession(opts.Options), opts: opts,
		goal: limits{n: n, size: opts.Size, responsibility: opts.Responsibility, exact: opts.Exact, unique: opts.Unique},
	}
	var err error
	if opts.Size > 0 {
		s.result = &search.Result{Search: "maekawa", Objective: "existence", Question: "Are there " + s.goal.words() + s.symmetryWords() + "?", Verdict: search.Unknown}
		err = s.pair(ctx)
	} else {
		s.result = &search.Result{Search: "maekawa", Objective: "K", Question: s.leastWords(), Verdict: search.Unknown}
		err = s.least(ctx)
	}
	switch {
	case err == nil:
	case errors.Is(err, errGaveUp): // the session knows why
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		s.result.StoppedBy = search.StopCause(ctx)
	default:
		return nil, err
	}
	lower, ok := s.result.Lower.Int()
	upper, found := s.result.Upper.Int()
	s.result.Optimal = ok && found && lower == upper
	s.Into(s.result)
	return s.result, nil
}

// internal is an error of a construction, or the end of ctx.
func internal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return quorum.Internal("%w", err)
}

// check validates the options.
func (o Options) check(n int) error {
	if err := search.Need("n", n, 1, MaxNodes); err != nil {
		return err
	}
	bad := func(option, why, advice string) error {
		return &quorum.InputError{What: option, Why: why, Advice: advice}
	}
	for _, limit := range []struct {
		option string
		v      int
	}{{"size", o.Size}, {"responsibility", o.Responsibility}} {
		if limit.v != 0 {
			if err := search.Need(limit.option, limit.v, 1, n); err != nil {
				return err
			}
		}
	}
	switch {
	case o.Size > 0 && o.Responsibility == 0:
		return bad("size", "a limit on sizes alone is no question", "give --responsibility too; without either the least K is looked for")
	case o.Responsibility > 0 && o.Size == 0:
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
	if o.OrbitLength != 0 {
		if o.Symmetry != "orbits" {
			return bad("orbit-length", "goes with orbits", "give --symmetry orbits")
		}
		if err := search.Need("orbit-length", o.OrbitLength, 2, max(n, 2)); err != nil {
			return err
		}
	}
	switch {
	case o.Symmetry == "orbits" && o.Method == "exhaustive":
		return bad("method", "orbits are looked for by SAT alone", "auto or sat")
	case o.Symmetry == "orbits" && n < 2:
		return bad("n", "one node has no orbits", "at least 2")
	case o.Method == "exhaustive" && o.Symmetry == "" && n > maskNodes:
		return bad("n", fmt.Sprintf("%d is out of reach of the exhaustive search", n), fmt.Sprintf("at most %d", maskNodes))
	case (o.Method == "sat" || o.Symmetry == "orbits") && n > formulaNodes:
		return bad("n", fmt.Sprintf("%d is out of reach of the formula", n), fmt.Sprintf("at most %d", formulaNodes))
	}
	return nil
}

// run is one run.
type run struct {
	*search.Session
	opts   Options
	goal   limits
	result *search.Result
}

func (s *run) symmetryWords() string {
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

func (s *run) leastWords() string {
	words := s.goal.words()
	at := "at most "
	if s.goal.exact {
		at = "exactly "
	}
	words = strings.ReplaceAll(words, at+"0 ", at+"K ")
	return "What is the least K for which there are " + words + s.symmetryWords() + "?"
}

// plain reports whether a question is answered by the formula or the exhaustive search alone.
func (s *run) plain() bool { return s.opts.Method == "sat" || s.opts.Method == "exhaustive" }

// raise notes a proven lower bound on K.
func (s *run) raise(k int, by string) {
	if old, ok := s.result.Lower.Int(); ok && old >= k {
		return
	}
	s.result.Lower, s.result.LowerBy = new(bounds.Integer(k)), by
	s.SetBounds(s.result.Lower, s.result.Upper)
}

// eased returns the question without uniqueness where that is free, unless every argument is to be skipped.
func (s *run) eased(c limits) limits {
	if !s.plain() && uniqueIsFree(c) {
		c.unique = false
	}
	return c
}

// accept checks a system against a question, and keeps it as the best. That the sets differ is checked
// if it was asked for, whether or not the question had been eased.
func (s *run) accept(ctx context.Context, c limits, system *quorum.System, by string) error {
	c.unique = s.goal.unique
	flaw, err := c.judge(ctx, system, s.opts.Jobs)
	if err != nil {
		return err
	}
	if flaw != "" {
		return quorum.Internal("%s: %s", by, flaw)
	}
	r := s.result
	r.Verdict, r.System, r.UpperBy = search.Found, system, by
	if r.Objective == "K" {
		r.Value, r.Upper = new(bounds.Integer(c.size)), new(bounds.Integer(c.size))
		s.SetBounds(r.Lower, r.Upper)
	}
	return nil
}

// acceptSets is accept of S_1..S_n.
func (s *run) acceptSets(ctx context.Context, c limits, sets [][]int, by string) error {
	system, err := system(fmt.Sprintf("maekawa n=%d, K=%d, R=%d", c.n, c.size, c.responsibility), sets)
	if err != nil {
		return quorum.Internal("%w", err)
	}
	return s.accept(ctx, c, system, by)
}

// least brings the bounds on the least K together as far as it gets.
func (s *run) least(ctx context.Context) error {
	n := s.goal.n
	last := n // the greatest K that can be
	if s.goal.exact && s.goal.unique && n > 1 {
		last = n - 1
	}
	if s.plain() {
		s.raise(1, "a set has a node")
		return s.upwards(ctx, 1, last)
	}
	lower, by := search.LeastSize(n)
	s.raise(lower, by)
	if lower > last {
		s.result.Verdict = search.ProvenAbsent
		s.result.LowerBy = by + fmt.Sprintf("; all sets of %d of %d nodes are equal", n, n)
		return nil
	}
	if s.opts.Symmetry != "" {
		return s.upwards(ctx, lower, last)
	}
	if n > coverNodes { // the others take seconds: have something if ctx ends
		first, err := translates(n, ruler(n, s.goal.unique))
		if err != nil {
			return internal(ctx, err)
		}
		if err := s.accept(ctx, s.goal.with(first.k), first.system, first.by); err != nil {
			return err
		}
	}
	s.At("constructions for " + fmt.Sprint(n) + " nodes")
	built, err := constructed(ctx, n, s.goal.exact, s.goal.unique)
	if err != nil {
		return internal(ctx, err)
	}
	if built != nil {
		if err := s.accept(ctx, s.goal.with(built.k), built.system, built.by); err != nil {
			return err
		}
	}
	if n > coverNodes {
		if s.gap() > 0 {
			s.result.StoppedBy = fmt.Sprintf("beyond n = %d nothing is searched", coverNodes)
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
	if n > formulaNodes {
		s.result.StoppedBy = fmt.Sprintf("beyond n = %d no formula is asked", formulaNodes)
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
func (s *run) gap() int {
	lower, _ := s.result.Lower.Int()
	return s.upperOr(lower+1) - lower
}

func (s *run) upperOr(none int) int {
	if upper, ok := s.result.Upper.Int(); ok {
		return upper
	}
	return none
}

// cover looks for a cyclic cover of k residues.
func (s *run) cover(ctx context.Context, k int) (found bool, err error) {
	s.At(fmt.Sprintf("a difference cover of Z_%d by %d residues", s.goal.n, k))
	cover, decided := cyclic.Cover(ctx, s.goal.n, k, s.opts.Workers())
	switch {
	case !decided:
		return false, context.Cause(ctx)
	case cover == nil || s.goal.unique && periodic(s.goal.n, cover):
		return false, nil
	}
	built, err := translates(s.goal.n, cover)
	if err != nil {
		return false, quorum.Internal("%w", err)
	}
	return true, s.accept(ctx, s.goal.with(k), built.system, built.by)
}

// upwards asks for one K after the other. Without Symmetry every K that has no system is a lower
// bound, and the last one makes an absence.
func (s *run) upwards(ctx context.Context, from, to int) error {
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
		s.result.Verdict = search.ProvenAbsent
		if s.opts.Symmetry != "" {
			s.result.Notes = append(s.result.Notes, "there is no system with this symmetry; this says nothing of others")
		}
	}
	return nil
}

// exists decides one question by the method and for the symmetry that were asked for, and accepts
// what it finds; by says what proves that there is nothing.
func (s *run) exists(ctx context.Context, c limits) (found bool, by string, err error) {
	c = s.eased(c)
	switch {
	case s.opts.Symmetry == "cyclic" && s.opts.Method == "sat":
		return s.existsCyclicSAT(ctx, c)
	case s.opts.Symmetry == "cyclic":
		return s.existsCyclic(ctx, c)
	case s.opts.Symmetry == "orbits":
		return s.existsOrbits(ctx, c)
	case s.opts.Method == "exhaustive":
		s.At(c.words())
		sets, decided := exhaustive(ctx, c)
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
func (s *run) existsSAT(ctx context.Context, c limits) (found bool, by string, err error) {
	f := relaxed(c)
	answer, err := s.decide(ctx, c.words(), f.cnf)
	if err != nil || answer.Verdict == sat.Unsat {
		return false, noModel(c.words(), answer.By), err
	}
	sets := f.sets(answer.Model)
	for _, try := range [][][]int{sets, filled(c, sets)} {
		renamed, ok, err := match(ctx, try)
		if err != nil {
			return false, "", err
		}
		if ok {
			return true, "", s.acceptSets(ctx, c, renamed, "a model of "+answer.By)
		}
	}
	if c.size == c.responsibility && !c.unique {
		return false, "", quorum.Internal("a regular graph without a perfect matching")
	}
	f = inclusiveRows(c)
	answer, err = s.decide(ctx, c.words(), f.cnf)
	if err != nil || answer.Verdict == sat.Unsat {
		return false, noModel(c.words(), answer.By), err
	}
	return true, "", s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By)
}

func noModel(words, by string) string { return fmt.Sprintf("no model of: %s (%s)", words, by) }

// errGaveUp ends a search whose solver did not answer.
var errGaveUp = errors.New("the solver gave up")

// decide asks the solver: Sat or Unsat, or an error that says why there is no answer.
func (s *run) decide(ctx context.Context, words string, cnf *sat.CNF) (search.Answer, error) {
	a, err := s.Ask(ctx, search.Question{Words: words, CNF: cnf})
	switch {
	case err != nil || a.Verdict != sat.Unknown:
		return a, err
	case ctx.Err() != nil:
		return a, context.Cause(ctx)
	}
	return a, errGaveUp
}

// pair decides whether sets within two limits exist.
func (s *run) pair(ctx context.Context) error {
	c := s.goal
	if !s.plain() {
		if by := forbidden(c); by != "" {
			s.result.Verdict, s.result.LowerBy = search.ProvenAbsent, by
			return nil
		}
		if s.opts.Symmetry == "" {
			if done, err := s.constructedPair(ctx); done || err != nil {
				return err
			}
			if c.n > formulaNodes {
				s.result.StoppedBy = fmt.Sprintf("beyond n = %d no formula is asked", formulaNodes)
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
		s.result.Verdict, s.result.LowerBy = search.ProvenAbsent, by
		if s.opts.Symmetry != "" {
			s.result.Notes = append(s.result.Notes, "there is no system with this symmetry; this says nothing of others")
		}
	}
	return nil
}

// constructedPair tries constructions and cyclic covers for a pair of limits.
func (s *run) constructedPair(ctx context.Context) (done bool, err error) {
	c := s.goal
	k := min(c.size, c.responsibility)
	built, err := forPair(ctx, c)
	if err != nil {
		return false, internal(ctx, err)
	}
	if built != nil {
		return true, s.accept(ctx, c, built.system, built.by)
	}
	if lower, _ := search.LeastSize(c.n); k < lower || c.n > coverNodes {
		return false, nil
	}
	s.At(fmt.Sprintf("a difference cover of Z_%d by %d residues", c.n, k))
	cover, decided := cyclic.Cover(ctx, c.n, k, s.opts.Workers())
	switch {
	case !decided:
		return false, context.Cause(ctx)
	case cover == nil || c.unique && periodic(c.n, cover):
		return false, nil
	}
	built, err = translates(c.n, cover)
	if err != nil {
		return false, quorum.Internal("%w", err)
	}
	return true, s.accept(ctx, c, built.system, built.by)
}

// patience is how many rounds of sat.Propagations are spent on one symmetric question that is only
// asked in the hope of a system: some two seconds.
const patience = 150

// hopeful asks for symmetric systems with long orbits, where there is no symmetry to keep to: what
// is found ends the question, and what is not leaves it open.
func (s *run) hopeful(ctx context.Context, c limits) (found bool, err error) {
	c = s.eased(c)
	for _, a := range actions(c.n, max(2, c.n/8), c.n-1, 2) {
		if a.hopeless(c) {
			continue
		}
		f := symmetric(c, a)
		answer, err := s.Hope(ctx, search.Question{Words: c.words() + ", " + a.words(), CNF: f.cnf}, patience)
		switch {
		case err != nil:
			return false, err
		case ctx.Err() != nil:
			return false, context.Cause(ctx)
		case answer.Verdict == sat.Sat:
			return true, s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By+" with "+a.words())
		}
	}
	return false, nil
}

// existsOrbits asks for every action that the options allow.
func (s *run) existsOrbits(ctx context.Context, c limits) (found bool, by string, err error) {
	shortest, longest, most := 2, c.n, 2
	if s.opts.OrbitLength > 0 {
		shortest, longest, most = s.opts.OrbitLength, s.opts.OrbitLength, c.n
	}
	by = "a fixed site needs short orbits"
	for _, a := range actions(c.n, shortest, longest, most) {
		if !s.plain() && a.hopeless(c) {
			continue
		}
		f := symmetric(c, a)
		answer, err := s.decide(ctx, c.words()+", "+a.words(), f.cnf)
		switch {
		case err != nil:
			return false, "", err
		case answer.Verdict == sat.Sat:
			return true, "", s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By+" with "+a.words())
		}
		by = noModel(c.words()+s.symmetryWords(), answer.By)
	}
	return false, by, nil
}
