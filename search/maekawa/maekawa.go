package maekawa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/results"
	"coterie/search"
)

// Options are common to Least and Pair.
type Options struct {
	search.Options
	// Exact asks for (c) and (d) with equality: all sizes are the same, and all responsibilities.
	Exact bool
	// Unique asks for sets that differ.
	Unique bool
	// Symmetry is required of the systems; the zero value requires none.
	Symmetry Symmetry
	// Method is Auto (arithmetic, then covers, then SAT), SAT, or Exhaustive, which orbits have
	// not.
	Method search.Method
}

// Symmetry is an automorphism that a system is to have; the zero value is none.
type Symmetry struct {
	kind   int // 0, or one of these
	length int // of the orbits; 0 for all lengths
	group  *named
}

const (
	translated = iota + 1
	orbital
	grouped
)

// Translates asks for S_i = D + i in Z_n.
func Translates() Symmetry { return Symmetry{kind: translated} }

// Orbits asks for a cyclic group on nodes and sites all of whose orbits have one length, but for
// fixed nodes: at most two of these and any length >= 2, if length is 0.
func Orbits(length int) Symmetry { return Symmetry{kind: orbital, length: length} }

func (y Symmetry) words() string {
	switch {
	case y.kind == translated:
		return ", all translates of one set in Z_n"
	case y.kind == grouped && y.group.text == "":
		return fmt.Sprintf(", with the automorphisms %s", y.group.group.Name())
	case y.kind == grouped:
		return fmt.Sprintf(", with the automorphisms %s in orbits %s", y.group.group.Name(), y.group.text)
	case y.length > 0:
		return fmt.Sprintf(", with g(S_i) = S_g(i) for a permutation g whose orbits are fixed nodes and orbits of length %d", y.length)
	case y.kind == orbital:
		return ", with g(S_i) = S_g(i) for a permutation g whose orbits are at most 2 fixed nodes and orbits of one length"
	}
	return ""
}

// MaxNodes is the greatest n of Least and Pair.
const MaxNodes = 10_000

// Greatest n up to which there is a search, and not only a construction: for covers of Z_n, and by
// formulas (whose size grows with n³).
const (
	coverNodes   = 150
	formulaNodes = 100
)

// Least looks for the least K for which n sites can have sets S_1..S_n with (a), every two meet,
// (b), i ∈ S_i, |S_i| <= K, and every node in at most K of them. Without that last limit the star
// {1, i} would make the question trivial. With Exact it is the least K for which every size and
// every responsibility can be K. The value of the Result is K.
//
// With Symmetry only symmetric systems are looked for: that there are none is a note, and is no
// bound on others. Where a gap is left, symmetric systems are looked for in the hope of one, for so
// many steps, before the plain question is asked. No bound depends on it. Cost: for n <= 28
// milliseconds; in the worst case exponential time, until ctx ends. The errors are a
// *quorum.InputError, and those of solvers.
func Least(ctx context.Context, n int, opts Options) (*search.Result, error) {
	if err := opts.check(n); err != nil {
		return nil, err
	}
	goal := limits{n: n, exact: opts.Exact, unique: opts.Unique}
	kept := ""
	if !opts.Exact && !opts.Unique && opts.Symmetry.kind == 0 {
		kept = results.Kept("maekawa", n, nil)
	}
	r, err := answer(ctx, goal, opts, kept, "K", goal.leastWords(opts.Symmetry), (*run).least)
	if err == nil && opts.Symmetry.kind == 0 && !opts.Unique {
		r.Notes = append(r.Notes, remains(n, r)...)
	}
	return r, err
}

// Constructed returns the bounds on the least K that arithmetic and constructions give, with the
// best system, for 1 <= n <= MaxNodes. Cost: some tenths of a second for thousands of nodes. The
// errors are those of Least.
func Constructed(ctx context.Context, n int) (*search.Result, error) {
	if err := session.Need("n", n, 1, MaxNodes); err != nil {
		return nil, err
	}
	goal := limits{n: n}
	return answer(ctx, goal, Options{}, "", "K", goal.leastWords(Symmetry{}), func(s *run, ctx context.Context) error {
		s.Raise(session.LeastSize(n))
		built, err := constructed(ctx, n, false, false)
		if err != nil {
			return internal(ctx, err)
		}
		if err := s.accept(ctx, goal.with(built.k), built.system, built.by); err != nil || s.Met() {
			return err
		}
		s.StoppedBy = "nothing was searched"
		return nil
	})
}

// leastWords asks for the least K.
func (c limits) leastWords(y Symmetry) string {
	at := "at most "
	if c.exact {
		at = "exactly "
	}
	words := strings.ReplaceAll(c.words(), at+"0 ", at+"K ")
	return "What is the least K for which there are " + words + y.words() + "?"
}

// Pair decides whether sets as [Least] asks for exist within a pair of limits, 1..n: |S_i| <= size,
// and every node in at most responsibility of them (both reached everywhere, with Exact). The
// Result has no value; LowerBy says what proves that there are none. With Symmetry the verdict is
// about symmetric systems alone. Cost and errors are those of Least.
func Pair(ctx context.Context, n, size, responsibility int, opts Options) (*search.Result, error) {
	if err := cmp.Or(session.Need("n", n, 1, MaxNodes), session.Need("size", size, 1, n), session.Need("responsibility", responsibility, 1, n), opts.check(n)); err != nil {
		return nil, err
	}
	goal := limits{n: n, size: size, responsibility: responsibility, exact: opts.Exact, unique: opts.Unique}
	return answer(ctx, goal, opts, "", "existence", "Are there "+goal.words()+opts.Symmetry.words()+"?", (*run).pair)
}

// check validates the options.
func (o Options) check(n int) error {
	if err := session.Need("n", n, 1, MaxNodes); err != nil {
		return err
	}
	switch o.Method {
	case "", search.Auto, search.SAT, search.Exhaustive:
	default:
		return quorum.Bad("method", fmt.Sprintf("%s is none", show.Value(o.Method)), "auto, sat or exhaustive")
	}
	orbits := o.Symmetry.kind == orbital || o.Symmetry.kind == grouped
	if o.Symmetry.kind == grouped && n <= formulaNodes {
		if _, err := o.Symmetry.group.on(n); err != nil {
			return err
		}
	}
	if o.Symmetry.length != 0 {
		if err := session.Need("orbit-length", o.Symmetry.length, 2, max(n, 2)); err != nil {
			return err
		}
	}
	switch {
	case orbits && o.Method == search.Exhaustive:
		return quorum.Bad("method", "orbits are looked for by SAT alone", "auto or sat")
	case orbits && n < 2:
		return quorum.Bad("n", "one node has no orbits", "at least 2")
	case o.Method == search.Exhaustive && o.Symmetry.kind == 0 && n > maskNodes:
		return quorum.Bad("n", fmt.Sprintf("%d is out of reach of the exhaustive search", n), fmt.Sprintf("at most %d", maskNodes))
	case (o.Method == search.SAT || orbits) && n > formulaNodes:
		return quorum.Bad("n", fmt.Sprintf("%d is out of reach of the formula", n), fmt.Sprintf("at most %d", formulaNodes))
	}
	return nil
}

// run is one call of Least or Pair.
type run struct {
	*session.Session
	opts Options
	goal limits
}

// answer runs a search to its end, or that of ctx.
func answer(ctx context.Context, goal limits, opts Options, kept, objective, question string, find func(*run, context.Context) error) (*search.Result, error) {
	s := &run{
		Session: session.New(ctx, opts.Options, &search.Result{Search: "maekawa", Objective: objective, Question: question, Verdict: search.Unknown}),
		opts:    opts, goal: goal,
	}
	s.Remark(kept)
	err := find(s, ctx)
	switch {
	case err == nil:
	case errors.Is(err, errGaveUp): // the session knows why
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		s.StoppedBy = session.StopCause(ctx)
	default:
		return nil, err
	}
	return s.End("")
}

// internal is an error of a construction, or the end of ctx.
func internal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return quorum.Internal("%w", err)
}
