package maekawa

import (
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/cyclic"
)

// least brings the bounds on the least K together as far as it gets.
func (s *run) least(ctx context.Context) error {
	n := s.goal.n
	last := n // the greatest K that can be
	if s.goal.exact && s.goal.unique && n > 1 {
		last = n - 1
	}
	if s.plain() {
		s.Raise(1, "a set has a node")
		return s.upwards(ctx, 1, last)
	}
	lower, by := session.LeastSize(n)
	s.Raise(lower, by)
	if lower > last {
		s.Verdict = search.ProvenAbsent
		s.LowerBy = by + fmt.Sprintf("; all sets of %d of %d nodes are equal", n, n)
		return nil
	}
	if s.opts.Symmetry.kind != 0 {
		return s.upwards(ctx, lower, last)
	}
	if n > coverNodes { // the others take seconds: have something if ctx ends
		cover, _ := cyclic.Constructed(n)
		first, err := translates(n, cover)
		if err != nil {
			return internal(ctx, err)
		}
		if err := s.accept(ctx, s.goal.with(first.k), first.system, first.by); err != nil {
			return err
		}
		s.At("constructions for " + fmt.Sprint(n) + " nodes")
	}
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
		if !s.Met() {
			s.StoppedBy = fmt.Sprintf("beyond n = %d nothing is searched", coverNodes)
		}
		return nil
	}
	for k := lower; !s.Met() && k < s.UpperOr(last+1); k++ {
		if _, err := s.cover(ctx, s.goal.with(k)); err != nil {
			return err
		}
	}
	if s.Met() {
		return nil
	}
	if n > formulaNodes {
		s.StoppedBy = fmt.Sprintf("beyond n = %d no formula is asked", formulaNodes)
		return nil
	}
	if decided, found, by, err := s.nearPlane(ctx, s.eased(s.goal.with(lower))); err != nil {
		return err
	} else if decided && !found {
		s.Raise(lower+1, by)
		lower++
	}
	if s.Met() {
		return nil
	}
	for k := s.UpperOr(last+1) - 1; k >= lower; k-- {
		found, err := s.hopeful(ctx, s.goal.with(k))
		if err != nil {
			return err
		}
		if !found {
			break
		}
	}
	return s.upwards(ctx, lower, s.UpperOr(last+1)-1)
}

// upwards asks for one K after the other. Without Symmetry every K that has no system is a lower
// bound, and the last one makes an absence.
func (s *run) upwards(ctx context.Context, from, to int) error {
	for k := from; k <= to; k++ {
		c := s.goal.with(k)
		found, by, err := s.exists(ctx, c)
		switch {
		case errors.Is(err, errGaveUp) && s.StoppedBy != "":
			continue // beyond the reach of the search, for larger K there may be a construction
		case err != nil:
			return err
		case found:
			return nil
		case s.opts.Symmetry.kind == 0:
			s.Raise(k+1, by)
		default:
			s.Notes = append(s.Notes, fmt.Sprintf("K = %d: no such system has this symmetry (%s); this is no bound on others", k, by))
		}
	}
	if s.Upper == nil && s.StoppedBy == "" {
		s.absent()
	}
	return nil
}

// eased returns the question without uniqueness where that is free, unless every argument is to be
// skipped.
func (s *run) eased(c limits) limits {
	if !s.plain() && uniqueIsFree(c) {
		c.unique = false
	}
	return c
}

// accept checks a system against a question, and keeps it as the best. That the sets differ is
// checked if it was asked for, whether or not the question had been eased.
func (s *run) accept(ctx context.Context, c limits, system *quorum.System, by string) error {
	c.unique = s.goal.unique
	flaw, err := c.judge(ctx, system, s.opts.Jobs)
	if err != nil {
		return err
	}
	if flaw != "" {
		return quorum.Internal("%s: %s", by, flaw)
	}
	s.Verdict, s.System, s.UpperBy = search.Found, quorum.KnownOf(system), by
	if s.Objective == "K" {
		s.Value, s.Upper = new(bounds.Integer(c.size)), new(bounds.Integer(c.size))
		s.Tell()
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

// absent says that nothing is there.
func (s *run) absent() {
	s.Verdict = search.ProvenAbsent
	if s.opts.Symmetry.kind != 0 {
		s.Notes = append(s.Notes, "there is no system with this symmetry; this says nothing of others")
	}
}

// cover looks for a difference cover of Z_n within both limits.
func (s *run) cover(ctx context.Context, c limits) (found bool, err error) {
	k := min(c.size, c.responsibility)
	s.At(fmt.Sprintf("a difference cover of Z_%d by %d residues", c.n, k))
	cover, decided := cyclic.Cover(ctx, c.n, k, s.opts.Jobs)
	switch {
	case !decided:
		return false, context.Cause(ctx)
	case cover == nil || c.unique && periodic(c.n, cover):
		return false, nil
	}
	return true, s.acceptCover(ctx, c, cover)
}

// acceptCover is accept of the translates of a cover.
func (s *run) acceptCover(ctx context.Context, c limits, cover []int) error {
	built, err := translates(c.n, cover)
	if err != nil {
		return quorum.Internal("%w", err)
	}
	return s.accept(ctx, c, built.system, built.by)
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
		f := symmetric(ctx, c, a)
		answer, err := s.Hope(ctx, session.Question{Words: c.words() + ", " + a.words(), CNF: f.cnf, Theorems: encodedSymmetric}, patience)
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
