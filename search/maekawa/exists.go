package maekawa

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/search"
	"coterie/search/cyclic"
)

// plain reports whether a question is answered by the formula or the exhaustive search alone.
func (s *run) plain() bool { return s.opts.Method == search.SAT || s.opts.Method == search.Exhaustive }

// exists decides one question by the method and for the symmetry that were asked for, and accepts
// what it finds; by says what proves that there is nothing.
func (s *run) exists(ctx context.Context, c limits) (found bool, by string, err error) {
	c = s.eased(c)
	switch {
	case s.opts.Symmetry.kind == translated && s.opts.Method == search.SAT:
		return s.existsCyclicSAT(ctx, c)
	case s.opts.Symmetry.kind == translated:
		return s.existsCyclic(ctx, c)
	case s.opts.Symmetry.kind == orbital:
		return s.existsOrbits(ctx, c)
	case s.opts.Symmetry.kind == grouped:
		return s.existsGroup(ctx, c)
	case s.opts.Method == search.Exhaustive:
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
	if decided, found, by, err := s.nearPlane(ctx, c); decided || err != nil {
		return found, by, err
	}
	return s.existsSAT(ctx, c)
}

// existsSAT asks the solver: first without i in S_i, then, if a model cannot be renamed to have it,
// with it.
func (s *run) existsSAT(ctx context.Context, c limits) (found bool, by string, err error) {
	f := relaxed(ctx, c)
	answer, by, err := s.decide(ctx, c.words(), f.cnf, encodedBy, s.known(c))
	if err != nil || answer.Verdict == sat.Unsat {
		return false, by, err
	}
	sets := f.sets(answer.Model)
	if found, err := s.acceptMatched(ctx, c, "a model of "+answer.By, c.size == c.responsibility && !c.unique, sets, filled(c, sets)); found || err != nil {
		return found, "", err
	}
	f = inclusiveRows(ctx, c)
	if answer, by, err = s.decide(ctx, c.words(), f.cnf, encodedBy, s.known(c)); err != nil || answer.Verdict == sat.Unsat {
		return false, by, err
	}
	return true, "", s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By)
}

// errGaveUp ends a search whose solver did not answer.
var errGaveUp = errors.New("the solver gave up")

// decide asks the solver for a model of a formula. Where there is none, refuted says so and names
// the solver. The error says why there is no answer.
func (s *run) decide(ctx context.Context, words string, cnf *sat.CNF, by session.Theorems, known session.Known) (a session.Answer, refuted string, err error) {
	a, err = s.Ask(ctx, session.Question{Words: words, CNF: cnf, Theorems: by, Known: known})
	if err == nil && a.Verdict == sat.Unknown {
		err = cmp.Or(context.Cause(ctx), errGaveUp)
	}
	return a, noModel(words, a.By), err
}

func noModel(words, by string) string { return fmt.Sprintf("no model of: %s (%s)", words, by) }

// existsOrbits asks for every action that the options allow.
func (s *run) existsOrbits(ctx context.Context, c limits) (found bool, by string, err error) {
	shortest, longest, most := 2, c.n, 2
	if s.opts.Symmetry.length > 0 {
		shortest, longest, most = s.opts.Symmetry.length, s.opts.Symmetry.length, c.n
	}
	by = "a fixed site needs short orbits"
	for _, a := range actions(c.n, shortest, longest, most) {
		if !s.plain() && a.hopeless(c) {
			continue
		}
		f := symmetric(ctx, c, a)
		answer, _, err := s.decide(ctx, c.words()+", "+a.words(), f.cnf, encodedSymmetric, s.knownOf(c, a))
		switch {
		case err != nil:
			return false, "", err
		case answer.Verdict == sat.Sat:
			return true, "", s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By+" with "+a.words())
		}
		by = noModel(c.words()+s.opts.Symmetry.words(), answer.By)
	}
	return false, by, nil
}

// existsCyclic decides by exhaustive search whether translates of one set will do: |D| residues
// make every size and responsibility |D|, and adding residues keeps a cover one. Beyond the reach
// of that search it is errGaveUp where neither counting nor a construction answers, and StoppedBy
// says so.
func (s *run) existsCyclic(ctx context.Context, c limits) (found bool, by string, err error) {
	k := min(c.size, c.responsibility)
	absent := fmt.Sprintf("exhaustive search over covers of Z_%d by %d residues", c.n, k)
	if bounds.MaekawaNodes(k) < c.n { // cyclic.Cover then searches nothing
		absent = fmt.Sprintf("counting, K(K-1)+1 >= n: %d < %d", bounds.MaekawaNodes(k), c.n)
	}
	if c.exact && c.size != c.responsibility {
		return false, "translates of D have size and responsibility |D|", nil
	}
	s.At(fmt.Sprintf("a difference cover of Z_%d by %d residues", c.n, k))
	cover, decided := cyclic.Cover(ctx, c.n, k, s.opts.Jobs)
	switch {
	case !decided && ctx.Err() != nil:
		return false, "", context.Cause(ctx)
	case !decided:
		s.beyond(fmt.Sprintf("beyond n = %d no search decides whether there is a cover of Z_%d by %d residues", cyclic.MaxNodes, c.n, k))
		return false, "", errGaveUp
	case cover == nil:
		return false, absent, nil
	case c.unique && periodic(c.n, cover):
		if other, _ := cyclic.Constructed(c.n); !c.exact && len(other) <= k && !periodic(c.n, other) {
			cover = other
			break
		}
		if c.n > formulaNodes {
			s.beyond(fmt.Sprintf("beyond n = %d no formula is asked", formulaNodes))
			return false, "", errGaveUp
		}
		return s.existsCyclicSAT(ctx, c)
	}
	return true, "", s.acceptCover(ctx, c, cover)
}

// beyond notes why a question is left without an answer, the first of several.
func (s *run) beyond(why string) {
	s.StoppedBy = cmp.Or(s.StoppedBy, why)
}

// existsCyclicSAT decides the same by SAT: the orbit of length n.
func (s *run) existsCyclicSAT(ctx context.Context, c limits) (found bool, by string, err error) {
	a := action{n: c.n, length: c.n}
	f := symmetric(ctx, c, a)
	answer, by, err := s.decide(ctx, c.words()+s.opts.Symmetry.words(), f.cnf, encodedSymmetric, s.knownOf(c, a))
	if err != nil || answer.Verdict == sat.Unsat {
		return false, by, err
	}
	return true, "", s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By)
}
